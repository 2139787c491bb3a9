import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import type { EntityManager, Repository } from 'typeorm';
import type { Caller } from '../common/access.js';
import { Problem } from '../common/problem.js';
import { isUuid } from '../common/text.js';
import { Statements } from '../database/statements.js';
import { Transactions } from '../database/transactions.js';
import { type ExpandableEvent, type ExpansionOptions, ViewerExpansion } from '../events/event-expansions.js';
import { EventsService } from '../events/events.service.js';
import type { ViewerDto } from '../events/expansions.dto.js';
import { CollectionEntity, MAX_ITEMS } from './collection.entity.js';
import { CollectionItemEntity } from './collection-item.entity.js';
import type { AddItemDto, CollectionItemDto } from './collections.dto.js';

/** A change of the items changes the collection's `updatedAt`. */
const TOUCHED = { updatedAt: () => 'now()' };
/**
 * The collections of a user that contain events of a page, oldest first: ids are in the order of creation.
 * TypeORM's `getRawMany` takes a third more processor time.
 */
const CONTAINING = {
  name: 'collections of a page',
  text: `SELECT i.event_id AS id, array_agg(c.id ORDER BY c.id) AS "collectionIds" FROM collections c
         JOIN collection_items i ON i.collection_id = c.id AND i.event_id = ANY($1)
         WHERE c.owner_id = $2 GROUP BY i.event_id`,
};

@Injectable()
export class CollectionItemsService {
  constructor(
    private readonly transactions: Transactions,
    private readonly statements: Statements,
    @InjectRepository(CollectionItemEntity) private readonly items: Repository<CollectionItemEntity>,
    private readonly events: EventsService,
  ) {}

  /**
   * The items of a collection in the order added. Their events have the expansions that `options` includes.
   */
  async of(collectionId: string, options?: ExpansionOptions): Promise<CollectionItemDto[]> {
    const order = { addedAt: 'ASC', eventId: 'ASC' } as const;
    const items = await this.items.find({ where: { collectionId }, order });
    const ids = items.map(({ eventId }) => eventId);
    const events = await this.events.byId(ids, options, 'card');
    return items.flatMap(({ eventId, note, addedAt }) => {
      const event = events.get(eventId);
      return event ? [{ eventId, note, addedAt, event }] : []; // deleted between the two queries
    });
  }

  /** The ids of the events in a collection. */
  async eventIds(collectionId: string): Promise<string[]> {
    const items = await this.items.find({ where: { collectionId }, select: { eventId: true } });
    return items.map(({ eventId }) => eventId);
  }

  /**
   * Adds an event. The row of the collection is locked first, so that two concurrent requests cannot both add
   * the last item.
   * @throws Problem NOT_FOUND (unknown event or deleted collection), ALREADY_IN_COLLECTION, LIMIT_REACHED at
   * 500
   */
  async add(
    { id: collectionId, ownerId }: CollectionEntity,
    { eventId, note = null }: AddItemDto,
  ): Promise<CollectionItemDto> {
    const [found] = await this.events.byId([eventId], undefined, 'card');
    if (!found) throw new Problem('NOT_FOUND', 'There is no event with this eventId.');
    const [id, event] = found;
    const item = this.items.create({ collectionId, eventId: id, note });
    await this.transactions.run(ownerId, async (manager) => {
      const { affected } = await manager.update(CollectionEntity, { id: collectionId }, TOUCHED);
      if (affected === 0) throw new Problem('NOT_FOUND');
      const items = await manager.find(CollectionItemEntity, {
        where: { collectionId },
        select: { eventId: true },
      });
      if (items.some((each) => each.eventId === id)) throw new Problem('ALREADY_IN_COLLECTION');
      if (items.length >= MAX_ITEMS)
        throw new Problem('LIMIT_REACHED', `The collection has ${MAX_ITEMS} items, which is the limit.`);
      await manager.insert(CollectionItemEntity, item);
    });
    return { eventId: id, note, addedAt: item.addedAt, event };
  }

  /** @throws Problem VALIDATION_FAILED for items of an unknown event, or of one that an earlier item has */
  async assertKnown(items: AddItemDto[]): Promise<void> {
    const ids = items.map(({ eventId }) => eventId.toLowerCase());
    const events = await this.events.byId(ids, undefined, 'card');
    const faults = ids.flatMap((id, index) => {
      const pointer = `/items/${index}/eventId`;
      if (!events.has(id)) return { pointer, detail: 'is not the id of an event' };
      return ids.indexOf(id) < index ? { pointer, detail: 'is given more than once' } : [];
    });
    if (faults.length > 0) throw Problem.invalid(...faults);
  }

  /** Adds the first items of a new collection, in their order, before all that are added later. */
  async insert(collectionId: string, items: AddItemDto[], manager: EntityManager): Promise<void> {
    const rows = items.map(({ eventId, note = null }, index) => ({
      ...{ collectionId, eventId, note },
      addedAt: () => `now() - interval '${items.length - index} milliseconds'`,
    }));
    if (rows.length > 0) await manager.insert(CollectionItemEntity, rows);
  }

  /**
   * Removes an event from a collection.
   * @throws Problem NOT_FOUND where the collection does not contain it
   */
  async remove({ id: collectionId, ownerId }: CollectionEntity, eventId: string): Promise<void> {
    if (!isUuid(eventId)) throw new Problem('NOT_FOUND');
    await this.transactions.run(ownerId, async (manager) => {
      const { affected } = await manager.delete(CollectionItemEntity, { collectionId, eventId });
      if (affected === 0) throw new Problem('NOT_FOUND');
      await manager.update(CollectionEntity, { id: collectionId }, TOUCHED);
    });
  }

  /** Expands events with the ids of the collections of the caller that contain them. */
  @ViewerExpansion()
  containing(events: ExpandableEvent[], caller: Caller) {
    const values = [events.map(({ id }) => id), caller.id];
    return this.statements.query<Partial<ViewerDto> & { id: string }>({ ...CONTAINING, values });
  }
}
