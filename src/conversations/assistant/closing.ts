import { DAY_MS } from '../../common/instant.js';
import type { FoundEvent } from './found.js';
import { MONTH, MONTHS } from './offline/day-names.js';
import type { LocalTime } from './zone.js';

/**
 * SQL of the last day on which one can register for an event `t`, as its text says it: "November 25". Few texts have the words, which
 * the vector tells. Null where one may come without, or where the day may be that of a discount.
 */
export const CLOSES = String.raw`CASE WHEN t.search @@ 'regist | registr | rsvp | sign | signup'::tsquery AND t.type = 'EVENT'
  AND t.description !~* '(?<!no )walk[- ]?ins?|early' THEN substring(t.description from
  '(?i)\m(?:regist|rsvp|sign[- ]?up)[^.!?]{0,60}\m(?:by|before|closes|ends|until)\M(?:(?!\m(?:from|starts|opens)\M)[^.!?;0-9]){0,25}(${MONTH}[.]? [0-9]{1,2}(?:st|nd|rd|th)?)\M(?! to (?:get|receive)| for an? )') END`;

/** Whether one can no longer register for an event, as its text says. */
export function hasClosed({ closes, startAt }: FoundEvent, { now, zone }: LocalTime): boolean {
  const [, month, day] = /^(\p{L}{3})\p{L}*\.? (\d{1,2})/u.exec(closes ?? '') ?? [];
  if (month === undefined) return false;
  const start = zone.wallOf(Date.parse(startAt));
  const at = MONTHS.findIndex((name) => name.toLowerCase().startsWith(month.toLowerCase()));
  const inYear = (year: number) => Date.UTC(year, at, Number(day));
  const year = new Date(start).getUTCFullYear();
  // One registers for an event in January by a day in December.
  const last = inYear(year) <= start ? inYear(year) : inYear(year - 1);
  return zone.wallOf(now) >= last + DAY_MS;
}
