import { DAY_MS, formatInstant, HOUR_MS } from '../../common/instant.js';
import { NIGHT_ENDS } from '../../events/event-window.js';
import { hoursOfDays } from './hours.js';
import type { Filters, When } from './interpreter.js';
import { startOfDay } from './offline/date-span.js';
import {
  costs,
  isOpenAt,
  isPartOfDay,
  isStartOfDay,
  lastsSo,
  needs,
  PAYS_ANYTHING,
  pays,
  startsIn,
} from './times-and-pay.sql.js';
import { type Add, has, haveTopics, isAt, isOfFood, isUnwanted, SAYS_FREE } from './topics.sql.js';
import type { Zone } from './zone.js';

/** What is looked at beside the filters. */
export interface Sight {
  /** Events to leave out. */
  except?: string[];
  /** The only ones that are looked at. */
  among?: string[];
  /** An instant, in milliseconds since the epoch: what starts next to it comes before what starts sooner. */
  around?: number;
}

/** What runs for so long that it has food at its opening alone. */
const SERVES_AT_OPENING = `coalesce(t.end_at - t.start_at > interval '3 days', false)`;

/**
 * SQL of the conditions that an event `t` meets where it fits, its type and whether it is open aside.
 * @param begin SQL of the instant `from`: now, where the time that is asked for has begun before
 */
export function fitting(
  { type, topics, match, unwanted, place, free, pay, price, hours, lasts, campus, people, when }: Filters,
  { from, to, begin, zone, except = [], among }: When & Sight & { begin: string; zone: Zone },
  add: Add,
): string[] {
  const at = (time: number) => add(formatInstant(time));
  const part = to !== null && isPartOfDay({ from, to }) ? { from, to } : undefined;
  return [
    haveTopics(topics, match, add),
    ...unwanted.map((topic) => `NOT ${isUnwanted(topic, add)}`),
    ...(except.length === 0 ? [] : [`t.id <> ALL(${add(except)}::uuid[])`]),
    ...(place.length === 0 ? [] : [isAt(place, add)]),
    ...(campus === 'ON' ? [`t.source <> 'TICKET_API'`] : []),
    // What people post is mostly on campus, but a gig may be anywhere.
    ...(campus === 'OFF' ? [`(t.source = 'TICKET_API' OR t.type = 'GIG')`] : []),
    ...(among && people !== null ? [needs(people, add)] : []),
    ...(pay ? [pays(pay, add)] : []),
    ...(hours ? [startsIn(hours, add(hoursOfDays(hours, { from, to }, zone)))] : []),
    ...(lasts ? lastsSo(lasts, zone, add) : []),
    ...(part ? [isOpenAt(part, zone, add)] : []),
    // What is over soon after a part of a day has begun belongs to the part before.
    ...(part && from === when?.from
      ? [
          `(t.start_at >= ${begin} OR (t.end_at > ${at(from + Math.min(HOUR_MS, (part.to - from) / 4))}) IS NOT FALSE)`,
        ]
      : []),
    // What is on all of the next day is not of the night before.
    ...(part ? [`t.start_at <> ${at(zone.instantOf(startOfDay(zone.wallOf(part.to))))}`] : []),
    // What goes on past midnight belongs to the evening before.
    ...(isStartOfDay(from, zone)
      ? [`(t.start_at >= ${begin} OR t.end_at > ${at(from + NIGHT_ENDS * HOUR_MS)})`]
      : []),
    ...(topics.some(isOfFood)
      ? [
          `t.start_at >= ${at(from - DAY_MS)} AND (${to !== null} AND t.start_at >= ${begin} OR NOT ${SERVES_AT_OPENING})`,
        ]
      : []),
    // Late in the evening is no time for children.
    ...(match !== 'TITLE' && topics.some(({ words }) => words.includes('kids'))
      ? [`(t.start_at AT TIME ZONE ${add(zone.name)})::time < time '20:30'`]
      : []),
    ...(price?.isUnsaid ? [costs(price, add), `NOT ${has(SAYS_FREE, add)}`] : []),
    ...(price && !price.isUnsaid ? [`(${costs(price, add)} OR ${has(SAYS_FREE, add)})`] : []),
    ...(free ? [type === 'GIG' ? `${PAYS_ANYTHING} IS NOT TRUE` : has(SAYS_FREE, add)] : []),
  ];
}
