import { DAY_MS, HOUR_MS } from '../../common/instant.js';
import { ASSUMED_HOURS } from '../../events/event-criteria.js';
import { NIGHT_ENDS } from '../../events/event-window.js';
import type { FoundEvent } from './found.js';
import type { Filters, Search, When } from './interpreter.js';
import { startOfDay } from './offline/date-span.js';
import { isOfFood } from './topics.sql.js';
import type { LocalTime } from './zone.js';

/**
 * Until an event begins: from now or, where nothing else or food is asked for, from the morning of its day; or from its end until the night
 * is over.
 */
export function timeBeside(
  { startAt, endAt }: FoundEvent,
  { side, named }: NonNullable<Search['beside']>,
  { topics }: Filters,
  { now, zone }: LocalTime,
): When {
  const start = Date.parse(startAt);
  const morning = zone.instantOf(startOfDay(zone.wallOf(start)));
  const isOfDay = topics.length === 0 || (!named && topics.every(isOfFood));
  const earliest = isOfDay ? Math.max(now, morning) : now;
  if (side === 'BEFORE') return { from: earliest, to: Math.max(start, earliest + 1) };
  const from = endAt === null ? start + ASSUMED_HOURS * HOUR_MS : Date.parse(endAt);
  const day = startOfDay(zone.wallOf(from - NIGHT_ENDS * HOUR_MS));
  return { from, to: zone.instantOf(day + DAY_MS + NIGHT_ENDS * HOUR_MS) };
}
