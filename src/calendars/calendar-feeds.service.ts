import { hash } from 'node:crypto';
import { Readable } from 'node:stream';
import { Injectable } from '@nestjs/common';
import { ApplicationsService } from '../applications/applications.service.js';
import { CollectionItemsService } from '../collections/collection-items.service.js';
import { CollectionsService } from '../collections/collections.service.js';
import { Config } from '../common/config.js';
import { Versioned } from '../common/http/etag.js';
import { Problem } from '../common/problem.js';
import {
  type CalendarEntries,
  type CalendarEntry,
  type CalendarEvent,
  CalendarEvents,
} from '../events/list/calendar-events.js';
import type { StoredEvent } from '../events/stored-event.js';
import { InteractionsService } from '../interactions/interactions.service.js';
import type { CalendarEntity } from './calendar.entity.js';
import { readFilter } from './calendar-filter.js';
import { CalendarsService } from './calendars.service.js';
import {
  type CalendarFormat,
  type CalendarHead,
  type CalendarPieces,
  REVISION,
  written,
} from './format/calendar-head.js';
import { ICALENDAR_EVENT } from './format/icalendar.js';

/** Bytes of a calendar, with room for its end, and bytes of those events in it that have started. */
const MAX_BYTES = 4 * 2 ** 20 - 1024;
const MAX_EARLIER = 2 ** 20;
/** Saves, bookmarks and applications of a user that are looked at, each: the latest. */
const MOST_OF_EACH = 5_000;

/** What a calendar shows: what it says of itself, and which events. */
interface Contents {
  /** In place of the calendar's. */
  name?: string;
  description: string;
  events: CalendarEntries;
}

const NOTHING: CalendarEntries = { entries: [] };

/** What is read at the addresses of calendars. What their owners may see is judged each time. */
@Injectable()
export class CalendarFeeds {
  constructor(
    private readonly config: Config,
    private readonly calendars: CalendarsService,
    private readonly events: CalendarEvents,
    private readonly collections: CollectionsService,
    private readonly items: CollectionItemsService,
    private readonly interactions: InteractionsService,
    private readonly applications: ApplicationsService,
  ) {}

  /**
   * The calendar that a token opens, which is read while it is sent.
   * @param base the address of the service
   * @throws Problem NOT_FOUND, UNAVAILABLE where too many search
   */
  async read(token: string, format: CalendarFormat, base: string): Promise<Versioned<Readable>> {
    const calendar = await this.calendars.ofToken(token);
    if (!calendar) throw new Problem('NOT_FOUND');
    const { name = calendar.name, description, events } = await this.contentsOf(calendar);
    const head = {
      ...this.headOf(base),
      name,
      description,
      alarmMinutes: calendar.alarmMinutes,
    };
    const pieces = this.write(calendar.ownerId, format.piecesOf(head), events);
    return new Versioned(Readable.from(pieces), versionOf(format, head, events.entries), format.mediaType);
  }

  /** One event as a calendar. */
  one(event: StoredEvent, base: string): Versioned<string> {
    const head = this.headOf(base);
    const version = versionOf(ICALENDAR_EVENT, head, [{ ...event, isEarlier: false }]);
    return new Versioned(written(ICALENDAR_EVENT, head, [event]), version, ICALENDAR_EVENT.mediaType);
  }

  private headOf(base: string): CalendarHead {
    const { SERVICE_TIME_ZONE: timeZone, EVENT_PAGE_URL: eventPage } = this.config;
    return { name: '', description: '', alarmMinutes: null, timeZone, base, eventPage };
  }

  /**
   * The text of a calendar in pieces, in the order of the start. Where it would be too long, the soonest events come first: of
   * the earlier ones only the latest are in it, and of the others the last are not.
   */
  private async *write(
    ownerId: string,
    { begin, event, end }: CalendarPieces,
    all: CalendarEntries,
  ): AsyncGenerator<string> {
    const texts = (isEarlier: boolean, most: number) => {
      const entries = all.entries.filter((entry) => entry.isEarlier === isEarlier);
      return upTo(most, this.events.read(ownerId, isEarlier ? entries.reverse() : entries, all), event);
    };
    const earlier: string[] = [];
    for await (const some of texts(true, MAX_EARLIER)) earlier.unshift(some.reverse().join(''));
    let size = 0;
    for (const piece of [begin, ...earlier]) {
      size += Buffer.byteLength(piece);
      yield piece;
    }
    let isEmpty = earlier.length === 0;
    for await (const some of texts(false, MAX_BYTES - size)) {
      isEmpty &&= some.length === 0;
      yield some.join('');
    }
    yield end(isEmpty);
  }

  private async contentsOf(calendar: CalendarEntity): Promise<Contents> {
    const { kind, ownerId, filter, collectionId } = calendar;
    switch (kind) {
      case 'EVENTS': {
        const description = filter ? `The events and gigs of ${filter}` : 'All events and gigs';
        return { description, events: await this.events.matching(ownerId, await readFilter(filter ?? '')) };
      }
      case 'COLLECTION': {
        const collection = await this.collections.readableBy(ownerId, collectionId!);
        // What its reader may not read any more says nothing, not even its name.
        if (!collection)
          return { name: 'Collection', description: 'There is nothing here.', events: NOTHING };
        const events = await this.events.among(await this.items.eventIds(collection.id));
        return { description: collection.description ?? 'A collection of events', events };
      }
      case 'SAVED': {
        const events = await this.events.among(await this.interactions.savedBy(ownerId, MOST_OF_EACH));
        return { description: 'What I have saved or bookmarked', events };
      }
      case 'APPLICATIONS': {
        const events = await this.events.among(await this.applications.appliedTo(ownerId, MOST_OF_EACH));
        return { description: 'The gigs that I have applied to', events };
      }
    }
  }
}

/** The texts of events, a batch at a time, as long as they have so many bytes together. */
async function* upTo(
  bytes: number,
  batches: AsyncIterable<CalendarEvent[]>,
  textOf: CalendarPieces['event'],
): AsyncGenerator<string[]> {
  let left = bytes;
  for await (const batch of batches) {
    const texts: string[] = [];
    for (const text of batch.map(textOf)) {
      left -= Buffer.byteLength(text);
      if (left >= 0) texts.push(text);
    }
    yield texts;
    if (left < 0) return;
  }
}

/** Changes with all that is written. Each change of an event counts up its version. */
function versionOf({ mediaType }: CalendarFormat, head: CalendarHead, entries: CalendarEntry[]): string {
  const events = entries.map(({ id, version, isEarlier }) => [id, version, isEarlier]);
  return hash('sha256', JSON.stringify([REVISION, mediaType, head, events]), 'base64url');
}
