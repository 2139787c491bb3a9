import { type Area, EARTH_RADIUS, type Point } from '../../src/events/map/area.js';

/** Metres between two points on a sphere, by the haversine formula. */
export function distanceBetween(one: Point, other: Point): number {
  const [from, to] = [radians(one.latitude), radians(other.latitude)];
  const height = Math.sin((to - from) / 2) ** 2;
  const width = Math.sin(radians(other.longitude - one.longitude) / 2) ** 2;
  return 2 * EARTH_RADIUS * Math.asin(Math.sqrt(Math.min(1, height + Math.cos(from) * Math.cos(to) * width)));
}

/** Whether a point is in an area. */
export function isWithin({ box, circle }: Area, { latitude, longitude }: Point): boolean {
  const { west, south, east, north } = box;
  if (latitude < south || latitude > north) return false;
  const isBetween =
    west <= east ? longitude >= west && longitude <= east : longitude >= west || longitude <= east;
  return isBetween && (!circle || distanceBetween(circle, { latitude, longitude }) <= circle.radius);
}

const radians = (angle: number) => (angle * Math.PI) / 180;
