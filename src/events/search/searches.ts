import { Injectable } from '@nestjs/common';
import type { ReplicationMode } from 'typeorm';
import { Config } from '../../common/config.js';
import { FairQueue } from '../../database/fair-queue.js';
import { Standbys } from '../../database/standbys.js';
import { type Statement, Statements } from '../../database/statements.js';

/** Statements of one user's searches at once, and milliseconds that each has in the database (contract 13). */
const MOST_OF_EACH = 2;
const TIMEOUT = 1_000;

/** Who reads events, and whether from a standby, where they may be a moment old. */
export interface Reader {
  userId: string;
  mode?: ReplicationMode;
}

/** Searches cost more than other reads: they take turns, and half of a pool's connections are for them. */
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

  /** Who reads events of some creator, or of anybody. */
  reader(userId: string, creatorId?: string): Reader {
    return { userId, mode: this.standbys.modeFor(userId, creatorId) };
  }

  /** Runs a statement of a search in its turn; equal ones of a tick share their rows. @throws Problem UNAVAILABLE */
  read<Row>(statement: Statement, { userId, mode }: Reader): Promise<Row[]> {
    return this.queue.run(userId, () => this.statements.shared<Row>(statement, { mode, timeout: TIMEOUT }));
  }
}
