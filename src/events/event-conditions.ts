import type { EventStatus } from './event.entity.js';

export const UNENDED: readonly EventStatus[] = ['OPEN', 'IN_PROGRESS'];
/** SQL: whether an event has not ended. With parameters, the planner could not use partial indexes. */
export const isUnended = (table: string) => `${table}.status IN ('${UNENDED.join("', '")}')`;

/** SQL of unended events that have not started. It ends in its conditions. */
export const TO_START = `SELECT e.id, e.title, e.start_at FROM events e WHERE ${isUnended('e')} AND e.start_at > now()`;

/** SQL of the end of `e`: without `endAt`, three hours after its start (rules.md, "Times of a list"). */
export const END = `coalesce(e.end_at, e.start_at + interval '3 hours')`;

/**
 * SQL conditions of events that are running at an instant: those that started in the last 24 hours, and
 * earlier ones, which last longer and so have an index of their own. No event meets both.
 * @param at SQL of the instant
 */
export function runningAt(at: string): [startedWithinADay: string, startedEarlier: string] {
  const dayBefore = `${at} - interval '24 hours'`;
  return [
    `e.start_at < ${at} AND e.start_at >= ${dayBefore} AND ${END} > ${at}`,
    `e.end_at - e.start_at > interval '24 hours' AND e.end_at > ${at} AND e.start_at < ${dayBefore}`,
  ];
}

/**
 * SQL that selects columns of `events e` that meet a condition: the next upcoming ones, and running ones.
 * @param most maximum of upcoming events, and of running ones by each condition of `runningAt`
 */
export function upcomingAndRunning(columns: string, most: number, condition = 'true'): string {
  return ['e.start_at >= now() ORDER BY e.start_at, e.id', ...runningAt('now()')]
    .map((each) => `(SELECT ${columns} FROM events e WHERE ${condition} AND ${each} LIMIT ${most})`)
    .join(' UNION ALL ');
}

/** SQL: whether the gig `e` is open: neither completed nor cancelled, and not past `endAt` or `applyBy`. */
export const IS_OPEN = `
  ${isUnended('e')} AND (e.end_at IS NULL OR e.end_at > now()) AND (e.apply_by IS NULL OR e.apply_by > now())`;
export const HAS_POSITIONS = '(e.positions IS NULL OR e.accepted_count < e.positions)';
/** SQL: whether `e` is a gig that takes applications. A partial index has its conditions but the times. */
export const TAKES_APPLICATIONS = `e.type = 'GIG' AND ${IS_OPEN} AND ${HAS_POSITIONS}`;
