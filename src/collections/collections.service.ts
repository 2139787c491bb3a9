import { Injectable } from '@nestjs/common';
import { v7 as uuidv7 } from 'uuid';
import type { Caller } from '../common/access.js';
import type { Page } from '../common/pagination.js';
import { Problem } from '../common/problem.js';
import type { Criteria } from '../database/criteria.js';
import { Database, type Transaction } from '../database/database.js';
import { Repository } from '../database/repository.js';
import type { Row } from '../database/table.js';
import { InjectTable } from '../database/table.provider.js';
import type { Viewing } from '../parts/event-parts.js';
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

/** Collections of one user (decisions.md, "Collections"). */
const MAX_COLLECTIONS = 100;

/** A collection as stored, without the count of its items. */
export type StoredCollection = Row<CollectionEntity>;

@Injectable()
export class CollectionsService {
  constructor(
    private readonly database: Database,
    @InjectTable(CollectionEntity) private readonly collections: Repository<CollectionEntity>,
    private readonly items: CollectionItemsService,
    private readonly users: UsersService,
  ) {}

  /** Creates a collection of the caller's. @throws Problem LIMIT_REACHED at 100 */
  async create(caller: Caller, request: CreateCollectionDto): Promise<CollectionDto> {
    const created = await this.database.transaction(async (transaction) => {
      await this.assertRoom(caller, transaction);
      return this.collections.insert({ id: uuidv7(), ownerId: caller.id, ...request }, { transaction });
    });
    return toCollectionDto(created, 0);
  }

  /** The caller's own collections, or the public ones of another, newest first. */
  async list(
    caller: Caller,
    { ownerId = caller.id, ...query }: ListCollectionsQuery,
  ): Promise<Page<CollectionDto>> {
    const where: Criteria<CollectionEntity> =
      ownerId === caller.id ? { ownerId } : { ownerId, visibility: 'PUBLIC' };
    const page = await this.collections.page(query, { where, order: { createdAt: 'DESC' } });
    const counts = await this.items.count(page.data.map(({ id }) => id));
    return { ...page, data: page.data.map((stored) => toCollectionDto(stored, counts.get(stored.id) ?? 0)) };
  }

  /** The collection of this id, or undefined. */
  find(id: string): Promise<StoredCollection | undefined> {
    return this.collections.findOneBy({ id });
  }

  /** The collection of this id where the user may read it, or undefined. */
  async readableBy(userId: string, id: string): Promise<StoredCollection | undefined> {
    const collection = await this.find(id);
    return collection && isReadableBy(userId, collection) ? collection : undefined;
  }

  /** A collection with its items, whose events have the parts to `include`. */
  async withItems(collection: StoredCollection, viewing: Viewing): Promise<CollectionWithItemsDto> {
    const items = await this.items.of(collection.id, viewing);
    return { ...toCollectionDto(collection, items.length), items };
  }

  /** Changes what was sent. */
  async update(collection: StoredCollection, changes: UpdateCollectionDto): Promise<CollectionDto> {
    const updated = Object.keys(changes).length > 0 ? await this.write(collection.id, changes) : collection;
    const counts = await this.items.count([collection.id]);
    return toCollectionDto(updated, counts.get(collection.id) ?? 0);
  }

  /** Removes a collection and its items. */
  async remove({ id }: StoredCollection): Promise<void> {
    await this.collections.delete({ id });
  }

  private async write(id: string, changes: UpdateCollectionDto): Promise<StoredCollection> {
    const [updated] = await this.collections.update({ id }, changes);
    if (!updated) throw new Problem('NOT_FOUND');
    return updated;
  }

  /** Counts under a lock on the owner, so that two requests cannot both make the hundredth. */
  private async assertRoom(caller: Caller, transaction: Transaction): Promise<void> {
    await this.users.lock(caller, transaction);
    if ((await this.collections.countBy({ ownerId: caller.id }, { transaction })) >= MAX_COLLECTIONS)
      throw new Problem('LIMIT_REACHED', `You have ${MAX_COLLECTIONS} collections, which is the limit.`);
  }
}

/** Everyone may read a public collection, its owner alone a private one. */
export function isReadableBy(userId: string, { visibility, ownerId }: StoredCollection): boolean {
  return visibility === 'PUBLIC' || ownerId === userId;
}

function toCollectionDto(collection: StoredCollection, itemCount: number): CollectionDto {
  const { id, ownerId, name, description, visibility, createdAt, updatedAt } = collection;
  return { id, ownerId, name, description, visibility, itemCount, createdAt, updatedAt };
}
