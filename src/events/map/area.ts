import { Problem } from '../../common/problem.js';
import type { Check } from '../../common/validation/fields.js';

/** Metres of the mean radius of the earth. */
export const EARTH_RADIUS = 6_371_008.8;
/** Metres (decisions.md, "The map"). */
export const MAX_RADIUS = 50_000;
export const DEFAULT_RADIUS = 2_000;
/** Degrees that a box around a circle is wider than it: more than what is lost in rounding. */
const MARGIN = 1e-7;
const LATITUDE = '-?(90(\\.0{1,20})?|[1-8]?\\d(\\.\\d{1,20})?)';
const LONGITUDE = '-?(180(\\.0{1,20})?|(1[0-7]\\d|[1-9]?\\d)(\\.\\d{1,20})?)';
/** What `near` and `bbox` look like. */
export const POINT_PATTERN = `^${LATITUDE}, ?${LONGITUDE}$`;
export const BOX_PATTERN = `^${LONGITUDE}, ?${LATITUDE}, ?${LONGITUDE}, ?${LATITUDE}$`;

export interface Point {
  latitude: number;
  longitude: number;
}

/** A part of the map in degrees. Where west is greater than east, it crosses the antimeridian. */
export interface Box {
  west: number;
  south: number;
  east: number;
  north: number;
}

/** All points that are within `radius` metres of one. */
export interface Circle extends Point {
  radius: number;
}

/** The part of the map that a list is of. A circle has the box around it. */
export interface Area {
  box: Box;
  circle?: Circle;
}

/** What a query says about the map. */
export interface AreaQuery {
  bbox?: string;
  near?: string;
  radius?: number;
  sort?: string;
}

export const checkBox: Check = (value) =>
  boxOf(value) ? undefined : 'must be west,south,east,north in degrees, with south not above north';

export const checkPoint: Check = (value) =>
  pointOf(value) ? undefined : 'must be latitude,longitude in degrees';

/**
 * The part of the map that a query names; undefined where it names none.
 * @throws Problem VALIDATION_FAILED for parameters that do not go together
 */
export function areaOf({ bbox, near, radius, sort }: AreaQuery): Area | undefined {
  const faults = [
    ...(bbox !== undefined && near !== undefined
      ? [{ pointer: 'bbox', detail: 'cannot be combined with near' }]
      : []),
    ...(radius !== undefined && near === undefined ? [{ pointer: 'radius', detail: 'needs near' }] : []),
    ...(sort === 'distance' && near === undefined
      ? [{ pointer: 'sort', detail: 'distance needs near' }]
      : []),
  ];
  if (faults.length > 0) throw Problem.invalid(...faults);
  if (bbox !== undefined) return { box: boxOf(bbox)! };
  if (near === undefined) return undefined;
  const circle = { ...pointOf(near)!, radius: radius ?? DEFAULT_RADIUS };
  return { box: boxAround(circle), circle };
}

/** Whether a point is in an area. */
export function isWithin({ box, circle }: Area, point: Point): boolean {
  const { latitude, longitude } = point;
  const { west, south, east, north } = box;
  if (latitude < south || latitude > north) return false;
  const isBetween =
    west <= east ? longitude >= west && longitude <= east : longitude >= west || longitude <= east;
  return isBetween && (!circle || distanceBetween(circle, point) <= circle.radius);
}

/**
 * Metres between two points on a sphere, by the haversine formula: exact to far below a metre, save for
 * points that are nearly opposite, where it is good to some decimetres.
 */
export function distanceBetween(one: Point, other: Point): number {
  const [from, to] = [radians(one.latitude), radians(other.latitude)];
  const height = Math.sin((to - from) / 2) ** 2;
  const width = Math.sin(radians(other.longitude - one.longitude) / 2) ** 2;
  return 2 * EARTH_RADIUS * Math.asin(Math.sqrt(Math.min(1, height + Math.cos(from) * Math.cos(to) * width)));
}

function boxOf(value: unknown): Box | undefined {
  const [west, south, east, north] = numbersOf(value, BOX_PATTERN) ?? [];
  if (west === undefined || south! > north!) return undefined;
  return { west, south: south!, east: east!, north: north! };
}

function pointOf(value: unknown): Point | undefined {
  const [latitude, longitude] = numbersOf(value, POINT_PATTERN) ?? [];
  return latitude === undefined ? undefined : { latitude, longitude: longitude! };
}

function numbersOf(value: unknown, pattern: string): number[] | undefined {
  const fits = typeof value === 'string' && new RegExp(pattern).test(value);
  return fits ? value.split(',').map(Number) : undefined;
}

function boxAround({ latitude, longitude, radius }: Circle): Box {
  const angle = radius / EARTH_RADIUS;
  const height = degrees(angle) + MARGIN;
  const [south, north] = [latitude - height, latitude + height];
  // Around a pole are all longitudes.
  if (south <= -90 || north >= 90)
    return { west: -180, south: Math.max(south, -90), east: 180, north: Math.min(north, 90) };
  const width = degrees(Math.asin(Math.min(1, Math.sin(angle) / Math.cos(radians(latitude))))) + MARGIN;
  return { west: turned(longitude - width), south, east: turned(longitude + width), north };
}

/** A longitude past the antimeridian, as it is called there. */
function turned(longitude: number): number {
  if (longitude < -180) return longitude + 360;
  return longitude > 180 ? longitude - 360 : longitude;
}

const radians = (angle: number) => (angle * Math.PI) / 180;
const degrees = (angle: number) => (angle * 180) / Math.PI;
