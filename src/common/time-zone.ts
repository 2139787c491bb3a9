import { Temporal } from 'temporal-polyfill';

/** The longest name of a time zone that is taken; the longest that there is has some 30 characters. */
export const MAX_TIME_ZONE = 64;
const NAME = /^[A-Za-z][\w+/-]*$/;

/** Whether this is the name of a time zone in the IANA database. Offsets such as `+02:00` are none. */
export function isTimeZone(name: string): boolean {
  if (name.length > MAX_TIME_ZONE || !NAME.test(name)) return false;
  try {
    Temporal.Instant.fromEpochMilliseconds(0).toZonedDateTimeISO(name);
    return true;
  } catch {
    return false;
  }
}
