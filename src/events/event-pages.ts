import { Injectable } from '@nestjs/common';
import type { ReplicationMode } from 'typeorm';
import { Config } from '../common/config.js';
import { DEFAULT_LIMIT, type Page, type PageQuery } from '../common/pagination.js';
import { Repository } from '../database/repository.js';
import type { Selection } from '../database/table.js';
import { InjectTable } from '../database/table.provider.js';
import { EventEntity } from './event.entity.js';
import { orderOf } from './event-criteria.js';
import type { EventPage } from './event-page.dto.js';
import { windowOf } from './event-window.js';
import type { ListEventsQuery } from './events-query.dto.js';
import { DidYouMean } from './finding/did-you-mean.js';
import { distanceColumn, type Listed, walksOfList } from './map/event-area.js';
import { NearestEvents } from './map/nearest.js';
import { Places } from './map/places.js';
import type { EventRow } from './rendered-events.js';
import { EventSearch } from './search/event-search.js';

export type ReadPage = Page<Listed<EventRow>> & Pick<EventPage, 'didYouMean'>;

/** Which events a page of a list has: by words the best matches, by distance the nearest, else along an index. */
@Injectable()
export class EventPages {
  constructor(
    private readonly config: Config,
    @InjectTable(EventEntity) private readonly events: Repository<EventEntity>,
    private readonly search: EventSearch,
    private readonly didYouMean: DidYouMean,
    private readonly nearest: NearestEvents,
    private readonly places: Places,
  ) {}

  /**
   * A page of the events that match all filters.
   * @param selection the columns to read
   * @param mode where it is read; undefined: on the primary
   * @param spelling whether to look for another spelling where words find nothing
   */
  async read(
    { limit, offset, cursor, ...query }: ListEventsQuery,
    selection: Selection<EventEntity>,
    mode: ReplicationMode | undefined,
    spelling = true,
  ): Promise<ReadPage> {
    const window = windowOf(query, this.config.SERVICE_TIME_ZONE, Date.now());
    const region = await this.places.regionOf(query);
    const paging = { limit, offset, cursor };
    if (query.q && query.sort === undefined) {
      const search = (q: string, paging: PageQuery) =>
        this.search.best({ ...query, q }, window, region, paging, { selection, mode });
      const page = await search(query.q, paging);
      if (page.total > 0 || !spelling) return { ...page, didYouMean: null };
      const finds = async (q: string) => (await search(q, { limit: 1 })).total > 0;
      return { ...page, didYouMean: await this.didYouMean.spelled(query.q, finds) };
    }
    if (query.sort === 'distance')
      return this.nearest.page(query, window, region!, paging, { selection, mode });
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
      mode,
    });
  }
}
