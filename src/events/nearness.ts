import { DAY_MS } from '../common/instant.js';

/** The start of today in UTC, in milliseconds. */
export function todayInUtc(): number {
  return Math.floor(Date.now() / DAY_MS) * DAY_MS;
}

/**
 * SQL of the order of what is next to start from an instant on, before what has started, the latest first; ties by id. It compares
 * instants: to make an interval of each and compare those takes longer.
 */
export function nearness(table: string, begin: string): string {
  const start = `${table}.start_at`;
  return `${start} < ${begin}, CASE WHEN ${start} >= ${begin} THEN ${start} END, ${start} DESC, ${table}.id`;
}
