import { DAY_MS, formatInstant, HOUR_MS } from '../../common/instant.js';
import { ASSUMED_HOURS } from '../../events/event-criteria.js';
import { NOW_LASTS } from './day-parts.js';
import type { Hours, Lasting, Order, Pay, PriceLimit } from './interpreter.js';
import { LONGEST_WHOLE } from './say-time.js';
import type { Add } from './topics.sql.js';
import type { Zone } from './zone.js';

export const isPartOfDay = ({ from, to }: { from: number; to: number }) =>
  to - from > NOW_LASTS && to - from < DAY_MS;
export const isStartOfDay = (time: number, zone: Zone) => zone.wallOf(time) % DAY_MS === 0;

/** Whether what lasts for days, from an earlier hour to a later one, is open at a part of a day: by these hours of each. */
export function isOpenAt({ from, to }: { from: number; to: number }, zone: Zone, add: Add): string {
  const clock = (instant: string) => `(${instant} AT TIME ZONE ${add(zone.name)})::time`;
  const [opens, closes] = [clock('t.start_at'), clock('t.end_at')];
  const [begin, end] = [from, to].map((time) => `${add(formatInstant(time))}::timestamptz`);
  const isOfOneDay = Math.floor(zone.wallOf(from) / DAY_MS) === Math.floor(zone.wallOf(to) / DAY_MS);
  const isOpen = `${opens} < ${clock(end!)} ${isOfOneDay ? 'AND' : 'OR'} ${closes} > ${clock(begin!)}`;
  return `(t.start_at >= ${begin} OR (t.end_at - t.start_at <= interval '${LONGEST_WHOLE / HOUR_MS} hours') IS NOT FALSE OR ${opens} >= ${closes} OR ${isOpen})`;
}

export function startsIn({ isWanted }: Hours, ranges: string): string {
  return `${isWanted ? '' : 'NOT '}t.start_at <@ ${ranges}::tstzmultirange`;
}

/** Whether a gig has so many positions. */
export function needs(people: number, add: Add): string {
  return `coalesce(t.positions, 1) >= ${add(people)}`;
}

export const PAYS_ANYTHING = `jsonb_path_exists(t.compensation, '$.amount ? (@ > 0)')`;

/** A JSON path takes whatever is stored: values of another shape do not match. */
export function pays({ least, most, strictly, currency, per }: Pay, add: Add): string {
  const equal = strictly ? '' : '=';
  const tests = [
    least === null ? '@.amount >= 0' : `@.amount >${equal} $least`,
    ...(most === null ? [] : [`@.amount <${equal} $most`]),
    ...(currency === null ? [] : ['@.currency == $currency']),
    ...(per === null ? [] : ['@.type == $per']),
  ];
  const variables = JSON.stringify({ least, most, currency, per });
  const said = `jsonb_path_exists(t.compensation, '$ ? (${tests.join(' && ')})', ${add(variables)})`;
  // What is paid by the hour, whatever it is, is not paid in all.
  const isOfRate = per === 'HOURLY' && !(least === 0 && most === null);
  if (!isOfRate) return said;
  const bounds = [
    ...(least === null ? [] : [`${PER_HOUR} >${equal} ${add(least)}::numeric`]),
    ...(most === null ? [] : [`${PER_HOUR} <${equal} ${add(most)}::numeric`]),
  ];
  if (bounds.length === 0) return said;
  const ofCurrency = currency === null ? [] : [`t.compensation ->> 'currency' = ${add(currency)}`];
  return `(${said} OR (${[...ofCurrency, ...bounds].join(' AND ')}))`;
}

/** An amount with its sign before it, but not one of millions. */
const FIRST_AMOUNT =
  '[$€£][[:space:]]?([0-9]{1,3}(?:,[0-9]{3})+(?:[.][0-9]{1,2})?|[0-9]{1,7}(?:[.][0-9]{1,2})?)(?![.][0-9]{3})(?![0-9,.]*[[:space:]]?(?:[mMbB]illion|[kKM]\\M))';

/** The first amount of money in the text: what comes after it is mostly popcorn. */
export const PRICE = `replace(substring(t.description from '${FIRST_AMOUNT}'), ',', '')::numeric`;

/** Whether the first amount of money in the text is one that an event may cost; or whether it has none. */
export function costs({ most, strictly, isUnsaid }: PriceLimit, add: Add): string {
  if (isUnsaid) return `${PRICE} IS NULL`;
  return `coalesce(${PRICE} <${strictly ? '' : '='} ${add(most)}::numeric, false)`;
}

const LASTS = '(t.end_at - t.start_at)';
/** When it ends, known or assumed. */
export const END = `coalesce(t.end_at, t.start_at + interval '${ASSUMED_HOURS} hours')`;

/** That it lasts so long, and is over by that hour of the day on which it starts. Where no end is given, its length is unknown. */
export function lastsSo({ least, most, endsBy }: Lasting, zone: Zone, add: Add): string[] {
  const wall = (instant: string) => `(${instant} AT TIME ZONE ${add(zone.name)})`;
  const hours = (count: number) => `${add(count)}::float8 * interval '1 hour'`;
  return [
    ...(least === null ? [] : [`${LASTS} >= ${hours(least)}`]),
    ...(most === null ? [] : [`${LASTS} <= ${hours(most)}`]),
    ...(endsBy === null
      ? []
      : [`${wall(END)} <= date_trunc('day', ${wall('t.start_at')}) + ${hours(endsBy)}`]),
  ];
}

const AMOUNT = `(jsonb_path_query_first(t.compensation, '$.amount ? (@ >= 0)'))::numeric`;
/** What is paid for an hour; of what is paid in all where it has an end within a day. Else it cannot be compared. */
const PER_HOUR = `CASE t.compensation ->> 'type' WHEN 'HOURLY' THEN ${AMOUNT}
  WHEN 'FIXED' THEN CASE WHEN ${LASTS} BETWEEN interval '1 minute' AND interval '1 day'
                         THEN ${AMOUNT} / (extract(epoch FROM ${LASTS}) / 3600) END END`;

/** What is paid in all; of what is paid by the hour where it has an end within a day. Else it cannot be compared. */
const IN_ALL = `CASE t.compensation ->> 'type' WHEN 'FIXED' THEN ${AMOUNT}
  WHEN 'HOURLY' THEN CASE WHEN ${LASTS} BETWEEN interval '1 minute' AND interval '1 day'
                          THEN ${AMOUNT} * (extract(epoch FROM ${LASTS}) / 3600) END END`;

export const SORTED: Record<Exclude<Order, 'SOONEST'>, string> = {
  // An exhibition rather than a talk at the museum.
  ENDING: `(${LASTS} > interval '1 day') IS TRUE DESC, ${END}`,
  LATEST: 't.start_at DESC, t.end_at DESC NULLS LAST',
  LONGEST: `${LASTS} DESC NULLS LAST`,
  SHORTEST: `${LASTS} NULLS LAST`,
  BEST_PAID: `${PER_HOUR} DESC NULLS LAST, ${AMOUNT} DESC NULLS LAST`,
  MOST_PAID: `${IN_ALL} DESC NULLS LAST, ${PER_HOUR} DESC NULLS LAST`,
  MOST_POSITIONS: 'coalesce(t.positions, 1) DESC',
};
