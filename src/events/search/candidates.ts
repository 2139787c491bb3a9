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
 * fill up. Its cost is bounded, however many match: the planner knows how frequent a word or a tag is, and either collects all
 * that have it, or scans by the start until it has enough.
 */
export function soonest(filter: EventFilter, { columns, rows, now, window = {} }: Wanted): string {
  const { from = Number.NEGATIVE_INFINITY, to } = window;
  // Where the index of starts has all that is compared, only what is found is read.
  const scanned = filter.hasOnePlan ? 'e.id, e.start_at' : `e.id, e.start_at, ${columns}`;
  const found = filter.hasOnePlan
    ? `SELECT e.id, e.start_at, ${columns} FROM nearest JOIN events e ON e.id = nearest.id`
    : 'SELECT * FROM nearest';
  const scan = (direction: 'ASC' | 'DESC', ...conditions: string[]) =>
    `SELECT ${scanned} FROM events e ${filter.where(...conditions)}
     ORDER BY e.start_at ${direction}, e.id LIMIT ${rows}`;
  const upcoming = scan('ASC', startsIn(filter, { from: Math.max(now, from), to }));
  const spans = [
    ...(from < now ? [startsIn(filter, { from: window.from, to: Math.min(now, to ?? now) })] : []),
    ...(window.from === undefined ? [] : runningAt(filter, window.from)),
  ];
  const count = '(SELECT count(*) FROM upcoming)';
  const earlier = spans.map((span) => `(${scan('DESC', `${count} < ${rows}`, span)})`);
  return `
    upcoming AS MATERIALIZED (${upcoming}),
    earlier AS MATERIALIZED (
      SELECT * FROM (${earlier.join(' UNION ALL ')}) any_of ORDER BY start_at DESC, id LIMIT ${rows} - ${count}),
    nearest AS (SELECT * FROM upcoming UNION ALL SELECT * FROM earlier),
    found AS MATERIALIZED (${found})`;
}
