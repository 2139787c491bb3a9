import { isDeepStrictEqual } from 'node:util';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import type { EntityManager, FindOptionsWhere, Repository } from 'typeorm';
import { matches, Versioned } from '../common/http/etag.js';
import type { Serialized } from '../common/http/serialized.js';
import { Problem } from '../common/problem.js';
import { isUuid } from '../common/text.js';
import { Statements } from '../database/statements.js';
import { runLong, Transactions } from '../database/transactions.js';
import { OwnData } from '../users/own-data.js';
import { EventEntity } from './event.entity.js';
import { EventExpansions, type Viewing } from './event-expansions.js';
import { toImages } from './event-members.dto.js';
import { assertMayBecome } from './event-rules.js';
import type { EventDto, EventWithPartsDto, UpdateEventDto } from './events.dto.js';
import { type EventView, type SerializedEvent, SerializedEvents } from './list/serialized-events.js';
import { namesOf, parametersOf, RETURNED, STORED, type StoredEvent, toVersioned } from './stored-event.js';

/** What the access guard reads. `findOneBy` takes four times the processor time. */
const FIND = { name: 'event', text: `SELECT ${STORED} FROM events e WHERE e.id = $1` };

/**
 * Changes properties of the event `$1` that has the version `$2` and the status `$3`. Decisions leave the version as it is, so
 * positions are compared with them here. There is a name for each property, not for each set of them. TypeORM's `update` takes
 * twice the processor time.
 */
function updateOf(properties: (keyof StoredEvent)[]) {
  const parameter = (property: keyof StoredEvent) => `$${properties.indexOf(property) + 4}`;
  const fits = properties.includes('positions')
    ? `AND coalesce(accepted_count <= ${parameter('positions')}, true)`
    : '';
  return {
    name: properties.length === 1 ? `update ${properties[0]} of event` : undefined,
    text: `
      UPDATE events SET ${properties.map((each) => `${namesOf([each])} = ${parameter(each)}`)},
        version = version + 1, updated_at = now()
      WHERE id = $1 AND version = $2 AND status = $3 ${fits} RETURNING ${RETURNED}`,
  };
}

/** What the creator does to a gig that concerns those who have applied (contract 14). */
type GigNews = 'GIG_CHANGED' | 'GIG_CANCELLED';
/** Tells them, in the transaction of the change. */
type NotifyApplicants = (
  news: GigNews,
  gigs: Pick<StoredEvent, 'id' | 'title'>[],
  manager: EntityManager,
) => Promise<void>;

/** What applicants have agreed to. */
const AGREED = ['startAt', 'endAt', 'location', 'compensation'] as const;

/** One event: with its version, or with the expansions to `include`, which have none. */
export type EventResponse = Versioned<Serialized<EventDto>> | Serialized<EventWithPartsDto>;

@Injectable()
export class EventsService implements OnModuleInit {
  private notifyApplicants: NotifyApplicants = async () => {};

  constructor(
    private readonly transactions: Transactions,
    private readonly statements: Statements,
    @InjectRepository(EventEntity) private readonly events: Repository<EventEntity>,
    private readonly serialized: SerializedEvents,
    private readonly expansions: EventExpansions,
    private readonly ownData: OwnData,
  ) {}

  onModuleInit(): void {
    this.ownData.add('events', {
      rows: this.events,
      owner: 'creatorId',
      orderBy: ['startAt', 'id'],
      toDtos: (events) => events,
      remove: (creatorId, most, manager) => this.removeSome({ creatorId }, most, manager),
    });
  }

  /** Says how to tell those who have applied to a gig; for the module that owns the applications. */
  notifyApplicantsBy(tell: NotifyApplicants): void {
    this.notifyApplicants = tell;
  }

  /** The event of this id, or undefined; a malformed id is an unknown one. */
  async find(id: string): Promise<StoredEvent | undefined> {
    if (!isUuid(id)) return undefined;
    return (await this.statements.query<StoredEvent>({ ...FIND, values: [id] }))[0];
  }

  async show(event: SerializedEvent, viewing: Viewing): Promise<EventResponse> {
    if (!viewing.include) return new Versioned(event.serialized, event.version);
    const [expansions] = await this.expansions.of([event], viewing);
    return event.serialized.with(expansions!);
  }

  /** Events by their ids for answers, with the expansions to `include`; one that is gone is left out. */
  async byId(
    ids: string[],
    viewing?: Viewing,
    view?: EventView,
  ): Promise<Map<string, Serialized<EventWithPartsDto>>> {
    const found = await Promise.all(ids.map((id) => this.serialized.find(id, view)));
    const events = found.filter((event) => event !== undefined);
    const expansions = viewing?.include ? await this.expansions.of(events, viewing) : [];
    return new Map(events.map(({ id, serialized }, index) => [id, serialized.with(expansions[index] ?? {})]));
  }

  /**
   * Changes what was sent of an event, guarded by its version. The second of two writers reads what the first has left
   * and checks its request again.
   * @param ifMatch the `If-Match` header
   * @throws Problem STALE_VERSION, VALIDATION_FAILED, INVALID_TRANSITION, or NOT_FOUND where it is gone meanwhile
   */
  async update(event: StoredEvent, request: UpdateEventDto, ifMatch?: string): Promise<Versioned<EventDto>> {
    for (let seen = event; ; seen = await this.get(event.id)) {
      assertFresh(seen, ifMatch);
      const changes = changesOf(seen, request);
      assertMayBecome(seen, changes);
      if (Object.keys(changes).length === 0) return toVersioned(seen);
      const updated = await this.write(seen, changes);
      if (updated) return toVersioned(updated);
    }
  }

  /**
   * Removes an event, and by foreign keys what hangs on it. When this is over, all of it is gone.
   * @throws Problem STALE_VERSION
   */
  async remove(event: StoredEvent, ifMatch?: string): Promise<void> {
    for (let seen = event; ; seen = await this.get(event.id)) {
      assertFresh(seen, ifMatch);
      const where = ifMatch === undefined ? { id: seen.id } : { id: seen.id, version: seen.version };
      const removeIt = (manager: EntityManager) => this.removeSome(where, 1, manager);
      const removed = await this.transactions.run(event.creatorId!, removeIt);
      if (removed > 0 || ifMatch === undefined) return;
    }
  }

  /** Removes some events in a transaction. Those who have applied to their gigs are told. @returns how many */
  private async removeSome(
    where: FindOptionsWhere<EventEntity>,
    most: number,
    manager: EntityManager,
  ): Promise<number> {
    const events = await manager.find(EventEntity, {
      where,
      select: { id: true, type: true, title: true },
      order: { id: 'ASC' },
      take: most,
      lock: { mode: 'pessimistic_write' }, // nobody applies between the notifications and the deletion
    });
    if (events.length === 0) return 0;
    const gigs = events.filter(({ type }) => type === 'GIG');
    await this.notifyApplicants('GIG_CANCELLED', gigs, manager);
    return runLong(manager, 'DELETE FROM events WHERE id = ANY($1)', [events.map(({ id }) => id)]);
  }

  /** Writes changes, unless somebody else has changed the event since it was seen. */
  private write(seen: StoredEvent, changes: Partial<StoredEvent>): Promise<StoredEvent | undefined> {
    const { creatorId, type } = seen;
    const news = type === 'GIG' && newsOf(changes);
    if (!news) return this.transactions.inTurn(creatorId!, () => this.updateOne(seen, changes));
    return this.transactions.run(creatorId!, async (manager) => {
      const updated = await this.updateOne(seen, changes, manager);
      if (updated) await this.notifyApplicants(news, [updated], manager);
      return updated;
    });
  }

  private async updateOne(
    { id, version, status }: StoredEvent,
    changes: Partial<StoredEvent>,
    manager?: EntityManager,
  ): Promise<StoredEvent | undefined> {
    const properties = Object.keys(changes) as (keyof StoredEvent)[];
    const values = [id, version, status, ...parametersOf(changes, properties)];
    return (await this.statements.query<StoredEvent>({ ...updateOf(properties), values }, { manager }))[0];
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

function newsOf(changes: Partial<StoredEvent>): GigNews | undefined {
  if (changes.status === 'CANCELLED') return 'GIG_CANCELLED';
  return AGREED.some((term) => term in changes) ? 'GIG_CHANGED' : undefined;
}

/** What of the request differs from the event. */
function changesOf(event: StoredEvent, { images, ...request }: UpdateEventDto): Partial<StoredEvent> {
  const wanted = { ...request, ...(images && { images: toImages(images) }) };
  const asStored = (value: unknown) => JSON.parse(JSON.stringify(value));
  const differs = ([field, value]: [string, unknown]) =>
    !isDeepStrictEqual(asStored(value), event[field as keyof StoredEvent]);
  return Object.fromEntries(Object.entries(wanted).filter(differs));
}
