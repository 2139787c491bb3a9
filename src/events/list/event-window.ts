import { Temporal } from 'temporal-polyfill';
import { LATEST, parseInstant } from '../../common/instant.js';
import { Problem } from '../../common/problem.js';

/** Words for a time range that begins now or later (rules.md, "Times of a list"). */
export const WHENS = ['now', 'today', 'tonight', 'tomorrow', 'weekend', 'week'] as const;
export type When = (typeof WHENS)[number];

/** A time range in milliseconds, without its end. Either side may be open. */
export interface Window {
  from?: number;
  to?: number;
}

/** What a query says about time. */
type TimeQuery = Partial<Record<'from' | 'to' | 'tz' | 'startDate' | 'endDate', string>> & { when?: When };

/** The hours at which an evening begins, and at which a night ends. */
const EVENING = 17;
const NIGHT_ENDS = 4;
const FRIDAY = 5;
const SUNDAY = 7;

/**
 * The time range that the events of a list overlap, by `from` and `to` or by `when`; undefined where it has neither.
 * @param zone of the words, where the query names none
 * @param now in milliseconds since the epoch
 * @throws Problem VALIDATION_FAILED where they exclude each other, or the range ends before it begins
 */
export function windowOf(
  { from, to, when, tz, startDate, endDate }: TimeQuery,
  zone: string,
  now: number,
): Window | undefined {
  if (from === undefined && to === undefined) {
    const exactly = Temporal.Instant.fromEpochMilliseconds(now);
    return when && windowOfWord(when, exactly.toZonedDateTimeISO(tz ?? zone));
  }
  const defined = (parameters: object) =>
    Object.entries(parameters).flatMap(([name, value]) => (value === undefined ? [] : name));
  const others = defined({ startDate, endDate, when });
  if (others.length > 0) {
    const detail = `cannot be combined with ${others.join(', ')}`;
    throw Problem.invalid(...defined({ from, to }).map((pointer) => ({ pointer, detail })));
  }
  const instant = (date: string | undefined) => (date === undefined ? undefined : startOf(date, tz));
  const window = { from: instant(from), to: instant(to) };
  if (window.from !== undefined && window.to !== undefined && window.from >= window.to)
    throw Problem.invalid({ pointer: 'to', detail: 'must be after from' });
  return window;
}

/** How long an event is taken to last that has no end (contract 10). */
export const END = `coalesce(e.end_at, e.start_at + interval '3 hours')`;

/**
 * SQL conditions of what has begun before an instant, given in SQL, and goes on after it. No event meets both: what has begun
 * within a day is found by its start; for what lasts longer there is an index of its own.
 */
export function running(at: string): [forADay: string, forLonger: string] {
  const dayBefore = `${at} - interval '24 hours'`;
  return [
    `e.start_at < ${at} AND e.start_at >= ${dayBefore} AND ${END} > ${at}`,
    `e.end_at - e.start_at > interval '24 hours' AND e.end_at > ${at} AND e.start_at < ${dayBefore}`,
  ];
}

/** SQL of columns of `events e` that meet a condition: of at most so many that start next, and as many that are running. */
export function comingUp(columns: string, most: number, condition = 'true'): string {
  return ['e.start_at >= now() ORDER BY e.start_at, e.id', ...running('now()')]
    .map((each) => `(SELECT ${columns} FROM events e WHERE ${condition} AND ${each} LIMIT ${most})`)
    .join(' UNION ALL ');
}

/** An instant, or the start of a day in a zone (in UTC where none is named), in milliseconds. */
export function startOf(date: string, zone = 'UTC'): number {
  return parseInstant(date) ?? dayIn(zone, date).epochMilliseconds;
}

/** The last millisecond before an instant, or of a day in a zone: 23, 24 or 25 hours after its start. */
export function lastBefore(date: string, zone = 'UTC'): number {
  const instant = parseInstant(date);
  if (instant !== undefined) return instant - 1;
  return Math.min(dayIn(zone, date).add({ days: 1 }).startOfDay().epochMilliseconds - 1, LATEST);
}

function dayIn(zone: string, date: string): Temporal.ZonedDateTime {
  return Temporal.PlainDate.from(date).toZonedDateTime(zone);
}

function windowOfWord(when: When, exactly: Temporal.ZonedDateTime): Required<Window> {
  // Those who ask in the same second can share the answer.
  const now = exactly.round({ smallestUnit: 'second', roundingMode: 'floor' });
  const orNow = (at: Temporal.ZonedDateTime) => (Temporal.ZonedDateTime.compare(at, now) > 0 ? at : now);
  // Some midnights do not exist where the clocks change.
  const midnight = (days: number) => now.startOfDay().add({ days }).startOfDay();
  const hourOf = (days: number, hour: number) => midnight(days).with({ hour });
  const ranges: Record<When, () => [from: Temporal.ZonedDateTime, to: Temporal.ZonedDateTime]> = {
    now: () => [now, now.add({ seconds: 1 })],
    today: () => [now, midnight(1)],
    tonight: () => [orNow(hourOf(0, EVENING)), hourOf(1, NIGHT_ENDS)],
    tomorrow: () => [midnight(1), midnight(2)],
    weekend: () => [orNow(hourOf(FRIDAY - now.dayOfWeek, EVENING)), midnight(SUNDAY - now.dayOfWeek + 1)],
    week: () => [now, now.add({ days: 7 })],
  };
  const [from, to] = ranges[when]();
  return { from: from.epochMilliseconds, to: to.epochMilliseconds };
}
