import { Injectable, type OnModuleDestroy } from '@nestjs/common';
import { Problem } from '../common/problem.js';
import { Database } from '../database/database.js';

/** Milliseconds that the database has to answer a probe. */
const PROBE_TIMEOUT = 1_000;

/** Whether the service can do its work. */
@Injectable()
export class Health implements OnModuleDestroy {
  private stopping = false;

  constructor(private readonly database: Database) {}

  onModuleDestroy(): void {
    this.stopping = true;
  }

  /** @throws Problem UNAVAILABLE where the service stops or the database does not answer */
  async assertReady(): Promise<void> {
    if (this.stopping) throw new Problem('UNAVAILABLE', 'The service is stopping.');
    await this.database.query({ text: 'SELECT 1', values: [] }, undefined, PROBE_TIMEOUT);
  }
}
