import { Temporal } from 'temporal-polyfill';
import { EARLIEST, HOUR_MS, LATEST, parseDay, parseInstant } from '../../common/instant.js';
import { recordOf } from '../reading/feed-text.js';

/** The zone of an item without one: the query is limited to Columbus. */
const DEFAULT_ZONE = 'America/New_York';
/** A name of the IANA database. Temporal would also accept offsets. */
const ZONE_NAME = /^[a-z][\w+\-/]{0,63}$/i;
const CLOCK_TIME = /^([01]\d|2[0-3]):[0-5]\d(:[0-5]\d)?$/;

/** A start or an end. Without a clock time it is the first instant of its day. */
interface Moment {
  time: number;
  day: Temporal.PlainDate;
  isTimed: boolean;
}

/**
 * Reads the `dates` of an item: instants, else local times, which Temporal resolves where the clocks change.
 * @param venueZone the `timezone` of the venue, for items with no or an unknown zone
 * @param assumedHours the assumed length of an item without an end; without a clock time, it lasts at least
 * until the end of that day
 * @returns start and end in milliseconds, and the day of the start in its zone; undefined if there is no
 * usable start
 */
export function datesOf(dates: unknown, venueZone: unknown, assumedHours?: number) {
  const { start, end, timezone } = recordOf(dates);
  const zone = [timezone, venueZone].find(isZone) ?? DEFAULT_ZONE;
  const [first, last] = [momentOf(start, zone), momentOf(end, zone)];
  if (!first) return undefined;
  const { time, day } = first;
  const statedEnd = last && (last.isTimed ? last.time : endOfDay(last.day, zone));
  const isUsable = statedEnd !== undefined && statedEnd >= time;
  return { start: time, day, end: isUsable ? statedEnd : assumedEnd(first, zone, assumedHours) };
}

function momentOf(value: unknown, zone: string): Moment | undefined {
  const { dateTime, localDate, localTime } = recordOf(value);
  const instant = typeof dateTime === 'string' ? parseInstant(dateTime) : undefined;
  const isDay = typeof localDate === 'string' && parseDay(localDate) !== undefined;
  const localDay = isDay ? Temporal.PlainDate.from(localDate) : undefined;
  const clock = typeof localTime === 'string' && CLOCK_TIME.test(localTime) ? localTime : undefined;
  if (instant !== undefined) return { time: instant, day: localDay ?? dayAt(instant, zone), isTimed: true };
  const time = localDay && timeOn(localDay, zone, clock);
  return time === undefined ? undefined : { time, day: localDay!, isTimed: clock !== undefined };
}

function assumedEnd({ time, day, isTimed }: Moment, zone: string, hours?: number): number | undefined {
  if (hours === undefined) return undefined;
  const end = Math.max(time + hours * HOUR_MS, isTimed ? time : (endOfDay(day, zone) ?? time));
  return end <= LATEST ? end : undefined;
}

function isZone(name: unknown): name is string {
  try {
    return typeof name === 'string' && ZONE_NAME.test(name) && dayAt(0, name) !== undefined;
  } catch {
    return false;
  }
}

function dayAt(instant: number, zone: string): Temporal.PlainDate {
  return Temporal.Instant.fromEpochMilliseconds(instant).toZonedDateTimeISO(zone).toPlainDate();
}

/** The first instant of the next day. */
function endOfDay(day: Temporal.PlainDate, zone: string): number | undefined {
  return timeOn(day.add({ days: 1 }), zone);
}

/** @param clock `19:30` or `19:30:00`; default: the start of the day */
function timeOn(day: Temporal.PlainDate, zone: string, clock?: string): number | undefined {
  const time = day.toZonedDateTime({ timeZone: zone, plainTime: clock }).epochMilliseconds;
  return time >= EARLIEST && time <= LATEST ? time : undefined;
}
