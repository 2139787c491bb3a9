import type { Temporal } from 'temporal-polyfill';
import { formatInstant } from '../../common/instant.js';
import { isStorable } from '../../common/text.js';
import type { ExternalEvent } from '../../events/external-events.service.js';
import { Entries } from '../reading/entries.js';
import type { FeedReader } from '../reading/feed-reader.js';
import { httpUrlOf, idOf, isRecord, MAX_LENGTH, recordOf, shownOf, textOf } from '../reading/feed-text.js';
import { itemHashOf } from '../reading/item-hash.js';
import { type Dates, datesOf } from './ticketing.dates.js';
import { imagesOf } from './ticketing.images.js';
import { isPageable, type PageInfo, readTicketingPage } from './ticketing.page.js';
import { hintsOf, withPlainTexts } from './ticketing.texts.js';
import { addressPartsOf, locationOf, venueOf } from './ticketing.venue.js';

const longDate = new Intl.DateTimeFormat('en-US', { dateStyle: 'full', timeZone: 'UTC' });
/** In both spellings: one letter may not keep a cancelled event in the list. */
const CANCELLED = /^cancell?ed$/i;

export interface TicketingOptions {
  /** How many hours an item without an end is assumed to last; undefined: it has no end. */
  assumedHours?: number;
}

type Item = Record<string, unknown>;

/**
 * Reads the pages of the ticketing feed's answer (decisions.md, "Feeds"). An item whose status is `cancelled` is no
 * longer in the feed, whatever else is wrong with it.
 */
export class TicketingReader implements FeedReader<PageInfo> {
  readonly entries = new Entries();
  private readonly statuses: Record<string, number> = {
    onsale: 0,
    offsale: 0,
    cancelled: 0,
    postponed: 0,
    rescheduled: 0,
  };
  private pages = 0;

  constructor(private readonly options: TicketingOptions = {}) {}

  get notes(): Record<string, unknown> {
    return { statuses: this.statuses };
  }

  read(document: unknown): PageInfo {
    const { info, items } = readTicketingPage(document);
    if (!isPageable(info)) return info;
    for (const [index, item] of items.entries()) this.readItem(item, `page ${this.pages}, item ${index}`);
    this.pages += 1;
    return info;
  }

  private readItem(raw: unknown, where: string): void {
    const item = isRecord(raw) ? withPlainTexts(raw) : raw;
    const id = isRecord(item) ? idOf(item.id) : undefined;
    const outcome = outcomeOf(item, id, this.options);
    if (typeof outcome === 'string') this.entries.reject(where, id, outcome);
    else if (outcome === null) this.entries.remove(id as string);
    else this.entries.add(outcome.externalId, outcome.itemHash, () => outcome);
    const status = statusOf(item);
    if (status !== undefined && Object.hasOwn(this.statuses, status)) this.statuses[status]! += 1;
  }
}

/** The event, or why it is rejected, or null where it is cancelled. */
function outcomeOf(
  item: unknown,
  id: string | undefined,
  options: TicketingOptions,
): ExternalEvent | string | null {
  if (!isRecord(item)) return 'is not an object';
  if (item.test === true) return 'is a test';
  if (id === undefined) return 'has no usable id';
  if (CANCELLED.test(statusOf(item) ?? '')) return null;
  if (titleOf(item) === undefined) return 'has no usable name';
  const dates = datesOf(item.dates, venueOf(item)?.timezone, options.assumedHours);
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
