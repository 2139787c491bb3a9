import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import type { Repository } from 'typeorm';
import { v7 as uuidv7 } from 'uuid';
import type { AccessPolicy, Caller } from '../common/access.js';
import type { Page } from '../common/pagination.js';
import { Problem, type ProblemCode } from '../common/problem.js';
import { isUuid } from '../common/text.js';
import { readPage } from '../database/pages.js';
import { Statements } from '../database/statements.js';
import { Transactions } from '../database/transactions.js';
import { type ExpandableEvent, type ExpansionOptions, ViewerExpansion } from '../events/event-expansions.js';
import { EventsService } from '../events/events.service.js';
import type { ViewerDto } from '../events/expansions.dto.js';
import { OwnTable } from '../users/own-data.js';
import { UsersService } from '../users/users.service.js';
import { CollectionEntity, MAX_ITEMS } from './collection.entity.js';
import { CollectionItemEntity } from './collection-item.entity.js';
import type {
  AddItemDto,
  CollectionDto,
  CollectionItemDto,
  CollectionWithItemsDto,
  CreateCollectionDto,
  ListCollectionsQuery,
  UpdateCollectionDto,
} from './collections.dto.js';

/** Maximum number of collections per user (rules.md, "Limits"). */
const MAX_COLLECTIONS = 100;
const DEFAULT_NAME = 'Collection';
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
export class CollectionsService implements AccessPolicy<CollectionEntity> {
  constructor(
    private readonly transactions: Transactions,
    @InjectRepository(CollectionEntity) private readonly collections: Repository<CollectionEntity>,
    @InjectRepository(CollectionItemEntity) private readonly items: Repository<CollectionItemEntity>,
    private readonly statements: Statements,
    private readonly events: EventsService,
    private readonly users: UsersService,
  ) {}

  @OwnTable({ name: 'collections', order: 4 })
  ownCollections(): OwnTable<CollectionEntity> {
    return {
      entity: CollectionEntity,
      owner: 'ownerId',
      page: 1, // each has all of its items
      toDtos: (collections) => Promise.all(collections.map((each) => this.withItems(each))),
    };
  }

  /**
   * Creates a collection of the caller with its first items, in one transaction.
   * @throws Problem LIMIT_REACHED at 100, VALIDATION_FAILED for an unknown event
   */
  async create(caller: Caller, { items = [], ...request }: CreateCollectionDto): Promise<CollectionDto> {
    await this.assertKnown(items);
    const assigned = { id: uuidv7(), ownerId: caller.id, name: DEFAULT_NAME, description: null };
    const collection = this.collections.create({ ...assigned, ...request });
    const written = this.users.write(caller, async (manager) => {
      await this.users.assertRoom(caller, CollectionEntity, MAX_COLLECTIONS, manager);
      await manager.insert(CollectionEntity, collection);
      // In their order, before all that are added later.
      const rows = items.map(({ eventId, note = null }, index) => ({
        ...{ collectionId: collection.id, eventId, note },
        addedAt: () => `now() - interval '${items.length - index} milliseconds'`,
      }));
      if (rows.length > 0) await manager.insert(CollectionItemEntity, rows);
    });
    await written.catch(async (error) => {
      await this.assertKnown(items); // an event may have been deleted meanwhile
      throw error;
    });
    return { ...collection, itemCount: items.length };
  }

  /** The caller's collections, or another user's public ones, newest first. */
  list(
    caller: Caller,
    { ownerId = caller.id, ...query }: ListCollectionsQuery,
  ): Promise<Page<CollectionDto>> {
    const rows = this.collections.createQueryBuilder('collection').where({ ownerId });
    if (ownerId !== caller.id) rows.andWhere({ visibility: 'PUBLIC' });
    return readPage(rows, query, { by: 'createdAt', direction: 'DESC' });
  }

  /** The collection with this id, or null. A malformed id counts as unknown. */
  async find(id: string): Promise<CollectionEntity | null> {
    return isUuid(id) ? this.collections.findOneBy({ id }) : null;
  }

  /** The collection with this id if the user may read it, or null. */
  async readableBy(userId: string, id: string): Promise<CollectionEntity | null> {
    const collection = await this.find(id);
    return collection && this.maySee(collection, { id: userId }) ? collection : null;
  }

  /** Any user may read a public collection, only its owner a private one. */
  maySee({ visibility, ownerId }: CollectionEntity, { id }: Pick<Caller, 'id'>): boolean {
    return visibility === 'PUBLIC' || ownerId === id;
  }

  /** Only its owner may change a collection. */
  refusal({ ownerId }: CollectionEntity, { id }: Caller): ProblemCode | undefined {
    return ownerId === id ? undefined : 'NOT_OWNER';
  }

  /** A collection with its items in the order added, whose events have the expansions of `options`. */
  async withItems(collection: CollectionEntity, options?: ExpansionOptions): Promise<CollectionWithItemsDto> {
    const where = { collectionId: collection.id };
    const stored = await this.items.find({ where, order: { addedAt: 'ASC', eventId: 'ASC' } });
    const ids = stored.map(({ eventId }) => eventId);
    const events = await this.events.byId(ids, options, 'card');
    const items = stored.flatMap(({ eventId, note, addedAt }) => {
      const event = events.get(eventId);
      return event ? [{ eventId, note, addedAt, event }] : []; // deleted between the two queries
    });
    return { ...collection, itemCount: items.length, items };
  }

  /** The ids of the events in a collection. */
  async eventIds(collectionId: string): Promise<string[]> {
    const items = await this.items.find({ where: { collectionId }, select: { eventId: true } });
    return items.map(({ eventId }) => eventId);
  }

  /** Changes the fields that were sent. @throws Problem NOT_FOUND where the collection is deleted */
  async update({ id, ownerId }: CollectionEntity, changes: UpdateCollectionDto): Promise<CollectionDto> {
    if (Object.keys(changes).length > 0)
      await this.transactions.inTurn(ownerId, () => this.collections.update({ id }, changes));
    const updated = await this.find(id);
    if (!updated) throw new Problem('NOT_FOUND');
    return updated;
  }

  /** Deletes a collection and its items. */
  async remove({ id, ownerId }: CollectionEntity): Promise<void> {
    await this.transactions.inTurn(ownerId, () => this.collections.delete({ id }));
  }

  /**
   * Adds an event. The row of the collection is locked first, so that two concurrent requests cannot both add
   * the last item.
   * @throws Problem NOT_FOUND (event or collection), ALREADY_IN_COLLECTION, LIMIT_REACHED at 500
   */
  async addItem(
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

  /** Removes an event. @throws Problem NOT_FOUND where the collection does not contain it */
  async removeItem({ id: collectionId, ownerId }: CollectionEntity, eventId: string): Promise<void> {
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

  /** @throws Problem VALIDATION_FAILED for items of an unknown event, or of one that an earlier item has */
  private async assertKnown(items: AddItemDto[]): Promise<void> {
    const ids = items.map(({ eventId }) => eventId.toLowerCase());
    const events = await this.events.byId(ids, undefined, 'card');
    const faults = ids.flatMap((id, index) => {
      const pointer = `/items/${index}/eventId`;
      if (!events.has(id)) return { pointer, detail: 'is not the id of an event' };
      return ids.indexOf(id) < index ? { pointer, detail: 'is given more than once' } : [];
    });
    if (faults.length > 0) throw Problem.invalid(...faults);
  }
}
