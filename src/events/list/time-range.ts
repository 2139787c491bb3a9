import { Temporal } from 'temporal-polyfill';
import { LATEST, parseInstant } from '../../common/instant.js';
import { Problem } from '../../common/problem.js';

/** The keywords of `when`, for time ranges that begin now or later (rules.md, "Times of a list"). */
export const WHENS = ['now', 'today', 'tonight', 'tomorrow', 'weekend', 'week'] as const;
export type When = (typeof WHENS)[number];

/** A time range in milliseconds since the epoch. `to` is exclusive. Either side may be open. */
export interface TimeRange {
  from?: number;
  to?: number;
}

/** The time parameters of a query. */
type TimeQuery = Partial<Record<'from' | 'to' | 'tz' | 'startDate' | 'endDate', string>> & { when?: When };

/** The hours at which the evening begins and the night ends. Days count from Monday, 1. */
const EVENING = 17;
const NIGHT_ENDS = 4;
const FRIDAY = 5;
const SUNDAY = 7;

/**
 * The time range that a list's events overlap, by `from` and `to` or by `when`; undefined without them.
 * @param zone time zone of `when`, if the query has no `tz`
 * @throws Problem VALIDATION_FAILED for conflicting parameters, or if `to` is not after `from`
 */
export function timeRangeOf(
  { from, to, when, tz, startDate, endDate }: TimeQuery,
  zone: string,
  now: number,
): TimeRange | undefined {
  if (from === undefined && to === undefined) {
    const current = Temporal.Instant.fromEpochMilliseconds(now);
    return when && timeRangeOfKeyword(when, current.toZonedDateTimeISO(tz ?? zone));
  }
  const defined = (parameters: object) =>
    Object.entries(parameters).flatMap(([name, value]) => (value === undefined ? [] : name));
  const others = defined({ startDate, endDate, when });
  if (others.length > 0) {
    const detail = `cannot be combined with ${others.join(', ')}`;
    throw Problem.invalid(...defined({ from, to }).map((pointer) => ({ pointer, detail })));
  }
  const instant = (date: string | undefined) => (date === undefined ? undefined : startOf(date, tz));
  const range = { from: instant(from), to: instant(to) };
  if (range.from !== undefined && range.to !== undefined && range.from >= range.to)
    throw Problem.invalid({ pointer: 'to', detail: 'must be after from' });
  return range;
}

/** An instant, or the start of a day in a zone, in milliseconds since the epoch. */
export function startOf(date: string, zone = 'UTC'): number {
  return parseInstant(date) ?? dayIn(zone, date).epochMilliseconds;
}

/** The last millisecond before an instant, or of a day in a zone, in milliseconds since the epoch. */
export function inclusiveEndOf(date: string, zone = 'UTC'): number {
  const instant = parseInstant(date);
  if (instant !== undefined) return instant - 1;
  return Math.min(dayIn(zone, date).add({ days: 1 }).startOfDay().epochMilliseconds - 1, LATEST);
}

function dayIn(zone: string, date: string): Temporal.ZonedDateTime {
  return Temporal.PlainDate.from(date).toZonedDateTime(zone);
}

function timeRangeOfKeyword(when: When, current: Temporal.ZonedDateTime): Required<TimeRange> {
  // Rounded to the second, so that concurrent requests send equal statements and share the rows.
  const now = current.round({ smallestUnit: 'second', roundingMode: 'floor' });
  const atLeastNow = (time: Temporal.ZonedDateTime) =>
    Temporal.ZonedDateTime.compare(time, now) > 0 ? time : now;
  // A clock change may skip midnight; then the day starts later.
  const startOfDay = (days: number) => now.startOfDay().add({ days }).startOfDay();
  const hourOf = (days: number, hour: number) => startOfDay(days).with({ hour });
  const ranges: Record<When, () => [from: Temporal.ZonedDateTime, to: Temporal.ZonedDateTime]> = {
    now: () => [now, now.add({ seconds: 1 })],
    today: () => [now, startOfDay(1)],
    tonight: () => [atLeastNow(hourOf(0, EVENING)), hourOf(1, NIGHT_ENDS)],
    tomorrow: () => [startOfDay(1), startOfDay(2)],
    weekend: () => [
      atLeastNow(hourOf(FRIDAY - now.dayOfWeek, EVENING)),
      startOfDay(SUNDAY - now.dayOfWeek + 1),
    ],
    week: () => [now, now.add({ days: 7 })],
  };
  const [from, to] = ranges[when]();
  return { from: from.epochMilliseconds, to: to.epochMilliseconds };
}
