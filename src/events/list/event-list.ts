import { Injectable } from '@nestjs/common';
import type { Caller } from '../../common/access.js';
import type { Serialized } from '../../common/http/serialized.js';
import { MAX_LIMIT, toPage } from '../../common/pagination.js';
import { Problem } from '../../common/problem.js';
import type { EventType } from '../event.entity.js';
import { EventExpansions, type ExpansionOptions } from '../event-expansions.js';
import type { EventPage, ListedEventDto } from '../events.dto.js';
import { FilterBuilder } from './event-filter.js';
import { EventPages, type ReadPage } from './event-pages.js';
import type { ListEventsQuery } from './events-query.dto.js';
import { COLUMNS, type EventView, SerializedEvents } from './serialized-events.js';

export type SerializedPage = Omit<EventPage, 'data'> & {
  data: (Serialized<ListedEventDto> | ListedEventDto)[];
};

/** The lists of events: by filters, by words, by distance and by ids. */
@Injectable()
export class EventList {
  constructor(
    private readonly pages: EventPages,
    private readonly serialized: SerializedEvents,
    private readonly filters: FilterBuilder,
    private readonly expansions: EventExpansions,
  ) {}

  /**
   * A page of the events that match all filters, or the events of `ids`, with their expansions.
   * @param type the type of all events, for queries without that parameter
   */
  async page(caller: Caller, query: ListEventsQuery, type?: EventType): Promise<SerializedPage> {
    const { include, view = 'whole', ids, ...filters } = query;
    const options = { caller, include };
    if (!ids) return this.filteredPage(type ? { ...filters, type: [type] } : filters, view, options);
    const detail = `cannot be combined with ${Object.keys(filters).join(', ')}`;
    if (Object.keys(filters).length > 0) throw Problem.invalid({ pointer: 'ids', detail });
    const unique = [...new Set(ids.map((id) => id.toLowerCase()))];
    const found = await Promise.all(unique.map((id) => this.serialized.find(id, view)));
    const events = found.flatMap((event) => (event && (type ?? event.type) === event.type ? event : []));
    const expansions = include && (await this.expansions.of(events, options));
    const data = events.map(({ serialized }, index) => serialized.with(expansions?.[index] ?? {}));
    return { ...toPage(events, events.length, MAX_LIMIT, 0, null), data };
  }

  /**
   * A page of events as rows with columns of `events e`.
   * @param spelling whether to search for another spelling if the words match nothing
   */
  rows(userId: string, query: ListEventsQuery, columns: string, spelling: boolean): Promise<ReadPage> {
    const context = this.filters.contextFor(userId, query);
    return this.pages.read(query, columns, context, spelling);
  }

  /**
   * Reads the states of a page, and takes the JSON from the cache. If an event has changed in between, or
   * there is no cache, one statement reads the whole page, so that each event matches the filters.
   */
  private async filteredPage(
    query: ListEventsQuery,
    view: EventView,
    options: ExpansionOptions,
  ): Promise<SerializedPage> {
    const context = this.filters.contextFor(options.caller.id, query);
    if (this.serialized.isCaching) {
      const page = await this.pages.read(query, this.serialized.headColumns, context);
      const [serialized, expansions] = await Promise.all([
        this.serialized.inSameStates(page.data, view, context.mode),
        options.include && this.expansions.of(page.data, options),
      ]);
      if (!serialized.includes(undefined)) {
        const further = page.data.map(({ distance }, index) => ({ distance, ...expansions?.[index] }));
        return { ...page, data: serialized.map((event, index) => event!.with(further[index]!)) };
      }
    }
    const page = await this.pages.read(query, COLUMNS[view], context);
    const expansions = options.include && (await this.expansions.of(page.data, options));
    return { ...page, data: page.data.map((event, index) => ({ ...event, ...expansions?.[index] })) };
  }
}
