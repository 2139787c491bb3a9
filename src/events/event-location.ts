import type { EventEntity, Location } from './event.entity.js';

/** The columns of a location, which comes back as it was sent. */
export function locationColumns(location: Location): Pick<EventEntity, 'location' | 'locationSent'> {
  return { location, locationSent: isInOrder(location) ? null : location };
}

/** Whether the members are in the order of jsonb, at every depth: the shorter name first, then byte by byte. */
function isInOrder(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return true;
  if (Array.isArray(value)) return value.every(isInOrder);
  const names = Object.keys(value).map((name) => Buffer.from(name));
  const isNext = (name: Buffer, before: Buffer) =>
    before.length === name.length ? before.compare(name) < 0 : before.length < name.length;
  return (
    names.every((name, index) => index === 0 || isNext(name, names[index - 1]!)) &&
    Object.values(value).every(isInOrder)
  );
}
