import { Injectable, type StreamableFile } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import type { EntityManager, ObjectLiteral, Repository } from 'typeorm';
import type { Caller } from '../common/access.js';
import { elementsOf, streamedJson } from '../common/http/streamed-json.js';
import { HOUR_MS } from '../common/instant.js';
import { FairQueue } from '../database/fair-queue.js';
import { deleteSome, Transactions } from '../database/transactions.js';
import { CreationCountEntity } from './creations.js';
import { UserEntity } from './user.entity.js';
import type { OwnProfileDto } from './users.dto.js';
import { UsersService } from './users.service.js';

/** The arrays of an export, in order. */
export const OWN_TABLES = [
  ...(['events', 'applications', 'interactions', 'collections', 'conversations'] as const),
  ...(['notifications', 'calendars', 'idempotencyKeys', 'creationCounts'] as const),
];

/** A table with rows of users, as described by the module that owns it. */
export interface OwnTable<Row extends ObjectLiteral> {
  rows: Repository<Row>;
  /** The property with the id of the user. */
  owner: keyof Row & string;
  /**
   * The sort key: the properties that follow `owner` in an index and identify the row. Default: `createdAt`
   * and `id`.
   */
  orderBy?: (keyof Row & string)[];
  /** Rows in memory at a time. Default: 100. */
  page?: number;
  /** Rows as exported. */
  toDtos(rows: Row[]): object[] | Promise<object[]>;
  /** Deletes a batch of rows, if foreign keys alone do not suffice. */
  remove?: RemoveSome;
  /** The rows outlive the account, until they are purged. */
  isRetained?: boolean;
}

/** Deletes up to `limit` rows of a user, and returns the number deleted. */
type RemoveSome = (userId: string, limit: number, manager: EntityManager) => Promise<number>;

/** Rows per query, and per transaction that deletes. Deleting an event also deletes rows of other users. */
const PAGE = 100;
const BATCH = 100;

/**
 * All data that the service stores about a user. The modules that own the tables register them: the users
 * module depends on none of them.
 */
@Injectable()
export class OwnData {
  private readonly tables = new Map<(typeof OWN_TABLES)[number], OwnTable<ObjectLiteral>>();
  /**
   * Each user reads one page at a time, and at most two users read at once, so that others get connections.
   */
  private readonly queue = new FairQueue({ each: 1, all: 2 });

  constructor(
    @InjectRepository(CreationCountEntity) counts: Repository<CreationCountEntity>,
    private readonly users: UsersService,
    private readonly transactions: Transactions,
  ) {
    this.add('creationCounts', {
      rows: counts,
      owner: 'userId',
      orderBy: ['kind', 'hour'],
      isRetained: true, // a new account of the same user keeps the counts
      toDtos: (rows) =>
        rows.map(({ kind, hour, count }) => ({ kind, hour: new Date(hour * HOUR_MS).toISOString(), count })),
    });
  }

  /** Registers a table. */
  add<Row extends ObjectLiteral>(name: (typeof OWN_TABLES)[number], table: OwnTable<Row>): void {
    this.tables.set(name, table as unknown as OwnTable<ObjectLiteral>);
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
    const tables = OWN_TABLES.map((name) => this.tables.get(name)!).filter(({ isRetained }) => !isRetained);
    const deleteBatch = (manager: EntityManager) => deleteNext(tables, id, manager);
    while (!(await this.transactions.runExclusive(id, `account ${id}`, deleteBatch)));
  }

  private async *json(userId: string, profile: OwnProfileDto | null): AsyncGenerator<string> {
    yield `{"profile":${JSON.stringify(profile)}`;
    for (const name of OWN_TABLES) {
      yield `,"${name}":[`;
      yield* elementsOf(this.pages(this.tables.get(name)!, userId));
      yield ']';
    }
    yield '}';
  }

  private async *pages(table: OwnTable<ObjectLiteral>, userId: string): AsyncGenerator<object[]> {
    const { rows, owner, orderBy = ['createdAt', 'id'], page = PAGE, toDtos } = table;
    const columns = orderBy.map((property) => `own.${property}`);
    const query = rows.createQueryBuilder('own').limit(page);
    for (const column of columns) query.addOrderBy(column);
    for (let found: ObjectLiteral[] = [], isLast = false; !isLast; isLast = found.length < page) {
      query.where({ [owner]: userId });
      const last = found.at(-1);
      if (last) {
        const position = orderBy.map((property) => `:${property}`);
        query.andWhere(`(${columns}) > (${position})`, last);
      }
      found = await this.queue.run(userId, () => query.getMany());
      if (found.length > 0) yield toDtos(found);
    }
  }
}

/** Deletes a batch, or the profile if nothing else is left. @returns whether the profile is deleted */
async function deleteNext(
  tables: OwnTable<ObjectLiteral>[],
  id: string,
  manager: EntityManager,
): Promise<boolean> {
  // Writes of the user wait for this lock, and this lock for them (`UsersService.write`).
  const lock = { mode: 'pessimistic_write' } as const;
  await manager.findOne(UserEntity, { where: { id }, select: { id: true }, lock });
  for (const table of tables) {
    const { remove = removeFrom(table) } = table;
    if ((await remove(id, BATCH, manager)) > 0) return false;
  }
  await manager.delete(UserEntity, { id });
  return true;
}

/** Deletes rows of a user, and by foreign keys their dependent rows. */
function removeFrom({ rows: { metadata }, owner }: OwnTable<ObjectLiteral>): RemoveSome {
  const where = `${metadata.findColumnWithPropertyName(owner)!.databaseName} = $1`;
  return (userId, limit, manager) => deleteSome(manager, metadata, { where, values: [userId], most: limit });
}
