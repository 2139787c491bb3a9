import { DAY_MS, formatInstant, HOUR_MS } from '../../common/instant.js';
import type { Hours, When } from './interpreter.js';
import type { Zone } from './zone.js';

/** How far ahead parts of days are told apart. */
const DAYS_AHEAD = 92;

/**
 * These hours of each day that a time touches, as a `tstzmultirange` of PostgreSQL: of 92 days at most.
 * @param time from now on
 */
export function hoursOfDays({ begins, ends, days: weekdays }: Hours, { from, to }: When, zone: Zone): string {
  // What belongs to the night before counts as well.
  const first = Math.floor(zone.wallOf(from) / DAY_MS) - 1;
  const end = Math.floor(zone.wallOf(to === null ? from + DAYS_AHEAD * DAY_MS : to - 1) / DAY_MS);
  const last = begins < 0 ? end + 1 : end;
  const days = Array.from(
    { length: Math.min(last - first + 1, DAYS_AHEAD) },
    (_, at) => (first + at) * DAY_MS,
  ).filter((day) => !weekdays || weekdays.includes(new Date(day).getUTCDay()));
  const ranges = days.map((day) => {
    const [start, end] = [begins, ends].map((hour) => formatInstant(zone.instantOf(day + hour * HOUR_MS)));
    return `[${start},${end})`;
  });
  return `{${ranges.join(',')}}`;
}

/** Whether a time is of more than a day, even of one on which the clocks go back. */
export function isOfDays({ from, to }: When): boolean {
  return to === null || to - from > 1.5 * DAY_MS;
}
