import { decodeHTMLStrict } from 'entities';
import { isStorable } from '../../common/text.js';
import { isRecord, recordOf, shownOf } from '../reading/feed-text.js';
import { venueOf } from './ticketing.venue.js';

type Item = Record<string, unknown>;

/** Names of classifications that say nothing. */
const MEANINGLESS = /^(?:undefined|other|miscellaneous(?: .*)?)$/i;
const MAX_HINTS = 10;
const MAX_HINT = 100;

/**
 * The item with the entities in its texts decoded, once. Texts such as "-" or "***" are left out: a
 * description needs a letter, a name or an address a letter or a digit. An event may have any title.
 */
export function withPlainTexts(item: Item): Item {
  const { name, description, info, pleaseNote, _embedded } = item;
  const venue = venueOf(item);
  return {
    ...item,
    name: decoded(name),
    description: sentence(description),
    info: sentence(info),
    pleaseNote: sentence(pleaseNote),
    _embedded: venue ? { venues: [plainVenue(venue)] } : _embedded,
  };
}

/** What the feed classifies an item as: segment, genre and sub-genre, those of the primary classification first. */
export function hintsOf({ classifications }: Item): string[] {
  const all = Array.isArray(classifications) ? classifications.filter(isRecord) : [];
  const primaryFirst = [...all.filter(isPrimary), ...all.filter((each) => !isPrimary(each))].slice(
    0,
    MAX_HINTS,
  );
  const names = primaryFirst
    .flatMap(({ segment, genre, subGenre }) => [segment, genre, subGenre])
    .map((part) => sentence(recordOf(part).name))
    .map((name) =>
      typeof name === 'string' && isStorable(name) ? shownOf(name, MAX_HINT)?.trim() : undefined,
    )
    .filter((name) => name !== undefined && !MEANINGLESS.test(name));
  return [...new Set(names as string[])].slice(0, MAX_HINTS);
}

function isPrimary({ primary }: Item): boolean {
  return primary === true;
}

function plainVenue({ name, address, city, state, ...rest }: Item): Item {
  return {
    ...rest,
    name: word(name),
    address: { line1: word(recordOf(address).line1) },
    city: { name: word(recordOf(city).name) },
    state: { stateCode: word(recordOf(state).stateCode), name: word(recordOf(state).name) },
  };
}

function decoded(value: unknown): unknown {
  return typeof value === 'string' ? decodeHTMLStrict(value) : value;
}

function sentence(value: unknown): unknown {
  return having(/\p{L}/u, decoded(value));
}

function word(value: unknown): unknown {
  return having(/[\p{L}\p{N}]/u, decoded(value));
}

/** The text where it has what it needs. One that cannot be stored is kept, so that the item is rejected for it. */
function having(needed: RegExp, text: unknown): unknown {
  return typeof text === 'string' && !needed.test(text) && isStorable(text) ? undefined : text;
}
