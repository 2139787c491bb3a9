import { Temporal } from 'temporal-polyfill';

const DAY = /^\d{4}-\d{2}-\d{2}$/;
const CLOCK = /(?:[01]\d|2[0-3]):[0-5]\d(?::[0-5]\d(?:[.,]\d{1,9})?)?/;
const ZONE = /Z|[+-](?:[01]\d|2[0-3]):?[0-5]\d/;
const INSTANT = new RegExp(`^(\\d{4}-\\d{2}-\\d{2})T(${CLOCK.source})(${ZONE.source})$`, 'i');

export const MINUTE_MS = 60_000;
export const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;
/** Rounds an instant down to a multiple of `unit`, in UTC. Both are in milliseconds. */
export const floorTo = (unit: number, time: number): number => Math.floor(time / unit) * unit;
/** The range of an event's instants (rules.md, "Everywhere"), in milliseconds since the epoch. */
export const EARLIEST = Date.UTC(1970, 0, 1);
export const LATEST = Date.UTC(9999, 11, 31, 23, 59, 59, 999);

/** The start of a day in UTC; undefined if it does not exist: `Date` rolls 30 February into March. */
function startOf(day: string): number | undefined {
  const time = Date.parse(day);
  return !Number.isNaN(time) && formatInstant(time).startsWith(day) ? time : undefined;
}

const within = (time: number | undefined) =>
  time !== undefined && time >= EARLIEST && time <= LATEST ? time : undefined;

/**
 * Parses an ISO 8601 timestamp with a zone, in the years 1970 to 9999, down to the millisecond.
 * @returns milliseconds since the epoch, or undefined
 */
export function parseInstant(text: string): number | undefined {
  const [, day, clock, zone] = INSTANT.exec(text) ?? [];
  if (!day || !clock || !zone || startOf(day) === undefined) return undefined;
  const offset = zone.toUpperCase().replace(/(\d\d)(\d\d)$/, '$1:$2');
  return within(Date.parse(`${day}T${clock.replace(',', '.')}${offset}`));
}

/** Parses `YYYY-MM-DD`. @returns milliseconds since the epoch at the start of the day in UTC, or undefined */
export function parseDay(text: string): number | undefined {
  return DAY.test(text) ? within(startOf(text)) : undefined;
}

/** Formats an instant as responses do: ISO 8601 in UTC with milliseconds. */
export const formatInstant = (milliseconds: number): string => new Date(milliseconds).toISOString();

/** Maximum length of a time zone name. The longest in the IANA database has about 30 characters. */
export const MAX_TIME_ZONE = 64;

/** Whether this is an IANA time zone name. Offsets such as `+02:00` are not. */
export function isTimeZone(name: string): boolean {
  if (name.length > MAX_TIME_ZONE || !/^[A-Za-z][\w+/-]*$/.test(name)) return false;
  try {
    return Boolean(Temporal.Instant.fromEpochMilliseconds(0).toZonedDateTimeISO(name));
  } catch {
    return false;
  }
}
