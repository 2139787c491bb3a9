import { Temporal } from 'temporal-polyfill';
import { EARLIEST, HOUR_MS, LATEST, parseDay, parseInstant } from '../../common/instant.js';
import { recordOf, textOf } from '../reading/feed-text.js';

/** The zone of an item that names none: the query asks for events in Columbus. */
const DEFAULT_ZONE = 'America/New_York';
/** A name of the IANA database; Temporal would accept offsets too. */
const ZONE_NAME = /^[a-z][\w+\-/]{0,63}$/i;
const CLOCK_TIME = /^([01]\d|2[0-3]):[0-5]\d(:[0-5]\d)?$/;
/** When an item begins and ends; times in milliseconds since the epoch. */
export interface Dates {
  start: number;
  /** Undefined where there is none, or it is before the start. */
  end: number | undefined;
  /** The calendar day on which it starts, in its own time zone. */
  day: Temporal.PlainDate;
}

/**
 * Reads the `dates` of an item: instants where there are any, else local times. A
 * local time that the clocks skip is moved later by as much as they skip; one that they repeat is the first of the
 * two.
 * @param venueZone the venue's `timezone`, for items that name none or an unknown one
 * @param assumedHours how long an item without an end is assumed to last; one without a clock time lasts that day at
 * least; undefined: it has no end
 * @returns undefined where there is no usable start
 */
export function datesOf(dates: unknown, venueZone: unknown, assumedHours?: number): Dates | undefined {
  const { start, end, timezone } = recordOf(dates);
  const zone = zoneOf(timezone, venueZone);
  const begin = startOf(recordOf(start), zone);
  if (!begin) return undefined;
  const given = endOf(recordOf(end), zone);
  const isUsable = given !== undefined && given >= begin.start;
  return { ...begin, end: isUsable ? given : assumedEnd(begin, zone, assumedHours) };
}

type Start = Pick<Dates, 'start' | 'day'> & { isTimed: boolean };

function startOf(
  { dateTime, localDate, localTime }: Record<string, unknown>,
  zone: string,
): Start | undefined {
  const day = dayOf(localDate);
  const instant = instantOf(dateTime);
  if (instant !== undefined) return { start: instant, day: day ?? dayAt(instant, zone), isTimed: true };
  if (!day) return undefined;
  const clock = clockOf(localTime);
  const start = timeOn(day, zone, clock);
  return start === undefined ? undefined : { start, day, isTimed: clock !== undefined };
}

function endOf(
  { dateTime, localDate, localTime }: Record<string, unknown>,
  zone: string,
): number | undefined {
  const [instant, day, clock] = [instantOf(dateTime), dayOf(localDate), clockOf(localTime)];
  if (instant !== undefined || !day) return instant;
  return clock === undefined ? endOfDay(day, zone) : timeOn(day, zone, clock);
}

function assumedEnd(
  { start, day, isTimed }: Start,
  zone: string,
  hours: number | undefined,
): number | undefined {
  if (hours === undefined) return undefined;
  const end = Math.max(start + hours * HOUR_MS, isTimed ? start : (endOfDay(day, zone) ?? start));
  return end <= LATEST ? end : undefined;
}

/** The first of these that names a time zone. */
function zoneOf(...names: unknown[]): string {
  return names.map(textOf).find((name) => name !== undefined && isZone(name)) ?? DEFAULT_ZONE;
}

function isZone(name: string): boolean {
  try {
    return ZONE_NAME.test(name) && dayAt(0, name) !== undefined;
  } catch {
    return false;
  }
}

function instantOf(value: unknown): number | undefined {
  return typeof value === 'string' ? parseInstant(value) : undefined;
}

function clockOf(value: unknown): string | undefined {
  return typeof value === 'string' && CLOCK_TIME.test(value) ? value : undefined;
}

function dayOf(value: unknown): Temporal.PlainDate | undefined {
  const isDay = typeof value === 'string' && parseDay(value) !== undefined;
  return isDay ? Temporal.PlainDate.from(value) : undefined;
}

function dayAt(instant: number, zone: string): Temporal.PlainDate {
  return Temporal.Instant.fromEpochMilliseconds(instant).toZonedDateTimeISO(zone).toPlainDate();
}

/** The next day's first moment. */
function endOfDay(day: Temporal.PlainDate, zone: string): number | undefined {
  return timeOn(day.add({ days: 1 }), zone);
}

/** @param clock `19:30` or `19:30:00`; the start of the day without it */
function timeOn(day: Temporal.PlainDate, zone: string, clock?: string): number | undefined {
  const time = day.toZonedDateTime({ timeZone: zone, plainTime: clock }).epochMilliseconds;
  return time >= EARLIEST && time <= LATEST ? time : undefined;
}
