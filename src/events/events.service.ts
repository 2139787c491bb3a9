import { isDeepStrictEqual } from 'node:util';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import { DiscoveryService } from '@nestjs/core';
import type { EntityManager, FindOptionsWhere } from 'typeorm';
import { discover, discoverable } from '../common/discovery.js';
import { matches, Versioned } from '../common/http/etag.js';
import type { Serialized } from '../common/http/serialized.js';
import { Problem } from '../common/problem.js';
import { isUuid } from '../common/text.js';
import { Statements } from '../database/statements.js';
import { runLong, Transactions } from '../database/transactions.js';
import { OwnTable } from '../users/own-data.js';
import { EventEntity, TakedownEntity } from './event.entity.js';
import { EventExpansions, type ExpansionOptions } from './event-expansions.js';
import { toImages } from './event-members.dto.js';
import { assertMayChange } from './event-rules.js';
import type { EventDto, EventWithPartsDto, UpdateEventDto } from './events.dto.js';
import { type EventView, type SerializedEvent, SerializedEvents } from './list/serialized-events.js';
import { namesOf, parametersOf, RETURNED, STORED, type StoredEvent, toVersioned } from './stored-event.js';

/** The query of the access guard. TypeORM's `findOneBy` takes twice the processor time. */
const FIND = { name: 'event', text: `SELECT ${STORED} FROM events e WHERE e.id = $1` };

/**
 * Changes properties of the event `$1` if it has the version `$2` and the status `$3`. Decisions on
 * applications keep the version, so the statement compares the positions itself. Only changes of one property
 * are prepared: there are too many sets of properties. TypeORM's `update` takes twice the processor time.
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

/** Notifies the applicants of gigs of a change (rules.md, "Notifications"). */
export type NotifyApplicants = (
  change: 'GIG_CHANGED' | 'GIG_CANCELLED',
  gigs: Pick<StoredEvent, 'id' | 'title'>[],
  manager: EntityManager,
  changed?: AgreedTerm[],
) => Promise<void>;
/** Marks the method that notifies the applicants, in the transaction of the change. */
export const ApplicantNotifier = discoverable<NotifyApplicants>();

/** Marks a method that is called before events are deleted, in the transaction that does so. */
export const EventRemoval = discoverable<Removal>();
type Removal = (ids: string[], manager: EntityManager) => Promise<unknown>;

/** The terms that applicants have agreed to. */
const AGREED_TERMS = ['startAt', 'endAt', 'location', 'compensation'] as const;
type AgreedTerm = (typeof AGREED_TERMS)[number];

@Injectable()
export class EventsService implements OnModuleInit {
  private notifyApplicants: NotifyApplicants;
  private removals: Removal[];

  constructor(
    private readonly transactions: Transactions,
    private readonly statements: Statements,
    private readonly serialized: SerializedEvents,
    private readonly expansions: EventExpansions,
    private readonly discovery: DiscoveryService,
  ) {}

  onModuleInit(): void {
    const [found] = discover(this.discovery, ApplicantNotifier);
    if (!found) throw new Error('Add @ApplicantNotifier() to the method that notifies applicants.');
    this.notifyApplicants = found.method;
    this.removals = discover(this.discovery, EventRemoval).map(({ method }) => method);
  }

  @OwnTable({ name: 'events', order: 1 })
  ownEvents(): OwnTable<EventEntity> {
    return {
      entity: EventEntity,
      owner: 'creatorId',
      orderBy: ['startAt', 'id'],
      remove: (creatorId, most, manager) => this.removeSome({ creatorId }, most, manager),
    };
  }

  /** Finds an event by its id. A malformed id counts as unknown. */
  async find(id: string): Promise<StoredEvent | undefined> {
    if (!isUuid(id)) return undefined;
    return (await this.statements.query<StoredEvent>({ ...FIND, values: [id] }))[0];
  }

  /** One event with its version; with expansions it has no version. */
  async toResponse(event: SerializedEvent, options: ExpansionOptions) {
    if (!options.include) return new Versioned(event.serialized, event.version);
    const [expansions] = await this.expansions.of([event], options);
    return event.serialized.with(expansions!);
  }

  /** Events by their ids, with their expansions, for a response. Deleted events are left out. */
  async byId(
    ids: string[],
    options?: ExpansionOptions,
    view?: EventView,
  ): Promise<Map<string, Serialized<EventWithPartsDto>>> {
    const found = await Promise.all(ids.map((id) => this.serialized.find(id, view)));
    const events = found.filter((event) => event !== undefined);
    const expansions = options?.include ? await this.expansions.of(events, options) : [];
    return new Map(events.map(({ id, serialized }, index) => [id, serialized.with(expansions[index] ?? {})]));
  }

  /**
   * Changes the sent properties of an event. If another writer was faster, it reads and checks again.
   * @throws Problem STALE_VERSION, VALIDATION_FAILED, INVALID_TRANSITION, NOT_FOUND if deleted meanwhile
   */
  async update(event: StoredEvent, request: UpdateEventDto, ifMatch?: string): Promise<Versioned<EventDto>> {
    for (let current: StoredEvent | undefined = event; ; current = await this.find(event.id)) {
      if (!current) throw new Problem('NOT_FOUND');
      assertFresh(current, ifMatch);
      const changes = changesOf(current, request);
      assertMayChange(current, changes);
      if (Object.keys(changes).length === 0) return toVersioned(current);
      const updated = await this.write(current, changes);
      if (updated) return toVersioned(updated);
    }
  }

  /** Deletes an event, and by foreign keys its dependent rows. @throws Problem STALE_VERSION */
  async remove({ id, creatorId }: StoredEvent, ifMatch?: string): Promise<void> {
    await this.transactions.run(creatorId!, (manager) => this.removeSome({ id }, 1, manager, ifMatch));
  }

  /** Deletes an event as its creator would. Pulls of its feed ignore it. @returns false for an unknown id */
  async takeDown(id: string): Promise<boolean> {
    const event = await this.find(id);
    if (!event) return false;
    const { source, externalId } = event;
    await this.transactions.runExclusive('events', async (manager) => {
      if (externalId !== null)
        await manager.upsert(TakedownEntity, { externalId, source }, ['externalId', 'source']);
      await this.removeSome({ id }, 1, manager);
    });
    return true;
  }

  /** Locks an event until the transaction ends, so that it cannot be deleted. @throws Problem NOT_FOUND */
  async hold(id: string, manager: EntityManager): Promise<void> {
    const options = { where: { id }, select: { id: true }, lock: { mode: 'for_key_share' } } as const;
    if (!(await manager.findOne(EventEntity, options))) throw new Problem('NOT_FOUND');
  }

  /** Deletes at most `most` events, and notifies applicants to deleted gigs. @returns the number of events */
  private async removeSome(
    where: FindOptionsWhere<EventEntity>,
    most: number,
    manager: EntityManager,
    ifMatch?: string,
  ): Promise<number> {
    const events = await manager.find(EventEntity, {
      where,
      select: { id: true, type: true, title: true, version: true },
      order: { id: 'ASC' },
      take: most,
      lock: { mode: 'pessimistic_write' }, // no applications between the notifications and the deletion
    });
    if (events.length === 0) return 0;
    for (const event of events) assertFresh(event, ifMatch);
    const ids = events.map(({ id }) => id);
    const gigs = events.filter(({ type }) => type === 'GIG');
    await this.notifyApplicants('GIG_CANCELLED', gigs, manager);
    for (const prepare of this.removals) await prepare(ids, manager);
    // TypeORM's `delete` has the timeout of the role, which many dependent rows exceed.
    return runLong(manager, 'DELETE FROM events WHERE id = ANY($1)', [ids]);
  }

  /** Writes changes. @returns undefined if the event has changed since it was read */
  private write(current: StoredEvent, changes: Partial<StoredEvent>): Promise<StoredEvent | undefined> {
    const changed = AGREED_TERMS.filter((term) => term in changes);
    const isCancelled = changes.status === 'CANCELLED';
    if (current.type === 'EVENT' || !(isCancelled || changed.length > 0))
      return this.transactions.inTurn(current.creatorId!, () => this.updateOne(current, changes));
    return this.transactions.run(current.creatorId!, async (manager) => {
      const updated = await this.updateOne(current, changes, manager);
      if (updated && isCancelled) await this.notifyApplicants('GIG_CANCELLED', [updated], manager);
      else if (updated) await this.notifyApplicants('GIG_CHANGED', [updated], manager, changed);
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
}

function assertFresh({ version }: Pick<StoredEvent, 'version'>, ifMatch: string | undefined): void {
  if (ifMatch !== undefined && !matches(ifMatch, version)) throw new Problem('STALE_VERSION');
}

/** The properties in the request that differ from the stored event. */
function changesOf(event: StoredEvent, { images, ...request }: UpdateEventDto): Partial<StoredEvent> {
  const sent = { ...request, ...(images && { images: toImages(images) }) };
  const asStored = (value: unknown) => JSON.parse(JSON.stringify(value));
  const differs = ([field, value]: [string, unknown]) =>
    !isDeepStrictEqual(asStored(value), event[field as keyof StoredEvent]);
  return Object.fromEntries(Object.entries(sent).filter(differs));
}
