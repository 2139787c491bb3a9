import { type Fault, Problem } from '../../common/problem.js';
import type { Check } from '../../common/validation/fields.js';
import type { NamedSql } from '../../database/statements.js';

/** The mean radius of the earth in metres. */
export const EARTH_RADIUS = 6_371_008.8;
/** The limit and the default of `radius`, in metres (rules.md, "The map"). */
export const MAX_RADIUS = 50_000;
export const DEFAULT_RADIUS = 2_000;
/** Margin of the box around a circle, in degrees. It exceeds the rounding errors. */
const MARGIN = 1e-7;
const LATITUDE = '-?(90(\\.0{1,20})?|[1-8]?\\d(\\.\\d{1,20})?)';
const LONGITUDE = '-?\\d{1,4}(\\.\\d{1,20})?';
/** Patterns of `near` and `bbox`. Longitudes past 180 wrap around, because map libraries send them. */
export const POINT_PATTERN = `^${LATITUDE}, ?${LONGITUDE}$`;
export const BOX_PATTERN = `^${LONGITUDE}, ?${LATITUDE}, ?${LONGITUDE}, ?${LATITUDE}$`;

export interface Point {
  latitude: number;
  longitude: number;
}

/** A box on the map, in degrees. If west is greater than east, it crosses the antimeridian. */
interface Box {
  west: number;
  south: number;
  east: number;
  north: number;
}

/** All points within `radius` metres of a point. */
type Circle = Point & { radius: number };

/** The area that a list is limited to. For a circle, `box` encloses it. */
export interface Area {
  box: Box;
  circle?: Circle;
}

type AreaQuery = { bbox?: string; near?: string; radius?: number; sort?: string };

export const checkBox: Check = (value) =>
  boxOf(value) ? undefined : 'must be west,south,east,north in degrees, with south not above north';

export const checkPoint: Check = (value) =>
  pointOf(value) ? undefined : 'must be latitude,longitude in degrees';

/** The area of a query, if it has one. @throws Problem VALIDATION_FAILED for conflicting parameters */
export function areaOf({ bbox, near, radius, sort }: AreaQuery): Area | undefined {
  const faults: Fault[] = [];
  if (near === undefined) {
    if (radius !== undefined) faults.push({ pointer: 'radius', detail: 'needs near' });
    if (sort === 'distance') faults.push({ pointer: 'sort', detail: 'distance needs near' });
  } else if (bbox !== undefined) faults.push({ pointer: 'bbox', detail: 'cannot be combined with near' });
  if (faults.length > 0) throw Problem.invalid(...faults);
  if (bbox !== undefined) return { box: boxOf(bbox)! };
  if (near === undefined) return undefined;
  const circle = { ...pointOf(near)!, radius: radius ?? DEFAULT_RADIUS };
  return { box: boxAround(circle), circle };
}

/** Splits a box at the antimeridian, if it crosses it. */
function boxesOf(box: Box): Box[] {
  if (box.west <= box.east) return [box];
  return [
    { ...box, east: 180 },
    { ...box, west: -180 },
  ];
}

/** SQL of the distance in metres between the circle's center and the event `e`, by the haversine formula. */
export const DISTANCE = (() => {
  const height = 'power(sin(radians(e.latitude - :latitude::float8) / 2), 2)';
  const width = 'power(sin(radians(e.longitude - :longitude::float8) / 2), 2)';
  const across = `cos(radians(e.latitude)) * cos(radians(:latitude::float8)) * ${width}`;
  return `2 * ${EARTH_RADIUS} * asin(sqrt(least(1, ${height} + ${across})))`;
})();

/** SQL conditions of events in an area. @param isSmall whether to use the map index */
export function conditionsOf({ box, circle }: Area, isSmall: boolean): NamedSql[] {
  const boxes = boxesOf(box);
  const inside = boxes.map((_, nth) => {
    const [w, s, e, n] = ['west', 'south', 'east', 'north'].map((side) => `:${side}${nth}::float8`);
    const corners = `point(${w}, mercator_y(${s})), point(${e}, mercator_y(${n}))`;
    const isFound = `point(e.longitude, mercator_y(e.latitude)) <@ box(${corners})`;
    const isInside = `e.latitude BETWEEN ${s} AND ${n} AND e.longitude BETWEEN ${w} AND ${e}`;
    return isSmall ? `${isInside} AND ${isFound}` : isInside;
  });
  const sides = boxes.flatMap((each, nth) =>
    Object.entries(each).map(([side, angle]) => [`${side}${nth}`, angle]),
  );
  return [
    ...(isSmall ? [{ sql: 'e.latitude IS NOT NULL' }] : []), // the condition of the partial index
    { sql: `(${inside.join(' OR ')})`, values: Object.fromEntries(sides) },
    ...(circle ? [{ sql: `${DISTANCE} <= :radius::float8`, values: { ...circle } }] : []),
  ];
}

function boxOf(value: unknown): Box | undefined {
  const [west, south, east, north] = numbersOf(value, BOX_PATTERN) ?? [];
  if (west === undefined || south! > north!) return undefined;
  const [from, to] = east! - west >= 360 ? [-180, 180] : [wrapped(west), wrapped(east!)];
  return { west: from!, south: south!, east: to!, north: north! };
}

function pointOf(value: unknown): Point | undefined {
  const [latitude, longitude] = numbersOf(value, POINT_PATTERN) ?? [];
  return latitude === undefined ? undefined : { latitude, longitude: wrapped(longitude!) };
}

function numbersOf(value: unknown, pattern: string): number[] | undefined {
  const fits = typeof value === 'string' && new RegExp(pattern).test(value);
  return fits ? value.split(',').map(Number) : undefined;
}

function boxAround({ latitude, longitude, radius }: Circle): Box {
  const angle = radius / EARTH_RADIUS;
  const height = degrees(angle) + MARGIN;
  const [south, north] = [latitude - height, latitude + height];
  // A circle around a pole contains all longitudes.
  if (south <= -90 || north >= 90)
    return { west: -180, south: Math.max(south, -90), east: 180, north: Math.min(north, 90) };
  const width = degrees(Math.asin(Math.min(1, Math.sin(angle) / Math.cos(radians(latitude))))) + MARGIN;
  return { west: wrapped(longitude - width), south, east: wrapped(longitude + width), north };
}

/** Normalizes a longitude to -180 (inclusive) to 180 (exclusive). */
export function wrapped(longitude: number): number {
  if (longitude >= -180 && longitude < 180) return longitude;
  return ((((longitude + 180) % 360) + 360) % 360) - 180;
}

const radians = (angle: number) => (angle * Math.PI) / 180;
const degrees = (angle: number) => (angle * 180) / Math.PI;
