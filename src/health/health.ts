import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import type pg from 'pg';
import { DataSource } from 'typeorm';
import { VERSION } from '../common/config.js';
import { Problem } from '../common/problem.js';
import { Database } from '../database/database.js';
import { createPool, type PostgresOptions } from '../database/pool.js';
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
    dataSource: DataSource,
    private readonly database: Database,
    private readonly drain: Drain,
  ) {
    const { url } = dataSource.options as PostgresOptions;
    this.reserved = createPool(dataSource, url, { max: 1, query_timeout: PROBE_MS });
  }

  async onApplicationShutdown(): Promise<void> {
    await this.reserved.end();
  }

  /**
   * The versions of the build and the database.
   * @throws Problem UNAVAILABLE if the service is stopping or migrating, or the database is unavailable or
   * read-only
   */
  async assertReady(): Promise<{ build: string; database: string | null }> {
    if (this.drain.stopping) throw Problem.by('stopping');
    if (this.database.progress) throw this.database.progress;
    const at = performance.now();
    if (!this.probe || at - this.probe.at >= PROBE_MS) this.probe = { at, takesWrites: this.takesWrites() };
    if (!(await this.probe.takesWrites)) throw Problem.by('read_only');
    return { build: VERSION, database: this.database.version };
  }

  private async takesWrites(): Promise<boolean> {
    const text = `SELECT current_setting('transaction_read_only') = 'off' AS "takesWrites"`;
    return (await this.reserved.query(text)).rows[0].takesWrites;
  }
}
