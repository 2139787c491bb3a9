import { Injectable } from '@nestjs/common';
import type { ReplicationMode } from 'typeorm';
import { Config } from '../../common/config.js';
import { type Statement, Statements } from '../../database/statements.js';
import { Turns } from '../../database/turns.js';

/** Searches of one user at once, and milliseconds that each statement has in the database (contract 13). */
const MOST_OF_EACH = 2;
const TIMEOUT = 1_000;

/** Searches cost more than other reads: they take turns, and half of a pool's connections are for them. */
@Injectable()
export class Searches extends Turns {
  constructor(
    { DATABASE_POOL_SIZE }: Config,
    private readonly statements: Statements,
  ) {
    super({ each: MOST_OF_EACH, all: Math.ceil(DATABASE_POOL_SIZE / 2) });
  }

  /** Runs a statement of a search, for at most a second. All who ask for the same in one tick share its rows. */
  read<Row>(statement: Statement, mode?: ReplicationMode): Promise<Row[]> {
    return this.statements.shared(statement, { mode, timeout: TIMEOUT });
  }
}
