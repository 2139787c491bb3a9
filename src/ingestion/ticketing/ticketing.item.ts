import { decodeHTMLStrict } from 'entities';
import { cut, isStorable } from '../../common/text.js';
import { isObject } from '../../common/validation/fields.js';
import {
  type EventImageDto,
  type EventLocationDto,
  MAX_ALT,
  MAX_IMAGES,
  MAX_PIXELS,
} from '../../events/event-members.dto.js';
import { httpUrlOf, MAX_LENGTH, NO_LOCATION, recordOf, visibleTextOf } from '../reading/feed-text.js';

/** Maximum code points of an address, as for users' events. */
const MAX_ADDRESS = 500;
const MAX_HINTS = 10;
const MAX_HINT = 100;
/** Classification names without meaning. */
const MEANINGLESS = /^(?:undefined|other|miscellaneous(?: .*)?)$/i;
/** The aspect ratio of most screens, in the notation of the feed. */
const WIDE = '16_9';
const DECIMAL = /^[+-]?\d{1,3}(\.\d{1,20})?$/;

export type Item = Record<string, unknown>;

/** The first venue of an item, which may have several, else its `place`, which has the same members. */
export function venueOf({ _embedded, place }: Item): Item {
  const { venues } = recordOf(_embedded);
  return recordOf((Array.isArray(venues) && venues.find(isObject)) || place);
}

/**
 * The texts of an item, with entities decoded once. Texts such as "-" or "***" are left out. A text that
 * cannot be stored is returned, so that the item is rejected for it.
 */
export function textsOf(item: Item) {
  const { name, address, city, state } = venueOf(item);
  const { stateCode, name: stateName } = recordOf(state);
  const parts = [recordOf(address).line1, recordOf(city).name].map(word);
  return {
    name: decoded(item.name),
    description: sentence(item.description),
    info: sentence(item.info),
    pleaseNote: sentence(item.pleaseNote),
    venue: word(name),
    address: [...parts, word(stateCode) ?? word(stateName)],
  };
}

type ItemTexts = ReturnType<typeof textsOf>;

/** The location of a venue: name, address and coordinates. The street or city replaces a missing name. */
export function locationOf(item: Item, { venue, address }: ItemTexts): EventLocationDto {
  const parts = address.map((part) => visibleTextOf(part, MAX_ADDRESS));
  const name = visibleTextOf(venue, MAX_LENGTH.location) ?? parts[0] ?? parts[1] ?? NO_LOCATION;
  const whole = cut(parts.filter(Boolean).join(', '), MAX_ADDRESS);
  return { name, ...(whole && { address: whole }), ...coordinatesOf(venueOf(item)) };
}

/** The classification of an item: segment, genre and sub-genre, the primary classification first. */
export function hintsOf({ classifications }: Item): string[] {
  const all = (Array.isArray(classifications) ? classifications : []).filter(isObject);
  const isPrimary = ({ primary }: Item) => primary === true;
  const names = [...all.filter(isPrimary), ...all.filter((each) => !isPrimary(each))]
    .slice(0, MAX_HINTS)
    .flatMap(({ segment, genre, subGenre }) => [segment, genre, subGenre])
    .map((part) => sentence(recordOf(part).name))
    .map((name) => name !== undefined && isStorable(name) && visibleTextOf(name, MAX_HINT)?.trim());
  const hints = names.filter((name): name is string => !!name && !MEANINGLESS.test(name));
  return [...new Set(hints)].slice(0, MAX_HINTS);
}

/**
 * Up to `MAX_IMAGES` images of an item, without fallback images: the usual aspect ratio first, then the
 * widest, whatever their order in the feed. The title is their alternative text.
 */
export function imagesOf({ images }: Item, title: string): EventImageDto[] {
  const alt = cut(title, MAX_ALT);
  const pictures = new Map<string, EventImageDto & { isWide: boolean }>();
  for (const entry of Array.isArray(images) ? images : []) {
    if (!isObject(entry) || entry.fallback === true) continue;
    const url = httpUrlOf(entry.url);
    if (url === null || pictures.has(url)) continue;
    const [width, height] = [pixelsOf(entry.width), pixelsOf(entry.height)];
    pictures.set(url, { url, width, height, alt, isWide: entry.ratio === WIDE });
  }
  return [...pictures.values()]
    .sort(
      (a, b) =>
        Number(b.isWide) - Number(a.isWide) || (b.width ?? 0) - (a.width ?? 0) || (a.url < b.url ? -1 : 1),
    )
    .slice(0, MAX_IMAGES)
    .map(({ isWide, ...image }) => image);
}

/** Latitude and longitude, or undefined if one is missing. The feed sends them as text. */
function coordinatesOf({ location }: Item): { latitude: number; longitude: number } | undefined {
  const { latitude, longitude } = recordOf(location);
  const [north, east] = [degreesOf(latitude, 90), degreesOf(longitude, 180)];
  return north === undefined || east === undefined ? undefined : { latitude: north, longitude: east };
}

function degreesOf(value: unknown, most: number): number | undefined {
  const isNumber = typeof value === 'number' || (typeof value === 'string' && DECIMAL.test(value.trim()));
  return isNumber && Math.abs(Number(value)) <= most ? Number(value) : undefined;
}

function pixelsOf(value: unknown): number | null {
  const pixels = Number.isInteger(value) ? (value as number) : 0;
  return pixels >= 1 && pixels <= MAX_PIXELS ? pixels : null;
}

function decoded(value: unknown): string | undefined {
  return typeof value === 'string' ? decodeHTMLStrict(value) : undefined;
}

const sentence = (value: unknown) => having(/\p{L}/u, decoded(value));
const word = (value: unknown) => having(/[\p{L}\p{N}]/u, decoded(value));

function having(needed: RegExp, text: string | undefined): string | undefined {
  return text !== undefined && (needed.test(text) || !isStorable(text)) ? text : undefined;
}
