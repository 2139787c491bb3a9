import { isDeepStrictEqual } from 'node:util';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { type EntityManager, In, type QueryDeepPartialEntity, type Repository } from 'typeorm';
import { matches, Versioned } from '../common/http/etag.js';
import type { Rendered } from '../common/http/rendered.js';
import { Problem } from '../common/problem.js';
import { isUuid } from '../common/text.js';
import { Standbys } from '../database/standbys.js';
import { Statements } from '../database/statements.js';
import { runLong, Transactions } from '../database/transactions.js';
import { OwnData } from '../users/own-data.js';
import { EventEntity } from './event.entity.js';
import { EventExpansions, type Viewing } from './event-expansions.js';
import type { UpdateEventDto } from './event-requests.dto.js';
import { assertMayBecome } from './event-rules.js';
import type { EventDto, EventWithPartsDto } from './events.dto.js';
import { GigTermsService } from './gig-terms.service.js';
import { toImages } from './image.dto.js';
import { type EventView, RenderedEvents, type ShownEvent } from './list/rendered-events.js';
import { columnsOf, RETURNED, returned, STORED, type StoredEvent, toVersioned } from './stored-event.js';

/** What other modules go by where they need not know all of an event. */
const OUTLINE = ['id', 'type', 'title', 'creatorId', 'source'] as const;
export type EventOutline = Pick<StoredEvent, (typeof OUTLINE)[number]>;

/** What the access guard reads. `findOneBy` takes four times the processor time. */
const FIND = { name: 'event', text: `SELECT ${STORED} FROM events e WHERE e.id = $1` };
const FIND_OUTLINE = {
  name: 'event_outline',
  text: `SELECT ${columnsOf(OUTLINE)} FROM events e WHERE e.id = $1`,
};

@Injectable()
export class EventsService implements OnModuleInit {
  constructor(
    private readonly transactions: Transactions,
    private readonly statements: Statements,
    @InjectRepository(EventEntity) private readonly events: Repository<EventEntity>,
    private readonly terms: GigTermsService,
    private readonly standbys: Standbys,
    private readonly rendered: RenderedEvents,
    private readonly parts: EventExpansions,
    private readonly ownData: OwnData,
  ) {}

  onModuleInit(): void {
    this.ownData.add('events', {
      rows: this.events,
      owner: 'creatorId',
      along: ['startAt', 'id'],
      toDtos: (events) => events,
      remove: (creatorId, most, manager) => this.removeSome(creatorId, most, manager),
    });
  }

  /** The event of this id, or undefined; a malformed id is an unknown one. */
  async find(id: string): Promise<StoredEvent | undefined> {
    if (!isUuid(id)) return undefined;
    return (await this.statements.query<StoredEvent>({ ...FIND, values: [id] }))[0];
  }

  /** The outline of the event of this id, or undefined; a malformed id is an unknown one. */
  async outline(id: string): Promise<EventOutline | undefined> {
    if (!isUuid(id)) return undefined;
    return (await this.statements.query<EventOutline>({ ...FIND_OUTLINE, values: [id] }))[0];
  }

  /** An event for an answer: with its version, or with the parts to `include`, which have none. */
  async show(
    event: ShownEvent,
    viewing: Viewing,
  ): Promise<Versioned<Rendered<EventDto>> | Rendered<EventWithPartsDto>> {
    if (!viewing.include) return new Versioned(event.shown, event.version);
    const [parts] = await this.parts.of([event], viewing);
    return event.shown.with(parts!);
  }

  /** Events by their ids for answers, with the parts to `include`; one that is gone is left out. */
  async byId(
    ids: string[],
    viewing?: Viewing,
    view?: EventView,
  ): Promise<Map<string, Rendered<EventWithPartsDto>>> {
    const found = await Promise.all(ids.map((id) => this.rendered.find(id, view)));
    const events = found.filter((event) => event !== undefined);
    const parts = viewing?.include ? await this.parts.of(events, viewing) : [];
    return new Map(events.map(({ id, shown }, index) => [id, shown.with(parts[index] ?? {})]));
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
      this.standbys.wrote(event.creatorId!);
    }
  }

  /**
   * Removes an event, and by foreign keys what hangs on it. When this is over, all of it is gone.
   * @throws Problem STALE_VERSION
   */
  async remove(event: StoredEvent, ifMatch?: string): Promise<void> {
    try {
      if (ifMatch === undefined) {
        await this.delete(event.id);
        return;
      }
      for (let seen = event; ; seen = await this.get(event.id)) {
        assertFresh(seen, ifMatch);
        if (await this.delete(seen.id, seen.version)) return;
      }
    } finally {
      this.standbys.wrote(event.creatorId!);
    }
  }

  /** Deletes some events of a creator in a transaction, as `remove` deletes one. @returns how many */
  private async removeSome(creatorId: string, most: number, manager: EntityManager): Promise<number> {
    const some = { where: { creatorId }, select: { id: true }, take: most } as const;
    const ids = (await manager.find(EventEntity, some)).map(({ id }) => id);
    const removal = manager
      .createQueryBuilder()
      .delete()
      .from(EventEntity)
      .where({ id: In(ids) });
    return runLong(manager, ...removal.getQueryAndParameters());
  }

  /** Writes changes, unless somebody else has changed the event since it was seen. @throws Problem VALIDATION_FAILED */
  private async write(seen: StoredEvent, changes: Partial<StoredEvent>): Promise<StoredEvent | undefined> {
    const { positions } = changes;
    if (typeof positions !== 'number') return this.updateOne(seen, changes, this.events.manager);
    return this.transactions.run(async (manager) => {
      const updated = await this.updateOne(seen, changes, manager);
      const taken = updated && (await this.terms.accepted(seen.id, manager));
      if (taken !== undefined && taken > positions)
        throw Problem.invalid({
          pointer: '/positions',
          detail: `must be at least ${taken}: so many are accepted`,
        });
      return updated;
    });
  }

  private async updateOne(
    { id, version, status }: StoredEvent,
    changes: Partial<StoredEvent>,
    manager: EntityManager,
  ): Promise<StoredEvent | undefined> {
    const { raw } = await manager
      .createQueryBuilder()
      .update(EventEntity)
      .set(changes as QueryDeepPartialEntity<EventEntity>)
      .where({ id, version, status })
      .returning(RETURNED)
      .execute();
    return returned(raw);
  }

  /** Deletes an event of this version, or of any, and answers whether there was one. */
  private async delete(id: string, version?: number): Promise<boolean> {
    const { affected } = await this.events.delete(version === undefined ? { id } : { id, version });
    return affected === 1;
  }

  private async get(id: string): Promise<StoredEvent> {
    const event = await this.find(id);
    if (!event) throw new Problem('NOT_FOUND');
    return event;
  }
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
  const changes: Partial<StoredEvent> = Object.fromEntries(Object.entries(wanted).filter(differs));
  const editsTagging = ['tags', 'category', 'summary'].some((field) => field in changes);
  return { ...changes, ...(editsTagging && { tagging: 'DONE' }) };
}
