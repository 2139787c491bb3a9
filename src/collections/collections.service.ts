import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import type { Repository } from 'typeorm';
import { v7 as uuidv7 } from 'uuid';
import type { AccessPolicy, Caller } from '../common/access.js';
import type { Page } from '../common/pagination.js';
import { Problem, type ProblemCode } from '../common/problem.js';
import { isUuid } from '../common/text.js';
import { readPage } from '../database/pages.js';
import { Transactions } from '../database/transactions.js';
import type { ExpansionOptions } from '../events/event-expansions.js';
import { OwnTable } from '../users/own-data.js';
import { UsersService } from '../users/users.service.js';
import { CollectionEntity } from './collection.entity.js';
import { CollectionItemsService } from './collection-items.service.js';
import type {
  CollectionDto,
  CollectionWithItemsDto,
  CreateCollectionDto,
  ListCollectionsQuery,
  UpdateCollectionDto,
} from './collections.dto.js';

/** Maximum number of collections per user (rules.md, "Limits"). */
const MAX_COLLECTIONS = 100;
const DEFAULT_NAME = 'Collection';

@Injectable()
export class CollectionsService implements AccessPolicy<CollectionEntity> {
  constructor(
    private readonly transactions: Transactions,
    @InjectRepository(CollectionEntity) private readonly collections: Repository<CollectionEntity>,
    private readonly items: CollectionItemsService,
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
    await this.items.assertKnown(items);
    const assigned = { id: uuidv7(), ownerId: caller.id, name: DEFAULT_NAME, description: null };
    const collection = this.collections.create({ ...assigned, ...request });
    await this.users.write(caller, async (manager) => {
      await this.users.assertRoom(caller, CollectionEntity, MAX_COLLECTIONS, manager);
      await manager.insert(CollectionEntity, collection);
      await this.items.insert(collection.id, items, manager);
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

  /** A collection with its items. Their events have the expansions that `options` includes. */
  async withItems(collection: CollectionEntity, options?: ExpansionOptions): Promise<CollectionWithItemsDto> {
    const items = await this.items.of(collection.id, options);
    return { ...collection, itemCount: items.length, items };
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
}
