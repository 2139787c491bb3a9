import { Injectable } from '@nestjs/common';
import { Config } from '../../common/config.js';
import { Turns } from '../../database/turns.js';

/**
 * The turns of searches, which cost more than other reads: of a pool's connections a quarter for those of one user, half for
 * those of all.
 */
@Injectable()
export class SearchTurns extends Turns {
  constructor({ DATABASE_POOL_SIZE }: Config) {
    super({ each: Math.ceil(DATABASE_POOL_SIZE / 4), all: Math.ceil(DATABASE_POOL_SIZE / 2) });
  }
}
