import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import pg from 'pg';
import { DataSource } from 'typeorm';
import { Problem } from '../common/problem.js';
import type { PostgresOptions } from '../database/standbys.js';
import { Drain } from './drain.js';

/** Milliseconds that a database probe may take, and for which requests share it (rules.md, "Limits"). */
const PROBE_MS = 1_000;

/** Checks whether the service is ready. */
@Injectable()
export class Health implements OnApplicationShutdown {
  private probe?: { at: number; takesWrites: Promise<boolean> };
  /** A dedicated connection: a probe must not wait when the pool is exhausted. */
  private readonly reserved: pg.Pool;

  constructor(
    private readonly dataSource: DataSource,
    private readonly drain: Drain,
  ) {
    const { url, applicationName, extra } = dataSource.options as PostgresOptions;
    const server = { connectionString: url, application_name: applicationName };
    this.reserved = new pg.Pool({ ...server, ...extra, max: 1, query_timeout: PROBE_MS });
    this.reserved.on('error', () => {}); // an idle connection that breaks is replaced
  }

  async onApplicationShutdown(): Promise<void> {
    await this.reserved.end();
  }

  /** @throws Problem UNAVAILABLE if the service is stopping, or the database is unavailable or read-only */
  async assertReady(): Promise<void> {
    if (this.drain.stopping) throw Problem.by('stopping');
    const at = performance.now();
    if (!this.probe || at - this.probe.at >= PROBE_MS) this.probe = { at, takesWrites: this.takesWrites() };
    if (!(await this.probe.takesWrites)) throw Problem.by('read_only');
  }

  private async takesWrites(): Promise<boolean> {
    const text = `SELECT current_setting('transaction_read_only') = 'off' AS "takesWrites"`;
    if (!this.dataSource.isInitialized) throw new Error('The database is unavailable.');
    return (await this.reserved.query(text)).rows[0].takesWrites;
  }
}
