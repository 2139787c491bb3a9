import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { processorTime } from '../process-stats.js';
import { SETTLE_TIME } from '../servers.js';

/** Milliseconds that the service is watched; longer than the time between two signs of life on a stream. */
const WINDOW = 20_000;

/** What an instance costs while its streams are open and nothing happens. */
export interface IdleCost {
  streams: number;
  /** Database queries a second. */
  queries: number;
  /** Milliseconds a second that the database works on them. */
  databaseTime: number;
  /** Milliseconds a second of the service's processor time; undefined outside Linux. */
  processor?: number;
}

/**
 * Watches an instance that is left alone.
 * @param statistics a connection to the database that has the view `pg_stat_statements`
 */
export async function watchIdle(
  streams: number,
  pid: number,
  statistics: pg.Client,
  signal: AbortSignal,
): Promise<IdleCost> {
  await sleep(SETTLE_TIME, undefined, { signal });
  const start = performance.now();
  const [before, processorBefore] = [await count(statistics), await processorTime(pid)];
  await sleep(WINDOW, undefined, { signal });
  const [after, processorAfter] = [await count(statistics), await processorTime(pid)];
  const seconds = (performance.now() - start) / 1_000;
  return {
    streams,
    queries: (after.queries - before.queries) / seconds,
    databaseTime: (after.milliseconds - before.milliseconds) / seconds,
    processor:
      processorBefore !== undefined && processorAfter !== undefined
        ? (processorAfter - processorBefore) / seconds
        : undefined,
  };
}

/** The queries so far, and their milliseconds, of all databases but the connection's own. */
async function count(statistics: pg.Client): Promise<{ queries: number; milliseconds: number }> {
  const { rows } = await statistics.query(
    `SELECT coalesce(sum(calls), 0)::int AS queries, coalesce(sum(total_exec_time), 0) AS milliseconds
     FROM pg_stat_statements JOIN pg_database ON oid = dbid WHERE datname <> current_database()`,
  );
  return rows[0];
}
