import { cut } from '../../common/text.js';
import type { Location } from '../../events/event.entity.js';
import { isRecord, MAX_LENGTH, NO_LOCATION, recordOf, shownOf, textOf } from '../reading/feed-text.js';

/** Code points of an address, the same as for users' events. */
const MAX_ADDRESS = 500;
const DECIMAL = /^[+-]?\d{1,3}(\.\d{1,20})?$/;

export type Venue = Record<string, unknown>;

/** The first venue of an item, which may have several or none. */
export function venueOf(item: Record<string, unknown>): Venue | undefined {
  const { venues } = recordOf(item._embedded);
  return Array.isArray(venues) ? venues.find(isRecord) : undefined;
}

/** Name, address and coordinates of a venue, as an event's location. */
export function locationOf(venue: Venue | undefined): Location {
  const name = shownOf(venue?.name, MAX_LENGTH.location) ?? NO_LOCATION;
  const parts = addressPartsOf(venue).map((part) => shownOf(part, MAX_ADDRESS));
  const address = parts.filter((part) => part !== undefined).join(', ');
  return { name, ...(address && { address: cut(address, MAX_ADDRESS) }), ...coordinatesOf(venue) };
}

/** Street, city and state, those that are known. */
export function addressPartsOf(venue: Venue | undefined): string[] {
  const { stateCode, name: stateName } = recordOf(venue?.state);
  const parts = [recordOf(venue?.address).line1, recordOf(venue?.city).name, textOf(stateCode) ?? stateName];
  return parts.map(textOf).filter((part) => part !== undefined);
}

/** Both or neither; the feed sends them as text. */
function coordinatesOf(venue: Venue | undefined): { latitude: number; longitude: number } | undefined {
  const { latitude, longitude } = recordOf(venue?.location);
  const [north, east] = [degreesOf(latitude, 90), degreesOf(longitude, 180)];
  return north === undefined || east === undefined ? undefined : { latitude: north, longitude: east };
}

function degreesOf(value: unknown, most: number): number | undefined {
  if (typeof value !== 'number' && !(typeof value === 'string' && DECIMAL.test(value.trim())))
    return undefined;
  const degrees = Number(value);
  return Math.abs(degrees) <= most ? degrees : undefined;
}
