import { hash } from 'node:crypto';
import { Readable } from 'node:stream';
import { Injectable } from '@nestjs/common';
import { create } from 'content-disposition';
import { CollectionsService } from '../collections/collections.service.js';
import { Config, VERSION } from '../common/config.js';
import { Versioned } from '../common/http/etag.js';
import { Problem } from '../common/problem.js';
import { cut } from '../common/text.js';
import { type CalendarEntries, type CalendarEntry, CalendarEvents } from '../events/list/calendar-events.js';
import type { StoredEvent } from '../events/stored-event.js';
import type { CalendarEntity } from './calendar.entity.js';
import { CalendarsService, readFilter } from './calendars.service.js';
import {
  type CalendarFormat,
  type CalendarHead,
  type CalendarPieces,
  serialize,
} from './format/calendar-head.js';
import { ICALENDAR } from './format/icalendar.js';

/** Maximum size of a calendar in bytes, with room for its end. */
const MAX_BYTES = 4 * 2 ** 20 - 1024;
/** Maximum length of a file name in code points. File systems accept it in any script. */
const MAX_NAME = 60;
/**
 * Characters that file names cannot contain or that could mislead in them: control characters, separators,
 * wildcards, and marks that change the direction of the text.
 */
const UNSAFE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}/\\:*?"<>|]+/gu;

/** The contents of a calendar. `name` overrides the name of the calendar. */
type Contents = { name?: string; description: string; events: CalendarEntries };

/** Serves the public addresses of calendars. Each read checks again which events the owner may see. */
@Injectable()
export class CalendarFeeds {
  constructor(
    private readonly config: Config,
    private readonly calendars: CalendarsService,
    private readonly events: CalendarEvents,
    private readonly collections: CollectionsService,
  ) {}

  /**
   * The calendar of a token. Its events are read from the database while it is sent.
   * @param base the URL of the service
   * @throws Problem NOT_FOUND, UNAVAILABLE where too many searches run
   */
  async read(token: string, format: CalendarFormat, base: string): Promise<Versioned<Readable>> {
    const calendar = await this.calendars.ofToken(token);
    if (!calendar) throw new Problem('NOT_FOUND');
    const { name = calendar.name, description, events } = await this.contentsOf(calendar);
    const head = { ...this.headOf(base), name, description, alarmMinutes: calendar.alarmMinutes };
    const pieces = this.write(calendar.ownerId, format.piecesOf(head), events);
    return new Versioned(Readable.from(pieces), versionOf(format, head, events.entries), format.mediaType);
  }

  /** A calendar with one event. */
  one(event: StoredEvent, base: string): Versioned<string> {
    const head = this.headOf(base);
    const version = versionOf(ICALENDAR, head, [event]);
    return new Versioned(serialize(ICALENDAR, head, [event]), version, ICALENDAR.mediaType);
  }

  private headOf(base: string): CalendarHead {
    const { SERVICE_TIME_ZONE: timeZone, EVENT_PAGE_URL: eventPage } = this.config;
    return { name: '', description: '', alarmMinutes: null, timeZone, base, eventPage };
  }

  /** The text of a calendar in chunks. If it would be too long, it leaves out the last events. */
  private async *write(
    ownerId: string,
    { begin, event, end }: CalendarPieces,
    all: CalendarEntries,
  ): AsyncGenerator<string> {
    yield begin;
    let left = MAX_BYTES - Buffer.byteLength(begin);
    let isEmpty = true;
    for await (const batch of this.events.read(ownerId, all)) {
      let texts = '';
      for (const text of batch.map(event)) {
        left -= Buffer.byteLength(text);
        if (left >= 0) texts += text;
      }
      isEmpty &&= texts === '';
      yield texts;
      if (left < 0) break;
    }
    yield end(isEmpty);
  }

  private async contentsOf({ kind, ownerId, filter, collectionId }: CalendarEntity): Promise<Contents> {
    switch (kind) {
      case 'EVENTS': {
        const description = filter ? `The events and gigs of ${filter}` : 'All events and gigs';
        return { description, events: await this.events.matching(ownerId, await readFilter(filter ?? '')) };
      }
      case 'COLLECTION': {
        const collection = await this.collections.readableBy(ownerId, collectionId!);
        // If the owner can no longer read the collection, the calendar reveals nothing of it, not even its
        // name.
        if (!collection)
          return { name: 'Collection', description: 'There is nothing here.', events: { entries: [] } };
        const events = await this.events.byIds(await this.collections.eventIds(collection.id));
        return { description: collection.description ?? 'A collection of events', events };
      }
      case 'SAVED': {
        const events = await this.events.matching(ownerId, { relation: ['SAVED', 'BOOKMARKED'] });
        return { description: 'What I have saved or bookmarked', events };
      }
      case 'APPLICATIONS': {
        const events = await this.events.matching(ownerId, { relation: ['APPLIED'] });
        return { description: 'The gigs that I have applied to', events };
      }
    }
  }
}

/**
 * A version that changes with the text. Each change of an event increments its version, and a release may
 * change the format.
 */
function versionOf({ mediaType }: CalendarFormat, head: CalendarHead, entries: CalendarEntry[]): string {
  const events = entries.map(({ id, version }) => [id, version]);
  return hash('sha256', JSON.stringify([VERSION, mediaType, head, events]), 'base64url');
}

/** The `Content-Disposition` of a file named after a title, in any script (RFC 6266). */
export function attachmentOf(title: string): string {
  const name = cut(title.replace(UNSAFE, ' ').replace(/\s+/g, ' '), MAX_NAME).replace(/^[. ]+|[. ]+$/g, '');
  return create(`${name || 'event'}.ics`, /^[ -~]*$/.test(name) ? {} : { fallback: 'event.ics' });
}
