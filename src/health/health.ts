import { Injectable } from '@nestjs/common';
import { Problem } from '../common/problem.js';
import { Database } from '../database/database.js';
import { Drain } from './drain.js';

/** Milliseconds that the database has to answer a probe. */
const PROBE_TIMEOUT = 1_000;

/** Whether the service can do its work. */
@Injectable()
export class Health {
  constructor(
    private readonly database: Database,
    private readonly drain: Drain,
  ) {}

  /** @throws Problem UNAVAILABLE where the service stops or the database does not answer */
  async assertReady(): Promise<void> {
    if (this.drain.stopping) throw new Problem('UNAVAILABLE', 'The service is stopping.');
    await this.database.query({ text: 'SELECT 1', values: [] }, undefined, PROBE_TIMEOUT);
  }
}
