import { Injectable } from '@nestjs/common';
import { v7 as uuidv7 } from 'uuid';
import type { Caller } from '../common/access.js';
import type { Page } from '../common/pagination.js';
import { Problem } from '../common/problem.js';
import { Database, type Transaction } from '../database/database.js';
import { readPage } from '../database/page-reader.js';
import { RowReader } from '../database/row-reader.js';
import { type Row, Where } from '../database/table.js';
import { CollectionEntity } from './collection.entity.js';
import { CollectionItems } from './collection-items.service.js';
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
  private readonly rows = new RowReader(this.database, CollectionEntity);

  constructor(
    private readonly database: Database,
    private readonly items: CollectionItems,
  ) {}

  /** Creates a collection of the caller's. @throws Problem LIMIT_REACHED at 100 */
  async create(caller: Caller, request: CreateCollectionDto): Promise<CollectionDto> {
    const created = await this.database.transaction(async (transaction) => {
      await this.assertRoom(caller, transaction);
      const row = { id: uuidv7(), ownerId: caller.id, ...request };
      const insert = this.database.table(CollectionEntity).insert(row);
      const [stored] = await this.database.query<StoredCollection>(insert, transaction);
      return stored!;
    });
    return toCollectionDto(created, 0);
  }

  /** The caller's own collections, or the public ones of another, newest first. */
  async list(
    caller: Caller,
    { ownerId = caller.id, ...query }: ListCollectionsQuery,
  ): Promise<Page<CollectionDto>> {
    const where = new Where().equals('t.owner_id', ownerId);
    if (ownerId !== caller.id) where.equals('t.visibility', 'PUBLIC');
    const sort = { by: 'createdAt', descending: true } as const;
    const page = await readPage(this.database, query, { entity: CollectionEntity, where, sort });
    const counts = await this.items.count(page.data.map(({ id }) => id));
    return { ...page, data: page.data.map((stored) => toCollectionDto(stored, counts.get(stored.id) ?? 0)) };
  }

  /** The collection of this id, or undefined. */
  find(id: string): Promise<StoredCollection | undefined> {
    return this.rows.find(id);
  }

  /** A collection with its items. */
  async withItems(collection: StoredCollection): Promise<CollectionWithItemsDto> {
    const items = await this.items.of(collection.id);
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
    await this.database.execute({ text: 'DELETE FROM collections WHERE id = $1', values: [id] });
  }

  private async write(id: string, changes: UpdateCollectionDto): Promise<StoredCollection> {
    const table = this.database.table(CollectionEntity);
    const values: unknown[] = [id];
    const [updated] = await this.database.query<StoredCollection>({
      text: `UPDATE collections t SET ${table.assignments(changes, values)}, updated_at = now() WHERE id = $1
             RETURNING ${table.select()}`,
      values,
    });
    if (!updated) throw new Problem('NOT_FOUND');
    return updated;
  }

  /** Counts under a lock on the owner's row, so that two at once cannot both be the hundredth. */
  private async assertRoom(caller: Caller, transaction: Transaction): Promise<void> {
    await this.database.query(
      { text: 'SELECT 1 FROM users WHERE id = $1 FOR UPDATE', values: [caller.id] },
      transaction,
    );
    const [row] = await this.database.query<{ count: number }>(
      { text: 'SELECT count(*)::int AS count FROM collections WHERE owner_id = $1', values: [caller.id] },
      transaction,
    );
    if (row!.count >= MAX_COLLECTIONS)
      throw new Problem('LIMIT_REACHED', `You have ${MAX_COLLECTIONS} collections, the most there can be.`);
  }
}

function toCollectionDto(collection: StoredCollection, itemCount: number): CollectionDto {
  const { id, ownerId, name, description, visibility, createdAt, updatedAt } = collection;
  return { id, ownerId, name, description, visibility, itemCount, createdAt, updatedAt };
}
