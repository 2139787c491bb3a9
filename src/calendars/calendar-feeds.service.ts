import { hash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { ApplicationsService } from '../applications/applications.service.js';
import { CollectionItemsService } from '../collections/collection-items.service.js';
import { CollectionsService } from '../collections/collections.service.js';
import { Config } from '../common/config.js';
import { matches, Versioned } from '../common/http/etag.js';
import { Problem } from '../common/problem.js';
import { type CalendarEntries, type CalendarEntry, CalendarEvents } from '../events/list/calendar-events.js';
import type { StoredEvent } from '../events/stored-event.js';
import { InteractionsService } from '../interactions/interactions.service.js';
import type { CalendarEntity } from './calendar.entity.js';
import { readFilter } from './calendar-filter.js';
import { CalendarsService } from './calendars.service.js';
import { type CalendarHead, REVISION } from './format/calendar-head.js';
import { ICALENDAR, writeCalendar, writeEvent } from './format/icalendar.js';
import { RSS, writeRss } from './format/rss.js';

const FORMATS = {
  ics: { mediaType: ICALENDAR, write: writeCalendar },
  rss: { mediaType: RSS, write: writeRss },
};
/** Saves, bookmarks and applications of a user that are looked at, each: the latest. */
const MOST_OF_EACH = 5_000;

/** What a calendar shows: what it says of itself, and which events. */
interface Contents {
  name: string;
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
   * The calendar that a token opens. Where a client holds what is current, no event is read whole.
   * @param base the address of the service
   * @param held the `If-None-Match` header
   * @throws Problem NOT_FOUND, UNAVAILABLE where too many search
   */
  async read(
    token: string,
    format: keyof typeof FORMATS,
    base: string,
    held?: string,
  ): Promise<Versioned<string>> {
    const calendar = await this.calendars.ofToken(token);
    if (!calendar) throw new Problem('NOT_FOUND');
    const { name, description, events } = await this.contentsOf(calendar);
    const { alarmMinutes } = calendar;
    const head = { name, description, alarmMinutes, timeZone: this.config.SERVICE_TIME_ZONE, base };
    const current = versionOf(format, head, events.entries);
    if (held !== undefined && matches(held, current, { weak: true })) return new Versioned('', current);
    const rows = await this.events.read(events);
    const { mediaType, write } = FORMATS[format];
    return new Versioned(write(head, rows), versionOf(format, head, rows), mediaType);
  }

  /** One event as a calendar. */
  one(event: StoredEvent, base: string): Versioned<string> {
    const version = versionOf('event', { base }, [event]);
    return new Versioned(writeEvent(event, base), version, ICALENDAR);
  }

  private async contentsOf(calendar: CalendarEntity): Promise<Contents> {
    const { kind, ownerId, filter, collectionId } = calendar;
    switch (kind) {
      case 'EVENTS':
        return {
          name: 'Events and gigs',
          description: filter ? `The events and gigs of ${filter}` : 'All events and gigs',
          events: await this.events.matching(ownerId, await readFilter(filter ?? '')),
        };
      case 'COLLECTION':
        return this.ofCollection(ownerId, collectionId!);
      case 'SAVED':
        return {
          name: 'Saved events',
          description: 'What I have saved or bookmarked',
          events: await this.events.among(await this.interactions.savedBy(ownerId, MOST_OF_EACH)),
        };
      case 'APPLICATIONS':
        return {
          name: 'My gigs',
          description: 'The gigs that I have applied to',
          events: await this.events.among(await this.applications.appliedTo(ownerId, MOST_OF_EACH)),
        };
    }
  }

  /** A collection that its reader may not read any more says nothing, not even its name. */
  private async ofCollection(ownerId: string, id: string): Promise<Contents> {
    const collection = await this.collections.readableBy(ownerId, id);
    if (!collection) return { name: 'Collection', description: 'There is nothing here.', events: NOTHING };
    const { name, description } = collection;
    const events = await this.events.among(await this.items.eventIds(id));
    return { name, description: description ?? 'A collection of events', events };
  }
}

/** Changes with all that is written. Each change of an event counts up its version. */
function versionOf(format: string, head: Partial<CalendarHead>, entries: CalendarEntry[]): string {
  const events = entries.map(({ id, version }) => [id, version]);
  return hash('sha256', JSON.stringify([REVISION, format, head, events]), 'base64url');
}
