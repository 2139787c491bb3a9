import pg from 'pg';
import type { TestDatabase } from './database.js';
import { until } from './until.js';

/** A transaction on its own connection, which a test keeps open while the service waits for its locks. */
export class LockHolder {
  private constructor(
    private readonly client: pg.Client,
    private readonly database: TestDatabase,
    private readonly pid: number,
  ) {}

  /** Begins a transaction as the role of the service, without its timeouts. */
  static async begin(database: TestDatabase): Promise<LockHolder> {
    const client = new pg.Client({ connectionString: database.url });
    await client.connect();
    await client.query(`BEGIN; SET LOCAL lock_timeout = 0; SET LOCAL statement_timeout = 0;
                        SET LOCAL idle_in_transaction_session_timeout = 0`);
    const { rows } = await client.query('SELECT pg_backend_pid() AS pid');
    return new LockHolder(client, database, rows[0].pid);
  }

  async query(text: string, values?: unknown[]): Promise<unknown[]> {
    return (await this.client.query(text, values)).rows;
  }

  /** The number of the service's backends that wait for this transaction now, or for one that waits for it. */
  async waiting(): Promise<number> {
    const text = `
      WITH RECURSIVE blocked AS (
        SELECT pid, pg_blocking_pids(pid) AS by FROM pg_stat_activity
        WHERE datname = current_database() AND wait_event_type = 'Lock' AND application_name = 'events-and-gigs'
      ), behind(pid) AS (
        SELECT $1::int UNION SELECT blocked.pid FROM blocked JOIN behind ON behind.pid = ANY (blocked.by)
      ) SELECT count(*)::int - 1 AS n FROM behind`;
    return (await this.database.query<{ n: number }>(text, [this.pid]))[0]!.n;
  }

  /** Waits until at least so many of the service's backends wait for this transaction. */
  untilWaiting(count: number): Promise<void> {
    return until(async () => (await this.waiting()) >= count);
  }

  /** Commits, or rolls back, and disconnects. */
  async end(how: 'COMMIT' | 'ROLLBACK' = 'COMMIT'): Promise<void> {
    await this.client.query(how);
    await this.client.end();
  }
}
