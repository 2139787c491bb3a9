import type { Temporal } from 'temporal-polyfill';
import { formatInstant } from '../../common/instant.js';
import { isStorable } from '../../common/text.js';
import type { ExternalEvent } from '../../events/external-events.service.js';
import { Entries, entryByEntry } from '../reading/entries.js';
import {
  httpUrlOf,
  idOf,
  isRecord,
  itemHashOf,
  MAX_LENGTH,
  recordOf,
  shownOf,
  textOf,
} from '../reading/feed-text.js';
import { type Dates, datesOf } from './ticketing.dates.js';
import { imagesOf } from './ticketing.images.js';
import { isPageable, type PageInfo, readTicketingPage } from './ticketing.pages.js';
import { hintsOf, withPlainTexts } from './ticketing.texts.js';
import { addressPartsOf, locationOf, venueOf } from './ticketing.venue.js';

const longDate = new Intl.DateTimeFormat('en-US', { dateStyle: 'full', timeZone: 'UTC' });
/** It does not take place then. In both spellings: one letter may not keep a cancelled event in the list. */
const OFF = /^(?:cancell?ed|postponed)$/i;

type Item = Record<string, unknown>;

/**
 * Reads the pages of the ticketing feed's answer (decisions.md, "Feeds"). An item whose status is `cancelled` or
 * `postponed` is no longer in the feed, whatever else is wrong with it.
 */
export class TicketingReader {
  readonly entries = new Entries();
  private pages = 0;

  /** @param assumedHours how long an item without an end is assumed to last; undefined: it has no end */
  constructor(private readonly assumedHours?: number) {}

  /** Reads the next page. @throws FeedError where it is none */
  *read(document: unknown): Generator<void, PageInfo> {
    const { info, items } = readTicketingPage(document);
    if (!isPageable(info)) return info;
    yield* entryByEntry(items, (item, index) => this.readItem(item, `page ${this.pages}, item ${index}`));
    this.pages += 1;
    return info;
  }

  private readItem(raw: unknown, where: string): void {
    const item = isRecord(raw) ? withPlainTexts(raw) : raw;
    const id = isRecord(item) ? idOf(item.id) : undefined;
    const outcome = outcomeOf(item, id, this.assumedHours);
    if (typeof outcome === 'string') this.entries.reject(where, id, outcome);
    else if (outcome === null) this.entries.remove(id as string);
    else this.entries.add(outcome);
    this.entries.note(statusOf(item));
  }
}

/** The event, or why it is rejected, or null where it does not take place then. */
function outcomeOf(
  item: unknown,
  id: string | undefined,
  assumedHours: number | undefined,
): ExternalEvent | string | null {
  if (!isRecord(item)) return 'is not an object';
  if (item.test === true) return 'is a test';
  if (id === undefined) return 'has no usable id';
  if (OFF.test(statusOf(item) ?? '')) return null;
  if (titleOf(item) === undefined) return 'has no usable name';
  const dates = datesOf(item.dates, venueOf(item)?.timezone, assumedHours);
  if (dates === undefined) return 'has no usable start';
  const bad = unstorableOf(item);
  return bad === undefined ? toEvent(id, item, dates) : `has a NUL character or a lone surrogate in ${bad}`;
}

function titleOf(item: Item): string | undefined {
  return shownOf(item.name, MAX_LENGTH.title);
}

function statusOf(item: unknown): string | undefined {
  return textOf(recordOf(recordOf(recordOf(item).dates).status).code);
}

/** The mapped field that PostgreSQL could not store. */
function unstorableOf(item: Item): string | undefined {
  const { id, name, description, info, pleaseNote, url } = item;
  const venue = venueOf(item);
  const fields = { id, name, description, info, pleaseNote, url, venue: textOf(venue?.name) };
  const address = addressPartsOf(venue).join();
  return Object.entries({ ...fields, address }).find(
    ([, text]) => typeof text === 'string' && !isStorable(text),
  )?.[0];
}

function toEvent(externalId: string, item: Item, { start, end, day }: Dates): ExternalEvent {
  const location = locationOf(venueOf(item));
  const title = titleOf(item)!;
  const mapped = {
    title,
    description: descriptionOf(item, day),
    location,
    startAt: formatInstant(start),
    endAt: end === undefined ? null : formatInstant(end),
    ticketUrl: httpUrlOf(item.url),
    images: imagesOf(item, title),
  };
  const itemHash = itemHashOf(mapped);
  return { externalId, source: 'TICKET_API', itemHash, ...mapped, externalUrl: null, hints: hintsOf(item) };
}

/** The first text that the feed has of it, else one sentence. */
function descriptionOf(item: Item, day: Temporal.PlainDate): string {
  const text = [item.description, item.info, item.pleaseNote]
    .map((each) => shownOf(each, MAX_LENGTH.description, { lines: true }))
    .find((each) => each !== undefined);
  if (text !== undefined) return text;
  const venue = shownOf(venueOf(item)?.name, MAX_LENGTH.location);
  const date = longDate.format(Date.UTC(day.year, day.month - 1, day.day));
  return `${titleOf(item)}${venue === undefined ? '' : ` at ${venue}`} on ${date}.`;
}
