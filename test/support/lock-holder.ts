import pg from 'pg';
import type { TestDatabase } from './database.js';
import { until } from './until.js';

/** A transaction on its own connection, which a test keeps open while the service waits for its locks. */
export class LockHolder {
  private constructor(
    private readonly client: pg.Client,
    private readonly database: TestDatabase,
  ) {}

  /** Begins a transaction as the role of the service, without its timeouts. */
  static async begin(database: TestDatabase): Promise<LockHolder> {
    const client = new pg.Client({ connectionString: database.url });
    await client.connect();
    await client.query(`BEGIN; SET LOCAL lock_timeout = 0; SET LOCAL statement_timeout = 0;
                        SET LOCAL idle_in_transaction_session_timeout = 0`);
    return new LockHolder(client, database);
  }

  async query(text: string, values?: unknown[]): Promise<unknown[]> {
    return (await this.client.query(text, values)).rows;
  }

  /** The number of the service's backends that wait for a lock now. */
  async waiting(): Promise<number> {
    const text = `SELECT count(*)::int AS n FROM pg_stat_activity
                  WHERE datname = current_database() AND wait_event_type = 'Lock' AND application_name = 'events-and-gigs'`;
    return (await this.database.query<{ n: number }>(text))[0]!.n;
  }

  /** Waits until at least so many of the service's backends wait. */
  untilWaiting(count: number): Promise<void> {
    return until(async () => (await this.waiting()) >= count);
  }

  /** Commits, or rolls back, and disconnects. */
  async end(how: 'COMMIT' | 'ROLLBACK' = 'COMMIT'): Promise<void> {
    await this.client.query(how);
    await this.client.end();
  }
}
