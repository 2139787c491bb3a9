import { Injectable } from '@nestjs/common';
import type { Caller } from '../../common/access.js';
import type { Rendered } from '../../common/http/rendered.js';
import { MAX_LIMIT, type Page, toPage } from '../../common/pagination.js';
import { Problem } from '../../common/problem.js';
import { Standbys } from '../../database/standbys.js';
import type { EventType } from '../event.entity.js';
import { EventExpansions, type Viewing } from '../event-expansions.js';
import type { EventPage, ListedEventDto } from '../events.dto.js';
import type { ExpansionsDto } from '../expansions.dto.js';
import { SearchTurns } from '../search/search-turns.js';
import type { EventProperty } from '../stored-event.js';
import { EventPages, type Listed, type ReadPage } from './event-pages.js';
import type { ListEventsQuery } from './events-query.dto.js';
import { type EventHead, type EventView, RenderedEvents, type ShownEvent } from './rendered-events.js';

/** A page as it is sent. */
export type ShownPage = Omit<EventPage, 'data'> & { data: Rendered<ListedEventDto>[] };

/** The lists of events: by filters, by words, by distance and by ids. */
@Injectable()
export class EventList {
  constructor(
    private readonly pages: EventPages,
    private readonly rendered: RenderedEvents,
    private readonly searches: SearchTurns,
    private readonly standbys: Standbys,
    private readonly expansions: EventExpansions,
  ) {}

  /**
   * A page of the events that match all filters, or the events of `ids`, with the expansions to `include`.
   * @param type of all events, where the query may not name it
   * @throws Problem VALIDATION_FAILED, or UNAVAILABLE where too many search
   */
  async page(caller: Caller, asked: ListEventsQuery, type?: EventType): Promise<ShownPage> {
    const { include, view = 'whole', ids, ...others } = asked;
    const viewing = { caller, include };
    if (ids) {
      assertAlone(others);
      const events = await Promise.all(ids.map((id) => this.rendered.find(id, view)));
      const page = pageOfIds(events, type);
      const shown = page.data.map(({ shown }) => shown);
      return { ...page, data: withExpansions(page.data, shown, await this.expansionsOf(page.data, viewing)) };
    }
    const query = type ? { ...others, type: [type] } : others;
    return this.searches.runSearch(caller.id, query, () => this.shown(query, view, viewing));
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
    const mode = this.standbys.modeFor(userId, query.creatorId);
    return this.searches.runSearch(userId, query, () => this.pages.read(query, properties, mode, spelling));
  }

  /**
   * Reads which events a page has, and takes their JSON from the cache. Where one of them has changed between the two, or nothing
   * is cached, all is read in one statement, so that each still matches the filters.
   */
  private async shown(query: ListEventsQuery, view: EventView, viewing: Viewing): Promise<ShownPage> {
    const mode = this.standbys.modeFor(viewing.caller.id, query.creatorId);
    if (this.rendered.areKept) {
      const page = await this.pages.read(query, this.rendered.head, mode);
      const [shown, expansions] = await Promise.all([
        this.rendered.inStates(page.data, view, mode),
        this.expansionsOf(page.data, viewing),
      ]);
      if (isComplete(shown)) return { ...page, data: withExpansions(page.data, shown, expansions) };
    }
    const page = await this.pages.read(query, this.rendered.wholeIn(view), mode);
    const shown = this.rendered.ofRows(page.data.map(({ distance: _, ...event }) => event));
    return { ...page, data: withExpansions(page.data, shown, await this.expansionsOf(page.data, viewing)) };
  }

  private async expansionsOf(events: EventHead[], viewing: Viewing): Promise<ExpansionsDto[] | undefined> {
    return viewing.include && this.expansions.of(events, viewing);
  }
}

/** @param others the other parameters of a query that names ids @throws Problem VALIDATION_FAILED where there are any */
function assertAlone(others: object): void {
  const names = Object.keys(others);
  if (names.length > 0)
    throw Problem.invalid({ pointer: 'ids', detail: `cannot be combined with ${names.join(', ')}` });
}

/** The events of some ids, in their order, each once; one that is unknown is left out. @param type others are left out */
function pageOfIds(events: (ShownEvent | undefined)[], type?: EventType): Page<ShownEvent> {
  const found = new Map<string, ShownEvent>();
  for (const event of events) if (event && (type ?? event.type) === event.type) found.set(event.id, event);
  return toPage([...found.values()], found.size, MAX_LIMIT, 0, null);
}

/** Adds the distances and the expansions to include. */
function withExpansions(
  events: Listed<EventHead>[],
  shown: Rendered<ListedEventDto>[],
  expansions?: ExpansionsDto[],
): Rendered<ListedEventDto>[] {
  return shown.map((event, index) => {
    const { distance } = events[index]!;
    return distance === undefined && !expansions ? event : event.with({ distance, ...expansions?.[index] });
  });
}

function isComplete<Item>(items: (Item | undefined)[]): items is Item[] {
  return !items.includes(undefined);
}
