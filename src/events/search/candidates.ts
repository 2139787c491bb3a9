import { DAY_MS } from '../../common/instant.js';
import { type EventFilter, runningAt, startsIn } from '../list/event-filter.js';
import type { Window } from '../list/event-window.js';

/** The start of today in UTC, in milliseconds. */
export function todayInUtc(): number {
  return Math.floor(Date.now() / DAY_MS) * DAY_MS;
}

/** What is wanted of the events that are next to start. */
interface Wanted {
  /** SQL of columns of an event `e`; `id` and `start_at` come besides. */
  columns: string;
  /** How many at most. */
  rows: number;
  /** In milliseconds: what starts from then on is upcoming. */
  now: number;
  /** The span that they overlap. */
  window?: Window;
}

/**
 * SQL, for a WITH, of `found`: the events that match and are next to start; where those are fewer, the latest of the earlier ones
 * fill up. Its cost is bounded, however many match: the planner knows how frequent a word or a term is, and either collects all
 * that have it, or scans by the start until it has enough.
 */
export function soonest(filter: EventFilter, { columns, rows, now, window = {} }: Wanted): string {
  const { from = Number.NEGATIVE_INFINITY, to } = window;
  const scan = (span: string, direction: 'ASC' | 'DESC', limit: string) =>
    `SELECT e.id, e.start_at, ${columns} FROM events e ${filter.where(span)}
     ORDER BY e.start_at ${direction}, e.id LIMIT ${limit}`;
  const rest = `${rows} - (SELECT count(*) FROM upcoming)`;
  const upcoming = startsIn(filter, { from: Math.max(now, from), to });
  const earlier = [
    ...(from < now ? [startsIn(filter, { from: window.from, to: Math.min(now, to ?? now) })] : []),
    ...(window.from === undefined ? [] : runningAt(filter, window.from)),
  ].map((span) => `(${scan(span, 'DESC', rest)})`);
  return `
    upcoming AS MATERIALIZED (${scan(upcoming, 'ASC', String(rows))}),
    earlier AS MATERIALIZED (
      SELECT * FROM (${earlier.join(' UNION ALL ')}) any_of ORDER BY start_at DESC, id LIMIT ${rest}),
    found AS (SELECT * FROM upcoming UNION ALL SELECT * FROM earlier)`;
}
