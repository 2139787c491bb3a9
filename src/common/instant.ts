import { Temporal } from 'temporal-polyfill';

const DAY = /^\d{4}-\d{2}-\d{2}$/;
const CLOCK = /(?:[01]\d|2[0-3]):[0-5]\d(?::[0-5]\d(?:[.,]\d{1,9})?)?/;
const ZONE = /Z|[+-](?:[01]\d|2[0-3]):?[0-5]\d/;
const INSTANT = new RegExp(`^(\\d{4}-\\d{2}-\\d{2})T(${CLOCK.source})(${ZONE.source})$`, 'i');

/** Milliseconds of a minute, an hour and a day. */
export const MINUTE_MS = 60_000;
export const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;
/** The start of the unit of time that an instant is in, in UTC; all in milliseconds. */
export const floorTo = (unit: number, time: number): number => Math.floor(time / unit) * unit;
/** The instants that an event may have (rules.md, "Everywhere"), in milliseconds since the epoch. */
export const EARLIEST = Date.UTC(1970, 0, 1);
export const LATEST = Date.UTC(9999, 11, 31, 23, 59, 59, 999);

/** The start of a day in UTC, or undefined where there is none: `Date` rolls 30 February over into March. */
function startOf(day: string): number | undefined {
  const time = Date.parse(day);
  return !Number.isNaN(time) && formatInstant(time).startsWith(day) ? time : undefined;
}

const within = (time: number | undefined) =>
  time !== undefined && time >= EARLIEST && time <= LATEST ? time : undefined;

/**
 * Reads an ISO 8601 timestamp that carries a zone and names a real instant between the years 1970 and 9999
 * (rules.md, "Everywhere"); digits beyond the millisecond are cut off.
 * @returns milliseconds since the epoch, or undefined
 */
export function parseInstant(text: string): number | undefined {
  const [, day, clock, zone] = INSTANT.exec(text) ?? [];
  if (!day || !clock || !zone || startOf(day) === undefined) return undefined;
  const offset = zone.toUpperCase().replace(/(\d\d)(\d\d)$/, '$1:$2');
  return within(Date.parse(`${day}T${clock.replace(',', '.')}${offset}`));
}

/**
 * Reads a calendar day, `YYYY-MM-DD`, between the years 1970 and 9999.
 * @returns milliseconds since the epoch of its start in UTC, or undefined
 */
export function parseDay(text: string): number | undefined {
  return DAY.test(text) ? within(startOf(text)) : undefined;
}

/** An instant as every response writes it: UTC with milliseconds. */
export const formatInstant = (milliseconds: number): string => new Date(milliseconds).toISOString();

/** The longest name of a time zone that is taken; the longest that there is has some 30 characters. */
export const MAX_TIME_ZONE = 64;

/** Whether this is the name of a time zone in the IANA database. Offsets such as `+02:00` are none. */
export function isTimeZone(name: string): boolean {
  if (name.length > MAX_TIME_ZONE || !/^[A-Za-z][\w+/-]*$/.test(name)) return false;
  try {
    return Boolean(Temporal.Instant.fromEpochMilliseconds(0).toZonedDateTimeISO(name));
  } catch {
    return false;
  }
}
