import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import type { Caller } from '../common/access.js';
import { Config } from '../common/config.js';
import type { Shown } from '../common/http/rendered.js';
import { DEFAULT_LIMIT, type Page, type PageQuery } from '../common/pagination.js';
import type { Replica } from '../database/replicas/replica.js';
import { Replicas } from '../database/replicas/replicas.js';
import { Repository } from '../database/repository.js';
import type { Selection } from '../database/table.js';
import { EventParts, type Viewing } from '../parts/event-parts.js';
import type { PartsDto } from '../parts/parts.dto.js';
import { EventEntity, type EventType } from './event.entity.js';
import { orderOf } from './event-criteria.js';
import { assertAlone, pageOfIds } from './event-ids.js';
import type { EventPage } from './event-page.dto.js';
import { windowOf } from './event-window.js';
import type { ListedEventDto } from './events.dto.js';
import type { ListEventsQuery } from './events-query.dto.js';
import { DidYouMean } from './finding/did-you-mean.js';
import { distanceColumn, type Listed, walksOfList } from './map/event-area.js';
import { NearestEvents } from './map/nearest.js';
import { Places } from './map/places.js';
import { type EventHead, type EventRow, type EventView, RenderedEvents } from './rendered-events.js';
import { EventSearch } from './search/event-search.js';
import { SearchTurns } from './search/search-turns.js';

/** A page as it is sent. */
export type ShownPage = Omit<EventPage, 'data'> & { data: Shown<ListedEventDto>[] };

type ReadPage = Page<Listed<EventRow>> & Pick<EventPage, 'didYouMean'>;

/** The lists of events: by filters, by words, by distance and by ids. */
@Injectable()
export class EventList {
  constructor(
    private readonly config: Config,
    @InjectRepository(EventEntity) private readonly events: Repository<EventEntity>,
    private readonly rendered: RenderedEvents,
    private readonly search: EventSearch,
    private readonly searches: SearchTurns,
    private readonly didYouMean: DidYouMean,
    private readonly nearest: NearestEvents,
    private readonly places: Places,
    private readonly replicas: Replicas,
    private readonly parts: EventParts,
  ) {}

  /**
   * A page of the events that match all filters, or the events of `ids`, with the parts to `include`.
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
      return { ...page, data: withParts(page.data, shown, await this.partsOf(page.data, viewing)) };
    }
    const query = type ? { ...others, type: [type] } : others;
    return this.inTurn(caller.id, query, () => this.shown(query, view, viewing));
  }

  /** Lets a search wait for its turn; anything else runs at once. @throws Problem UNAVAILABLE where too many search */
  inTurn<Result>(
    userId: string,
    { q, bbox, near }: ListEventsQuery,
    work: () => Promise<Result>,
  ): Promise<Result> {
    const isSearch = q || bbox !== undefined || near !== undefined;
    return isSearch ? this.searches.run(userId, work) : work();
  }

  /**
   * Reads which events a page has, and takes their JSON from what is kept. Where one of them has changed between the two, or few
   * are kept, all is read in one statement, so that each still matches the filters.
   */
  private async shown(query: ListEventsQuery, view: EventView, viewing: Viewing): Promise<ShownPage> {
    const replica = this.replicas.forList(viewing.caller.id, query.creatorId);
    if (this.rendered.areMostlyKept) {
      const page = await this.read(query, this.rendered.head, replica);
      const [shown, parts] = await Promise.all([
        this.rendered.inStates(page.data, view, replica),
        this.partsOf(page.data, viewing),
      ]);
      if (isComplete(shown)) return { ...page, data: withParts(page.data, shown, parts) };
    }
    const page = await this.read(query, this.rendered.wholeIn(view), replica);
    const shown = this.rendered.ofRows(
      page.data.map(({ distance: _, ...event }) => event),
      view,
    );
    return { ...page, data: withParts(page.data, shown, await this.partsOf(page.data, viewing)) };
  }

  private async read(
    { limit, offset, cursor, ...query }: ListEventsQuery,
    selection: Selection<EventEntity>,
    replica: Replica | undefined,
  ): Promise<ReadPage> {
    const window = windowOf(query, this.config.SERVICE_TIME_ZONE, Date.now());
    const region = await this.places.regionOf(query);
    const paging = { limit, offset, cursor };
    if (query.q && query.sort === undefined) {
      const search = (q: string, paging: PageQuery) =>
        this.search.best({ ...query, q }, window, region, paging, { selection, replica });
      const page = await search(query.q, paging);
      const finds = async (q: string) => (await search(q, { limit: 1 })).total > 0;
      return { ...page, didYouMean: page.total > 0 ? null : await this.didYouMean.spelled(query.q, finds) };
    }
    if (query.sort === 'distance')
      return this.nearest.page(query, window, region!, paging, { selection, replica });
    const rows = (limit ?? DEFAULT_LIMIT) + (offset ?? 0) + 1;
    const { where, walks, isPlannedOnce } = walksOfList(query, window, region, rows);
    return this.events.page(paging, {
      where,
      walks,
      isPlannedOnce,
      order: orderOf(query),
      selection,
      further: distanceColumn(region),
      // The words of `when` move on from page to page; how a region is walked depends on the length of the page.
      scope: (query.when || region) && query,
      replica,
    });
  }

  private async partsOf(events: EventHead[], viewing: Viewing): Promise<PartsDto[] | undefined> {
    return viewing.include && this.parts.of(events, viewing);
  }
}

/** Adds the distances and the parts to include. */
function withParts(
  events: Listed<EventHead>[],
  shown: Shown<ListedEventDto>[],
  parts?: PartsDto[],
): Shown<ListedEventDto>[] {
  return shown.map((event, index) => {
    const { distance } = events[index]!;
    return distance === undefined && !parts ? event : event.with({ distance, ...parts?.[index] });
  });
}

function isComplete<Item>(items: (Item | undefined)[]): items is Item[] {
  return !items.includes(undefined);
}
