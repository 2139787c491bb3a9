import { Injectable } from '@nestjs/common';
import { Database } from '../database/database.js';

/** Rows that one transaction removes. */
const BATCH = 1_000;
/** Milliseconds that a statement may take, more than a request's: nobody waits for it. */
const TIMEOUT = 30_000;

/** What is kept for how long (operating.md, "Jobs"): the rows past their time, and the key that names a row. */
const PAST = {
  job_claims: { key: 'job, tick', condition: `tick < now() - interval '90 days'` },
  ingestion_runs: { key: 'id', condition: `started_at < now() - interval '90 days'` },
  idempotency_keys: { key: 'user_id, key', condition: `created_at < now() - interval '24 hours'` },
  creation_counts: { key: 'user_id, kind', condition: 'hour < extract(epoch FROM now()) / 3600 - 48' },
  notifications: { key: 'recipient_id, id', condition: `read_at < now() - interval '180 days'` },
} as const;

export type Purged = Record<keyof typeof PAST, number>;

/** Removes old rows, so that no table grows forever. */
@Injectable()
export class PurgeService {
  constructor(private readonly database: Database) {}

  /** Purges every table and answers how many rows went; `purged` is called after each batch. */
  async purge(signal: AbortSignal, purged?: (table: string, count: number) => void): Promise<Purged> {
    const tables = Object.keys(PAST) as (keyof Purged)[];
    const counts = Object.fromEntries(tables.map((table) => [table, 0])) as Purged;
    for (const table of tables)
      for (let batch = BATCH; batch === BATCH; ) {
        signal.throwIfAborted();
        batch = await this.purgeBatch(table);
        counts[table] += batch;
        purged?.(table, counts[table]);
      }
    return counts;
  }

  private async purgeBatch(table: keyof Purged): Promise<number> {
    const { key, condition } = PAST[table];
    const text = `DELETE FROM ${table} WHERE ${condition} AND (${key}) IN (
                    SELECT ${key} FROM ${table} WHERE ${condition} ORDER BY ${key} LIMIT ${BATCH})
                  RETURNING 1`;
    const removed = await this.database.transaction((transaction) =>
      this.database.query({ text, values: [] }, transaction, TIMEOUT),
    );
    return removed.length;
  }
}
