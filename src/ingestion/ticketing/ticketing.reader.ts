import type { Temporal } from 'temporal-polyfill';
import { formatInstant } from '../../common/instant.js';
import { isStorable } from '../../common/text.js';
import { isObject } from '../../common/validation/fields.js';
import type { ExternalEvent } from '../../events/external-events.service.js';
import { Entries, entryByEntry } from '../reading/entries.js';
import * as feed from '../reading/feed-text.js';
import { datesOf } from './ticketing.dates.js';
import { hintsOf, imagesOf, locationOf, textsOf, venueOf } from './ticketing.item.js';
import { isPageable, type Page, parsePage } from './ticketing.pages.js';

const longDate = new Intl.DateTimeFormat('en-US', { dateStyle: 'full', timeZone: 'UTC' });
/**
 * The statuses of an item that does not take place as planned. Both spellings count: a misspelling must not
 * leave a cancelled event in the list.
 */
const OFF = /^(?:cancell?ed|postponed)$/i;

/**
 * Reads the pages of the feed. An item that is `cancelled` or `postponed` counts as no longer in the feed.
 */
export class TicketingReader {
  readonly entries = new Entries();
  private pages = 0;

  /** @param assumedHours the assumed length of an item without an end; undefined: it has no end */
  constructor(private readonly assumedHours?: number) {}

  /** Reads the next page. @throws FeedError where it is not one */
  *read(document: unknown): Generator<void, Page> {
    const page = parsePage(document);
    if (!isPageable(page)) return page;
    yield* entryByEntry(page.items, (item, at) => this.readItem(item, `page ${this.pages}, item ${at}`));
    this.pages += 1;
    return page;
  }

  private readItem(item: unknown, where: string): void {
    const { id: anyId, dates } = feed.recordOf(item);
    const id = feed.idOf(anyId);
    const status = feed.textOf(feed.recordOf(feed.recordOf(dates).status).code);
    const event = this.eventOf(item, id, status);
    if (event === undefined) this.entries.remove(id!);
    else if (typeof event === 'string') this.entries.reject(where, id, event);
    else this.entries.add(event.externalId, event);
  }

  /** The event, or the reason of its rejection, or undefined if it does not take place as planned. */
  private eventOf(item: unknown, id?: string, status?: string): ExternalEvent | string | undefined {
    if (!isObject(item)) return 'is not an object';
    if (item.test === true) return 'is a test';
    if (id === undefined) return 'has no usable id';
    if (OFF.test(status ?? '')) return undefined;
    const texts = textsOf(item);
    const title = feed.visibleTextOf(texts.name, feed.MAX_LENGTH.title);
    if (title === undefined) return 'has no usable name';
    const dates = datesOf(item.dates, venueOf(item).timezone, this.assumedHours);
    if (dates === undefined) return 'has no usable start';
    const bad = Object.entries({ id, ...texts, url: item.url }).find(
      ([, text]) => (typeof text === 'string' || Array.isArray(text)) && !isStorable(text.toString()),
    );
    if (bad) return `has a NUL character or a lone surrogate in ${bad[0]}`;
    const mapped = {
      title,
      description: descriptionOf(title, texts, dates.day),
      location: locationOf(item, texts),
      startAt: formatInstant(dates.start),
      endAt: dates.end === undefined ? null : formatInstant(dates.end),
      ticketUrl: feed.httpUrlOf(item.url),
      images: imagesOf(item, title),
    };
    const others = { source: 'TICKET_API', externalUrl: null, hints: hintsOf(item) } as const;
    return { externalId: id, itemHash: feed.itemHashOf(mapped), ...mapped, ...others };
  }
}

/** The first visible text among the description fields, else one sentence. */
function descriptionOf(title: string, texts: ReturnType<typeof textsOf>, day: Temporal.PlainDate): string {
  const { description, info, pleaseNote } = texts;
  const visible = [description, info, pleaseNote].map((text) =>
    feed.visibleTextOf(text, feed.MAX_LENGTH.description, { lines: true }),
  );
  const venue = feed.visibleTextOf(texts.venue, feed.MAX_LENGTH.location);
  const date = longDate.format(Date.UTC(day.year, day.month - 1, day.day));
  return visible.find((text) => text !== undefined) ?? `${title}${venue ? ` at ${venue}` : ''} on ${date}.`;
}
