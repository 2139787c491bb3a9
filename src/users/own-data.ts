import { Injectable, type OnModuleInit, type StreamableFile } from '@nestjs/common';
import { DiscoveryService } from '@nestjs/core';
import { DataSource, type EntityManager, type ObjectLiteral } from 'typeorm';
import type { Caller } from '../common/access.js';
import { discover, discoverable, Measured, type Sample } from '../common/discovery.js';
import { elementsOf, streamedJson } from '../common/http/streamed-json.js';
import { HOUR_MS } from '../common/instant.js';
import { FairQueue, QUEUE } from '../database/fair-queue.js';
import { readBatches } from '../database/pages.js';
import { deleteSome, Transactions } from '../database/transactions.js';
import { CreationCountEntity } from './creations.js';
import { UserEntity, userIdsOf } from './user.entity.js';
import type { OwnDataDto, OwnProfileDto } from './users.dto.js';
import { UsersService } from './users.service.js';

/** A table with rows of users, as described by the module that owns it. */
export interface OwnTable<Row extends ObjectLiteral> {
  entity: new () => Row;
  /** The property with the id of the user: one with `@UserId()`. */
  owner: keyof Row & string;
  /**
   * The sort key: the properties that follow `owner` in an index and identify the row. Default: `createdAt`
   * and `id`.
   */
  orderBy?: (keyof Row & string)[];
  /** Rows in memory at a time. Default: 100. */
  page?: number;
  /** Rows as exported. Default: as stored. */
  toDtos?(rows: Row[]): object[] | Promise<object[]>;
  /** Deletes a batch of rows, if foreign keys alone do not suffice. */
  remove?: RemoveSome;
}

// biome-ignore lint/suspicious/noExplicitAny: a table of any entity
type AnyTable = OwnTable<any>;
/**
 * Marks the method that returns a table, with the array's name and the order in exports and deletions. A
 * table without a name is not exported.
 */
export const OwnTable = discoverable<() => AnyTable, { name?: keyof OwnDataDto; order: number }>();

/** Deletes up to `limit` rows of a user, and returns the number deleted. */
type RemoveSome = (userId: string, limit: number, manager: EntityManager) => Promise<number>;

/** Rows per query, and per transaction that deletes. Deleting an event also deletes rows of other users. */
const PAGE = 100;
const BATCH = 100;

/** All data that the service stores about a user. The modules that own the tables describe them. */
@Injectable()
export class OwnData implements OnModuleInit {
  private tables: (AnyTable & { name?: string })[];
  /**
   * Each user reads one page at a time, and at most two users read at once, so that others get connections.
   */
  private readonly queue = new FairQueue('own_data', { each: 1, all: 2 });

  constructor(
    private readonly users: UsersService,
    private readonly transactions: Transactions,
    private readonly dataSource: DataSource,
    private readonly discovery: DiscoveryService,
  ) {}

  @Measured(QUEUE)
  measure(): Sample[] {
    return this.queue.samples();
  }

  /** Finds the tables. @throws Error for a column with `@UserId()` that is neither in one nor exempt */
  onModuleInit(): void {
    const found = discover(this.discovery, OwnTable).sort((a, b) => a.options.order - b.options.order);
    this.tables = found.map(({ method, options }) => ({ ...options, ...method() }));
    for (const entity of Object.values(this.dataSource.options.entities!) as (new () => object)[])
      for (const [property, exemption] of Object.entries(userIdsOf(entity)))
        if (!exemption && !this.tables.some((table) => table.entity === entity && table.owner === property))
          throw new Error(`${entity.name}.${property} has @UserId(): it needs an @OwnTable or an exemption.`);
  }

  @OwnTable({ name: 'creationCounts', order: 10 })
  creationCounts(): OwnTable<CreationCountEntity> {
    return {
      entity: CreationCountEntity,
      owner: 'userId',
      orderBy: ['kind', 'hour'],
      remove: async () => 0, // a new account of the same user keeps the counts, until they are purged
      toDtos: (rows) =>
        rows.map(({ kind, hour, count }) => ({ kind, hour: new Date(hour * HOUR_MS).toISOString(), count })),
    };
  }

  /** All data of the caller as JSON, read and sent page by page. */
  async export({ id }: Caller): Promise<StreamableFile> {
    return streamedJson(this.json(id, await this.users.stored(id)));
  }

  /**
   * Deletes all data of the caller, in batches of one table. Only one deletion of an account runs at a time.
   * Each batch locks the profile, so that no concurrent write leaves rows without a profile. An interrupted
   * deletion continues with the next request. Rows of others stay, with the names at the time of writing.
   */
  async delete({ id }: Caller): Promise<void> {
    const deleteBatch = (manager: EntityManager) => deleteNext(this.tables, id, manager);
    while (!(await this.transactions.runExclusive(`account ${id}`, deleteBatch, id)));
  }

  private async *json(userId: string, profile: OwnProfileDto | null): AsyncGenerator<string> {
    yield `{"profile":${JSON.stringify(profile)}`;
    for (const table of this.tables.filter(({ name }) => name)) {
      yield `,"${table.name}":[`;
      yield* elementsOf(this.pages(table, userId));
      yield ']';
    }
    yield '}';
  }

  private async *pages(table: AnyTable, userId: string): AsyncGenerator<object[]> {
    const { entity, owner, orderBy = ['createdAt', 'id'], page = PAGE } = table;
    const rows = this.dataSource
      .getRepository(entity)
      .createQueryBuilder('own')
      .where({ [owner]: userId });
    const read = (batch: typeof rows) => this.queue.run(userId, () => batch.getMany());
    for await (const found of readBatches(rows, page, orderBy, read)) yield table.toDtos?.(found) ?? found;
  }
}

/** Deletes a batch, or the profile if nothing else is left. @returns whether the profile is deleted */
async function deleteNext(tables: AnyTable[], id: string, manager: EntityManager): Promise<boolean> {
  // Writes of the user wait for this lock, and this lock for them (`UsersService.write`).
  const lock = { mode: 'pessimistic_write' } as const;
  const profile = await manager.findOne(UserEntity, { where: { id }, select: { id: true }, lock });
  for (const table of tables) {
    const { remove = removeFrom(table) } = table;
    if ((await remove(id, BATCH, manager)) > 0) return false;
  }
  // Without a lock, a new profile may have come with new rows.
  if (!profile) return !(await manager.existsBy(UserEntity, { id }));
  await manager.delete(UserEntity, { id });
  return true;
}

/** Deletes rows of a user, and by foreign keys their dependent rows. */
function removeFrom({ entity, owner }: AnyTable): RemoveSome {
  return (userId, most, manager) => {
    const metadata = manager.dataSource.getMetadata(entity);
    const where = `${metadata.findColumnWithPropertyName(owner)!.databaseName} = $1`;
    return deleteSome(manager, metadata, { where, values: [userId], most });
  };
}
