import { isDeepStrictEqual } from 'node:util';
import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { In } from 'typeorm';
import { v7 as uuidv7 } from 'uuid';
import type { Caller } from '../common/access.js';
import { Config } from '../common/config.js';
import { matches, Versioned } from '../common/http/etag.js';
import { DEFAULT_LIMIT, type Page, type PageQuery } from '../common/pagination.js';
import { Problem } from '../common/problem.js';
import { Database, type Transaction } from '../database/database.js';
import { Replicas } from '../database/replicas.js';
import { Repository } from '../database/repository.js';
import type { Property, Row, Selection } from '../database/table.js';
import { EventParts, type Viewing } from '../parts/event-parts.js';
import { TaggingService } from '../tagging/tagging.service.js';
import { Creations } from '../users/creations.js';
import { UsersService } from '../users/users.service.js';
import { EventCreation } from './event.creation.js';
import { orderOf } from './event.criteria.js';
import { EventEntity, type EventType } from './event.entity.js';
import { pageOfIds } from './event.ids.js';
import { locationColumns } from './event.location.js';
import { assertMayBecome, assertSound, takesApplications } from './event.rules.js';
import { EventSearch } from './event.search.js';
import { windowOf } from './event.window.js';
import type { EventPage } from './event-page.dto.js';
import { EventRemoval } from './event-removal.service.js';
import type { CreateEventDto, EventDto, EventWithPartsDto, UpdateEventDto } from './events.dto.js';
import type { ListEventsQuery, View } from './events.query.js';
import { DidYouMean } from './finding/did-you-mean.js';
import { GigPositions } from './gig-positions.js';
import { toImages } from './image.dto.js';
import { distanceColumn, walksOfList } from './map/event.area.js';
import { NearestEvents } from './map/nearest.js';
import { Places } from './map/places.js';
import { SearchTurns } from './search-turns.js';

const VERSIONED: Selection<EventEntity> = { addSelect: ['version'] };

/** What an event is shown without. */
const OMITTED: Record<View | 'whole', Property<EventEntity>[]> = { whole: [], card: ['description'] };

type FoundPage = Page<EventDto> & Pick<EventPage, 'didYouMean'>;

/** An event as stored, with its version. */
export type StoredEvent = Row<EventEntity>;

@Injectable()
export class EventsService {
  constructor(
    private readonly config: Config,
    private readonly database: Database,
    @InjectRepository(EventEntity) private readonly events: Repository<EventEntity>,
    private readonly tagging: TaggingService,
    private readonly search: EventSearch,
    private readonly searches: SearchTurns,
    private readonly didYouMean: DidYouMean,
    private readonly nearest: NearestEvents,
    private readonly places: Places,
    private readonly creation: EventCreation,
    private readonly removal: EventRemoval,
    private readonly positions: GigPositions,
    private readonly creations: Creations,
    private readonly users: UsersService,
    private readonly replicas: Replicas,
    private readonly parts: EventParts,
  ) {}

  /**
   * Creates an event of the caller's, under an idempotency key at most once.
   * @throws Problem VALIDATION_FAILED, IDEMPOTENCY_KEY_REUSED, LIMIT_REACHED
   */
  async create(caller: Caller, request: CreateEventDto, key?: string): Promise<Versioned<EventDto>> {
    const { type, startAt, endAt = null, compensation = null, applyBy = null, positions = null } = request;
    const terms = { type, startAt, endAt, compensation, applyBy, positions };
    assertSound(terms);
    const draft = () => this.draft(caller, { ...request, ...terms });
    try {
      return toVersioned(
        key === undefined
          ? await this.creation.insert(await draft())
          : await this.creation.once(caller, key, request, draft),
      );
    } finally {
      this.replicas.wrote(caller.id);
    }
  }

  /**
   * A page of the events that match all filters, or the events of `ids`, with the parts to `include`.
   * @param type of all events, where the query may not name it
   * @throws Problem VALIDATION_FAILED, or UNAVAILABLE where too many search
   */
  async list(caller: Caller, { include, ...query }: ListEventsQuery, type?: EventType): Promise<EventPage> {
    const page = await this.pageOf(caller, query, type);
    return include ? { ...page, data: await this.parts.add(page.data, { caller, include }) } : page;
  }

  /** An event for an answer: with its version, or with the parts to `include`, which have none. */
  async show(
    event: StoredEvent,
    viewing: Viewing,
  ): Promise<Versioned<EventWithPartsDto> | EventWithPartsDto> {
    if (!viewing.include) return toVersioned(event);
    const { resource } = toVersioned(event);
    const [shown] = await this.parts.add([resource], viewing);
    return shown!;
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

  /** The event of this id, or undefined; a malformed id is an unknown one. */
  find(id: string): Promise<StoredEvent | undefined> {
    return this.events.findOneBy({ id }, VERSIONED);
  }

  /** Events by their ids with the parts to `include`, without the members to `omit`; one that is gone is left out. */
  async byId(
    ids: string[],
    viewing?: Viewing,
    omit: (keyof EventEntity)[] = [],
  ): Promise<Map<string, EventWithPartsDto>> {
    const events: EventDto[] = await this.events.findBy({ id: In(ids) }, { omit });
    const shown = viewing ? await this.parts.add(events, viewing) : events;
    return new Map(shown.map((event) => [event.id, event]));
  }

  /**
   * Holds a gig open to applications until the transaction ends: nobody can cancel, complete or remove it meanwhile.
   * @throws Problem NOT_FOUND or GIG_CLOSED
   */
  async lockOpenGig(id: string, transaction: Transaction): Promise<Pick<StoredEvent, 'title' | 'creatorId'>> {
    const gig = await this.events.findOneBy(
      { id },
      { select: ['status', 'applyBy', 'title', 'creatorId'], lock: 'pessimistic_read', transaction },
    );
    if (!gig) throw new Problem('NOT_FOUND');
    if (!takesApplications(gig)) throw new Problem('GIG_CLOSED');
    return gig;
  }

  /** Holds an event until the transaction ends: nobody can remove it meanwhile. @throws Problem NOT_FOUND */
  async hold(id: string, transaction: Transaction): Promise<void> {
    const event = await this.events.findOneBy(
      { id },
      { select: ['id'], lock: 'pessimistic_read', transaction },
    );
    if (!event) throw new Problem('NOT_FOUND');
  }

  /**
   * Changes what was sent of an event, guarded by its version. The second of two writers reads what the first has left
   * and checks its request again.
   * @param ifMatch the `If-Match` header
   * @throws Problem STALE_VERSION, VALIDATION_FAILED, INVALID_TRANSITION, or NOT_FOUND where it is gone meanwhile
   */
  async update(event: StoredEvent, request: UpdateEventDto, ifMatch?: string): Promise<Versioned<EventDto>> {
    try {
      for (let seen = event; ; seen = await this.get(event.id)) {
        assertFresh(seen, ifMatch);
        const changes = changesOf(seen, request);
        assertMayBecome(seen, changes);
        if (Object.keys(changes).length === 0) return toVersioned(seen);
        const updated = await this.write(seen, changes);
        if (updated) return toVersioned(updated);
      }
    } finally {
      this.replicas.wrote(event.creatorId!);
    }
  }

  /**
   * Removes an event, and what hangs on it.
   * @throws Problem STALE_VERSION
   */
  async remove(event: StoredEvent, ifMatch?: string): Promise<void> {
    try {
      if (ifMatch === undefined) {
        await this.removal.remove({ id: event.id });
        return;
      }
      for (let seen = event; ; seen = await this.get(event.id)) {
        assertFresh(seen, ifMatch);
        if (await this.removal.remove({ id: seen.id, version: seen.version })) return;
      }
    } finally {
      this.replicas.wrote(event.creatorId!);
    }
  }

  /** Writes changes, unless somebody else has changed the event since it was seen. @throws Problem VALIDATION_FAILED */
  private async write(
    { id, version, status }: StoredEvent,
    changes: Partial<StoredEvent>,
  ): Promise<StoredEvent | undefined> {
    const seen = { id, version, status };
    const { positions } = changes;
    if (typeof positions !== 'number') return (await this.events.update(seen, changes, VERSIONED))[0];
    return this.database.transaction(async (transaction) => {
      const [updated] = await this.events.update(seen, changes, { ...VERSIONED, transaction });
      const taken = updated && (await this.positions.taken(id, transaction));
      if (taken !== undefined && taken > positions)
        throw Problem.invalid({
          pointer: '/positions',
          detail: `must be at least ${taken}: so many are accepted`,
        });
      return updated;
    });
  }

  private pageOf(caller: Caller, asked: ListEventsQuery, type?: EventType): Promise<FoundPage> {
    const { ids, view, ...others } = asked;
    const omit = OMITTED[view ?? 'whole'];
    if (ids) return pageOfIds(this.events, ids, { type, omit, others });
    const query = type ? { ...others, type: [type] } : others;
    return this.inTurn(caller.id, query, () => this.page(caller, query, omit));
  }

  /** A list of one's own is as it is now; others may be as they were a moment ago, but have what the caller wrote. */
  private async page(
    caller: Caller,
    { limit, offset, cursor, ...query }: ListEventsQuery,
    omit: Property<EventEntity>[],
  ): Promise<FoundPage> {
    const replica = query.creatorId === caller.id ? undefined : this.replicas.forUser(caller.id);
    const window = windowOf(query, this.config.SERVICE_TIME_ZONE, Date.now());
    const region = await this.places.regionOf(query);
    const paging = { limit, offset, cursor };
    if (query.q && query.sort === undefined) {
      const search = (q: string, paging: PageQuery) =>
        this.search.best({ ...query, q }, window, region, paging, { omit, replica });
      const page = await search(query.q, paging);
      const finds = async (q: string) => (await search(q, { limit: 1 })).total > 0;
      return { ...page, didYouMean: page.total > 0 ? null : await this.didYouMean.spelled(query.q, finds) };
    }
    if (query.sort === 'distance')
      return this.nearest.page(query, window, region!, paging, { omit, replica });
    return this.events.page(paging, {
      ...walksOfList(query, window, region, (limit ?? DEFAULT_LIMIT) + (offset ?? 0) + 1),
      order: orderOf(query),
      omit,
      further: distanceColumn(region),
      // The words of `when` move on from page to page; how a region is walked depends on the length of the page.
      scope: (query.when || region) && query,
      replica,
    });
  }

  /** The row of a new event. It is tagged outside any transaction, and stored also where that fails. */
  private async draft(
    caller: Caller,
    request: CreateEventDto,
  ): Promise<Partial<StoredEvent> & { id: string }> {
    const { type, title, description, location, images = [] } = request;
    const texts = { type, title, description, locationName: location.name };
    if (this.tagging.enabled) await this.creations.assertRoom(caller.id, 'EVENT'); // before the cost of tagging
    const { tags, summary, category, status: tagging } = await this.tagging.tag(texts, 'request');
    await this.users.remember(caller);
    const assigned = { id: uuidv7(), creatorId: caller.id, tags, summary, category, tagging };
    return { ...request, ...locationColumns(location), images: toImages(images), ...assigned };
  }

  private async get(id: string): Promise<StoredEvent> {
    const event = await this.find(id);
    if (!event) throw new Problem('NOT_FOUND');
    return event;
  }
}

/** An event for an answer, its version for the ETag beside it. */
export function toVersioned({ version, ...resource }: StoredEvent): Versioned<EventDto> {
  return new Versioned(resource as EventDto, version);
}

function assertFresh(event: StoredEvent, ifMatch: string | undefined): void {
  if (ifMatch !== undefined && !matches(ifMatch, event.version)) throw new Problem('STALE_VERSION');
}

/** What of the request differs from the event. Where a creator edits tags, category or summary, tagging is done. */
function changesOf(event: StoredEvent, { images, ...request }: UpdateEventDto): Partial<StoredEvent> {
  const wanted = { ...request, ...(images && { images: toImages(images) }) };
  const asStored = (value: unknown) => JSON.parse(JSON.stringify(value));
  const differs = ([field, value]: [string, unknown]) =>
    !isDeepStrictEqual(asStored(value), event[field as keyof StoredEvent]);
  const { location, ...changes }: Partial<StoredEvent> = Object.fromEntries(
    Object.entries(wanted).filter(differs),
  );
  const editsTagging = ['tags', 'category', 'summary'].some((field) => field in changes);
  return {
    ...changes,
    ...(location && locationColumns(location)),
    ...(editsTagging && { tagging: 'DONE' }),
  };
}
