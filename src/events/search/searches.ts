import { Injectable } from '@nestjs/common';
import { Config } from '../../common/config.js';
import { Measured, type Sample } from '../../common/discovery.js';
import { FairQueue, QUEUE } from '../../database/fair-queue.js';
import { type ReadContext, type Statement, Statements } from '../../database/statements.js';

/** Maximum concurrent searches per user, and the timeout of each in milliseconds (rules.md, "Limits"). */
const MOST_OF_EACH = 2;
const TIMEOUT = 1_000;

/** Runs searches in a fair queue: they cost more than other reads. They use at most half of the pool. */
@Injectable()
export class Searches {
  private readonly queue: FairQueue;

  constructor(
    { DATABASE_POOL_SIZE }: Config,
    private readonly statements: Statements,
  ) {
    this.queue = new FairQueue('searches', { each: MOST_OF_EACH, all: Math.ceil(DATABASE_POOL_SIZE / 2) });
  }

  @Measured(QUEUE)
  measure(): Sample[] {
    return this.queue.samples();
  }

  /** Runs a search statement. Equal ones of one tick share their rows. @throws Problem UNAVAILABLE */
  read<Row>(statement: Statement, { userId, mode }: ReadContext): Promise<Row[]> {
    return this.queue.run(userId, () => this.statements.shared<Row>(statement, { mode, timeout: TIMEOUT }));
  }
}
