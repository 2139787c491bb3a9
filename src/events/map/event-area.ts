import { LessThan, MoreThanOrEqual, Raw } from 'typeorm';
import { formatInstant } from '../../common/instant.js';
import type { Criteria, Where } from '../../database/criteria.js';
import type { Walk } from '../../database/page.js';
import type { EventEntity } from '../event.entity.js';
import { criteriaOf, overlap, partsOf, type Walked, walksOf } from '../event-criteria.js';
import type { Window } from '../event-window.js';
import type { ListEventsQuery } from '../events-query.dto.js';
import { todayInUtc } from '../nearness.js';
import { type Area, EARTH_RADIUS, type Point } from './area.js';
import { coverOf, rangesOf } from './cells.js';
import type { Region } from './places.js';

type Walks = Walk<EventEntity>[];

/** An event of a list, with its distance in metres where the region has a circle. */
export type Listed<Event> = Event & { distance?: number };

/** Events that walks read before they are merged, at most; each cell of the map is a walk. */
const MAX_READ = 25_600;
const MAX_CELLS = 256;
const MIN_CELLS = 9;

/** Has no coordinates of its own. The index of names has these alone. */
const HAS_NONE = 'event_cell(t.location, 4) IS NULL';

/** The criterion that an event is in a region, for a list that follows another index. */
export function isIn({ area, names }: Region): Criteria<EventEntity> {
  const { zoom, cells } = coverOf(area.box, MAX_CELLS);
  const own = ownIn(area);
  return {
    location: Raw(
      () =>
        `(event_cell(t.location, ${zoom}) = ANY(:cells::bigint[]) AND ${own.text}` +
        `${names.length > 0 ? ` OR ${HAS_NONE} AND event_place(t.location) = ANY(:names::text[])` : ''})`,
      { cells, names, ...own.values },
    ),
  };
}

/**
 * What a list is read by in a span of time and a region. What begins before the span is looked through for the region. In
 * another order there is one walk, and PostgreSQL sorts.
 * @param rows that each walk is to read
 */
export function walksOfList(
  query: ListEventsQuery,
  window: Window | undefined,
  region: Region | undefined,
  rows: number,
): Walked {
  if (!region) return walksOf(query, window);
  const where = criteriaOf(query);
  const { begun, rest } = partsOf(query, window);
  const looked = (criteria: Criteria<EventEntity>) => ({ criteria: { ...criteria, ...isIn(region) } });
  if (query.sort?.endsWith('createdAt')) return { where, walks: [looked(rest)] };
  return { where, walks: [...begun.map(looked), ...walksIn(region, rows, rest)] };
}

/**
 * Walks through a region in the order of the start: one for each cell of the map, and one for each name of a place.
 * @param rows that each walk is to read
 */
export function walksIn({ area, names }: Region, rows: number, criteria: Criteria<EventEntity> = {}): Walks {
  const most = Math.max(MIN_CELLS, Math.min(MAX_CELLS, Math.floor(MAX_READ / rows)));
  const { zoom, cells } = coverOf(area.box, most);
  const own = ownIn(area);
  const isInCell = Raw(() => `event_cell(t.location, ${zoom}) = walk.key AND ${own.text}`, own.values);
  const walks: Walks = [
    { criteria: { ...criteria, location: isInCell }, keys: { values: cells, type: 'bigint' } },
  ];
  const isAtPlace = Raw(() => `event_place(t.location) = walk.key AND ${HAS_NONE}`);
  if (names.length > 0)
    walks.push({ criteria: { ...criteria, location: isAtPlace }, keys: { values: names, type: 'text' } });
  return walks;
}

/** What a search goes through that takes what is to come before what was. */
interface Sides {
  /** What all of it has to meet. */
  criteria: Criteria<EventEntity>[];
  coming: Walks;
  earlier: Walks;
}

/**
 * The walks of what starts from today in UTC on, and of what started before. Of a window that has a beginning, all of it is to
 * come.
 * @param rows that each walk is to read
 */
export function sidesOf(
  query: ListEventsQuery,
  window: Window | undefined,
  region: Region | undefined,
  rows: number,
): Sides {
  const criteria = [criteriaOf(query)];
  if (window?.from !== undefined) {
    const { walks } = walksOfList({ ...query, sort: 'startAt' }, window, region, rows);
    return { criteria, coming: walks, earlier: [] };
  }
  if (window) criteria.push(overlap(window));
  const today = formatInstant(todayInUtc());
  const walks = (startAt: Criteria<EventEntity>['startAt']): Walks =>
    region ? walksIn(region, rows, { startAt }) : [{ criteria: { startAt } }];
  return { criteria, coming: walks(MoreThanOrEqual(today)), earlier: walks(LessThan(today)) };
}

/** The column of each event's distance, where the region has a circle. */
export function distanceColumn(region?: Region): ((where: Where) => string) | undefined {
  return region?.area.circle && ((where) => `${distanceIn(region, where)} AS distance`);
}

/** SQL of how many metres an event is from the middle of the region's circle, in tenths. */
export function distanceIn({ area, names, distances }: Region, where: Where): string {
  const { latitude, longitude } = area.circle!;
  const own = haversine(`${where.parameter(latitude)}::float8`, `${where.parameter(longitude)}::float8`);
  const place =
    names.length === 0
      ? ''
      : ` ELSE (SELECT place.metres FROM unnest(${where.parameter(names)}::text[], ${where.parameter(distances)}::float8[])
                AS place (name, metres) WHERE place.name = event_place(t.location))`;
  return `round((CASE WHEN NOT (${HAS_NONE}) THEN ${own}${place} END)::numeric, 1)::float8`;
}

/** The condition that an event's own coordinates are in an area. */
function ownIn({ box, circle }: Area): { text: string; values: Record<string, number> } {
  const ranges = rangesOf(box);
  const isBetween = ranges.map(
    (_, index) => `event_longitude(t.location) BETWEEN :west${index} AND :east${index}`,
  );
  const values: Record<string, number> = { south: box.south, north: box.north };
  for (const [index, [west, east]] of ranges.entries())
    Object.assign(values, { [`west${index}`]: west, [`east${index}`]: east });
  const text = `event_latitude(t.location) BETWEEN :south AND :north AND (${isBetween.join(' OR ')})`;
  if (!circle) return { text: likely(text), values };
  return {
    text: likely(`${text} AND ${haversine(':latitude::float8', ':longitude::float8')} <= :radius`),
    values: { ...values, ...pick(circle), radius: circle.radius },
  };
}

/** The planner takes a CASE for true of half the rows. Of comparisons without statistics it would expect hardly any. */
const likely = (condition: string) => `CASE WHEN ${condition} THEN true ELSE false END`;

const pick = ({ latitude, longitude }: Point) => ({ latitude, longitude });

/** SQL of the metres between an event's own coordinates and a point, on a sphere. */
function haversine(latitude: string, longitude: string): string {
  const height = `power(sin(radians(event_latitude(t.location) - ${latitude}) / 2), 2)`;
  const width = `power(sin(radians(event_longitude(t.location) - ${longitude}) / 2), 2)`;
  const across = `cos(radians(event_latitude(t.location))) * cos(radians(${latitude})) * ${width}`;
  return `2 * ${EARTH_RADIUS} * asin(sqrt(least(1, ${height} + ${across})))`;
}
