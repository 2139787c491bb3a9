import { Injectable } from '@nestjs/common';
import type { ReplicationMode } from 'typeorm';
import { Config } from '../../common/config.js';
import { FairQueue } from '../../database/fair-queue.js';
import { Standbys } from '../../database/standbys.js';
import { type Statement, Statements } from '../../database/statements.js';

/** Maximum concurrent search statements per user, and the timeout of each in milliseconds (contract 13). */
const MOST_OF_EACH = 2;
const TIMEOUT = 1_000;

/** The user who reads events. `mode` is `slave` if a standby may be read, which may be slightly stale. */
export interface ReadContext {
  userId: string;
  mode?: ReplicationMode;
}

/** Runs searches in a fair queue: they cost more than other reads. They use at most half of the pool. */
@Injectable()
export class Searches {
  private readonly queue: FairQueue;

  constructor(
    { DATABASE_POOL_SIZE }: Config,
    private readonly statements: Statements,
    private readonly standbys: Standbys,
  ) {
    this.queue = new FairQueue({ each: MOST_OF_EACH, all: Math.ceil(DATABASE_POOL_SIZE / 2) });
  }

  /** @param creatorId the creator of all events that are read, if there is only one */
  contextFor(userId: string, creatorId?: string): ReadContext {
    return { userId, mode: this.standbys.modeFor(userId, creatorId) };
  }

  /** Runs a search statement. Equal ones of one tick share their rows. @throws Problem UNAVAILABLE */
  read<Row>(statement: Statement, { userId, mode }: ReadContext): Promise<Row[]> {
    return this.queue.run(userId, () => this.statements.shared<Row>(statement, { mode, timeout: TIMEOUT }));
  }
}
