import { Injectable } from '@nestjs/common';
import type { Caller } from '../../common/access.js';
import type { Serialized } from '../../common/http/serialized.js';
import { MAX_LIMIT, toPage } from '../../common/pagination.js';
import { Problem } from '../../common/problem.js';
import type { EventType } from '../event.entity.js';
import { EventExpansions, type ExpandableEvent, type Viewing } from '../event-expansions.js';
import type { EventPage, ListedEventDto } from '../events.dto.js';
import type { ExpansionsDto } from '../expansions.dto.js';
import { Searches } from '../search/searches.js';
import type { EventProperty } from '../stored-event.js';
import { EventPages, type ReadPage } from './event-pages.js';
import type { ListEventsQuery } from './events-query.dto.js';
import { type EventView, propertiesIn, SerializedEvents } from './serialized-events.js';

/** A page as it is sent. */
export type SerializedPage = Omit<EventPage, 'data'> & {
  data: (Serialized<ListedEventDto> | ListedEventDto)[];
};

/** The lists of events: by filters, by words, by distance and by ids. */
@Injectable()
export class EventList {
  constructor(
    private readonly pages: EventPages,
    private readonly serialized: SerializedEvents,
    private readonly searches: Searches,
    private readonly expansions: EventExpansions,
  ) {}

  /**
   * A page of the events that match all filters, or the events of `ids`, with the expansions to `include`.
   * @param type of all events, where the query may not name it
   * @throws Problem VALIDATION_FAILED, or UNAVAILABLE where too many search
   */
  async page(caller: Caller, asked: ListEventsQuery, type?: EventType): Promise<SerializedPage> {
    const { include, view = 'whole', ids, ...others } = asked;
    const viewing = { caller, include };
    if (!ids) return this.pageOf(type ? { ...others, type: [type] } : others, view, viewing);
    const detail = `cannot be combined with ${Object.keys(others).join(', ')}`;
    if (Object.keys(others).length > 0) throw Problem.invalid({ pointer: 'ids', detail });
    const unique = [...new Set(ids.map((id) => id.toLowerCase()))];
    const found = await Promise.all(unique.map((id) => this.serialized.find(id, view)));
    const events = found.flatMap((event) => (event && (type ?? event.type) === event.type ? event : []));
    const expansions = await this.expansionsOf(events, viewing);
    const data = events.map(({ serialized }, index) => withMembers(serialized, {}, expansions?.[index]));
    return { ...toPage(events, events.length, MAX_LIMIT, 0, null), data };
  }

  /**
   * A page of the events that match all filters, as rows with these properties.
   * @param spelling whether to look for another spelling where words find nothing
   * @throws Problem UNAVAILABLE where too many search
   */
  rows(
    userId: string,
    query: ListEventsQuery,
    properties: EventProperty[],
    spelling: boolean,
  ): Promise<ReadPage> {
    return this.pages.read(query, properties, this.searches.reader(userId, query.creatorId), spelling);
  }

  /**
   * Reads which events a page has, and takes their JSON from the cache. Where one of them has changed between the two, or nothing
   * is cached, all is read in one statement, so that each still matches the filters.
   */
  private async pageOf(query: ListEventsQuery, view: EventView, viewing: Viewing): Promise<SerializedPage> {
    const reader = this.searches.reader(viewing.caller.id, query.creatorId);
    if (this.serialized.isCaching) {
      const page = await this.pages.read(query, this.serialized.head, reader);
      const [serialized, expansions] = await Promise.all([
        this.serialized.inStates(page.data, view, reader.mode),
        this.expansionsOf(page.data, viewing),
      ]);
      if (!serialized.includes(undefined)) {
        const data = page.data.map((event, index) =>
          withMembers(serialized[index]!, event, expansions?.[index]),
        );
        return { ...page, data };
      }
    }
    const page = await this.pages.read(query, propertiesIn(view), reader);
    const expansions = await this.expansionsOf(page.data, viewing);
    return { ...page, data: page.data.map((event, index) => ({ ...event, ...expansions?.[index] })) };
  }

  private async expansionsOf(events: ExpandableEvent[], viewing: Viewing) {
    return viewing.include && this.expansions.of(events, viewing);
  }
}

/** An event with its distance and its expansions, if any. */
function withMembers(
  serialized: Serialized<ListedEventDto>,
  { distance }: { distance?: number },
  expansions: ExpansionsDto | undefined,
): Serialized<ListedEventDto> {
  return distance === undefined && !expansions ? serialized : serialized.with({ distance, ...expansions });
}
