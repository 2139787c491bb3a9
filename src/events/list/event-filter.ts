import { formatInstant } from '../../common/instant.js';
import { IS_UNENDED, UNENDED } from '../event.entity.js';
import { TAKES_APPLICATIONS } from '../gig-terms.service.js';
import { type Area, boxesOf, distanceTo } from '../map/area.js';
import type { ParsedSearch } from '../search/search-query.js';
import { lastBefore, running, startOf, type Window } from './event-window.js';
import type { ListEventsQuery } from './events-query.dto.js';

/** Conditions on rows of `events e`, and the values of the parameters that they and the rest of their statement name. */
export class EventFilter {
  readonly values: unknown[] = [];
  /** Whether one plan is good for all values, so that the statement may have a name. */
  hasOnePlan = true;
  private readonly conditions: string[] = [];

  /** Adds a value, and returns the SQL of its parameter. */
  value(value: unknown, type: string): string {
    return `$${this.values.push(value)}::${type}`;
  }

  and(condition: string): this {
    this.conditions.push(condition);
    return this;
  }

  /** SQL of all conditions, and of further ones. */
  where(...further: string[]): string {
    const all = [...this.conditions, ...further];
    return all.length > 0 ? `WHERE ${all.join(' AND ')}` : '';
  }
}

/** What a list is filtered by besides its query. */
export interface Filters {
  window?: Window;
  area?: Area;
  /** Whether the index of the map finds the events of the area; else they are many, and another index is scanned. */
  isSmallArea?: boolean;
  search?: ParsedSearch;
}

/** The conditions of `GET /events`, all combined with AND, but for those of `window`. */
export function filterOf(query: ListEventsQuery, { area, isSmallArea, search }: Filters = {}): EventFilter {
  const filter = new EventFilter();
  const { creatorId, startDate, endDate, tag, tz } = query;
  const instant = (time: number) => filter.value(formatInstant(time), 'timestamptz');
  if (creatorId !== undefined) filter.and(`e.creator_id = ${filter.value(creatorId, 'text')}`);
  if (startDate !== undefined) filter.and(`e.start_at >= ${instant(startOf(startDate, tz))}`);
  if (endDate !== undefined) filter.and(`e.start_at <= ${instant(lastBefore(endDate, tz))}`);
  addValues(filter, query);
  addWork(filter, query);
  if (tag !== undefined) {
    filter.and(`event_tags(e.tags) @> ${filter.value([tag.toLowerCase()], 'text[]')}`);
    filter.hasOnePlan = false;
  }
  if (area) addArea(filter, area, isSmallArea);
  if (search) {
    filter.and(search.condition(filter));
    filter.hasOnePlan = false;
  }
  return filter;
}

/** The columns that the index of starts has, too: it alone says which events have these values. */
function addValues(filter: EventFilter, { type, source, status, when, category }: ListEventsQuery): void {
  const statuses = status ?? (when && UNENDED);
  // With parameters, the index of what has not ended would not fit.
  if (statuses?.every((each) => UNENDED.includes(each))) filter.and(`e.${IS_UNENDED}`);
  const columns = { type, source, status, category: category?.map((each) => each.toUpperCase()) };
  for (const [column, values] of Object.entries(columns))
    if (values) filter.and(`e.${column} = ANY(${filter.value(values, 'text[]')})`);
}

/** The indexes of starts have the pay, too. It is compared as jsonb: whatever was stored, no list fails. */
function addWork(filter: EventFilter, { takesApplications, payType, minPay }: ListEventsQuery): void {
  if (takesApplications === 'true') filter.and(TAKES_APPLICATIONS);
  if (takesApplications === 'false') filter.and(`NOT (${TAKES_APPLICATIONS})`);
  if (payType) filter.and(`e.compensation ->> 'type' = ANY(${filter.value(payType, 'text[]')})`);
  if (minPay !== undefined)
    filter.and(`e.compensation -> 'amount' >= to_jsonb(${filter.value(minPay, 'numeric')})`);
}

function addArea(filter: EventFilter, area: Area, isSmall = false): void {
  const degrees = (angle: number) => filter.value(angle, 'float8');
  const boxes = boxesOf(area.box).map(({ west, south, east, north }) => {
    const [w, s, e, n] = [degrees(west), degrees(south), degrees(east), degrees(north)];
    const isInside = `e.latitude BETWEEN ${s} AND ${n} AND e.longitude BETWEEN ${w} AND ${e}`;
    return isSmall ? `${isInside} AND ${isInBox(w, s, e, n)}` : isInside;
  });
  if (isSmall) filter.and('e.latitude IS NOT NULL'); // as the index has it
  filter.and(`(${boxes.join(' OR ')})`);
  if (area.circle) filter.and(`${distanceTo(area.circle, degrees)} <= ${degrees(area.circle.radius)}`);
  filter.hasOnePlan = false;
}

/** SQL of how the index of the map finds the events of a box. */
const isInBox = (west: string, south: string, east: string, north: string) =>
  `point(e.longitude, mercator_y(e.latitude)) <@ box(point(${west}, mercator_y(${south})), point(${east}, mercator_y(${north})))`;

/** The SQL condition that an event starts in a span. */
export function startsIn(filter: EventFilter, { from, to }: Window): string {
  const bounds = [
    ...(from === undefined ? [] : [`e.start_at >= ${filter.value(formatInstant(from), 'timestamptz')}`]),
    ...(to === undefined ? [] : [`e.start_at < ${filter.value(formatInstant(to), 'timestamptz')}`]),
  ];
  return bounds.join(' AND ') || 'true';
}

/** SQL conditions of what has begun before an instant and goes on after it. No event meets both. */
export function runningAt(filter: EventFilter, instant: number): [forADay: string, forLonger: string] {
  return running(filter.value(formatInstant(instant), 'timestamptz'));
}

/** SQL conditions of what overlaps a span, of which no event meets two (contract 10). */
export function overlapping(filter: EventFilter, window: Window): string[] {
  const starting = startsIn(filter, window);
  return window.from === undefined ? [starting] : [starting, ...runningAt(filter, window.from)];
}
