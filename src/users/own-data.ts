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

/** The arrays of an export, in their order. */
export const OWN_TABLES = [
  ...(['events', 'applications', 'interactions', 'collections', 'conversations'] as const),
  ...(['notifications', 'calendars', 'idempotencyKeys', 'creationCounts'] as const),
];

/** A table that holds rows of users, as the module that owns it describes it. */
export interface OwnTable<Row extends ObjectLiteral> {
  rows: Repository<Row>;
  /** The property that names the user. */
  owner: keyof Row & string;
  /** The properties after it of an index, which tell each row from all others; `createdAt` and `id` by default. */
  along?: (keyof Row & string)[];
  /** Rows that are held at the same time; 100 by default. */
  page?: number;
  /** Rows as the export shows them. */
  toDtos(rows: Row[]): object[] | Promise<object[]>;
  /** Deletes some rows, where that takes more than foreign keys. */
  remove?: RemoveSome;
  /** Its rows outlive the account, until the purge takes them. */
  isKept?: boolean;
}

/** Deletes at most so many rows of a user, and returns how many. */
type RemoveSome = (userId: string, most: number, manager: EntityManager) => Promise<number>;

/** Rows that are read at the same time, and that one transaction deletes: an event takes others' rows with it. */
const PAGE = 100;
const BATCH = 100;

/** All that the service holds of a user. The modules that own the tables say what that is: users depend on none of them. */
@Injectable()
export class OwnData {
  private readonly tables = new Map<(typeof OWN_TABLES)[number], OwnTable<ObjectLiteral>>();
  /** A user reads one page at a time, and two users at the same time: others need the connections. */
  private readonly queue = new FairQueue({ each: 1, all: 2 });

  constructor(
    @InjectRepository(CreationCountEntity) counts: Repository<CreationCountEntity>,
    private readonly users: UsersService,
    private readonly transactions: Transactions,
  ) {
    this.add('creationCounts', {
      rows: counts,
      owner: 'userId',
      along: ['kind', 'hour'],
      isKept: true, // who comes after the account has its quota
      toDtos: (rows) =>
        rows.map(({ kind, hour, count }) => ({ kind, hour: new Date(hour * HOUR_MS).toISOString(), count })),
    });
  }

  /** Adds a table, of the module that owns it. */
  add<Row extends ObjectLiteral>(name: (typeof OWN_TABLES)[number], table: OwnTable<Row>): void {
    this.tables.set(name, table as unknown as OwnTable<ObjectLiteral>);
  }

  /** All that is held of the caller, as JSON that is read and written page by page. */
  async export({ id }: Caller): Promise<StreamableFile> {
    return streamedJson(this.json(id, await this.users.stored(id)));
  }

  /**
   * Deletes all that is held of the caller, in batches of one table; of several deletions of an account, one runs at a time. A
   * batch holds the profile, so that nothing that is written beside the last one stays without a profile. Where it is cut off,
   * the next one goes on. What others hold stays, with the names of its time.
   */
  async delete({ id }: Caller): Promise<void> {
    const tables = OWN_TABLES.map((name) => this.tables.get(name)!).filter(({ isKept }) => !isKept);
    const isDone = (manager: EntityManager) => isDeleted(tables, id, manager);
    while (!(await this.transactions.runExclusive(id, `account ${id}`, isDone)));
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
    const { rows, owner, along = ['createdAt', 'id'], page = PAGE, toDtos } = table;
    const columns = along.map((property) => `own.${property}`);
    const query = rows.createQueryBuilder('own').limit(page);
    for (const column of columns) query.addOrderBy(column);
    for (let found: ObjectLiteral[] = [], isLast = false; !isLast; isLast = found.length < page) {
      query.where({ [owner]: userId });
      const last = found.at(-1);
      if (last) {
        const position = along.map((property) => `:${property}`);
        query.andWhere(`(${columns}) > (${position})`, last);
      }
      found = await this.queue.run(userId, () => query.getMany());
      if (found.length > 0) yield toDtos(found);
    }
  }
}

/** Deletes a batch, or the profile where nothing else is left. Returns whether the profile is deleted. */
async function isDeleted(
  tables: OwnTable<ObjectLiteral>[],
  id: string,
  manager: EntityManager,
): Promise<boolean> {
  // Writes of the user wait for this, or this for them (`UsersService.write`).
  const lock = { mode: 'pessimistic_write' } as const;
  await manager.findOne(UserEntity, { where: { id }, select: { id: true }, lock });
  for (const table of tables) {
    const { remove = removeFrom(table) } = table;
    if ((await remove(id, BATCH, manager)) > 0) return false;
  }
  await manager.delete(UserEntity, { id });
  return true;
}

/** Deletes rows of a user, and by foreign keys what hangs on them. */
function removeFrom({ rows: { metadata }, owner }: OwnTable<ObjectLiteral>): RemoveSome {
  const where = `${metadata.findColumnWithPropertyName(owner)!.databaseName} = $1`;
  return (userId, most, manager) => deleteSome(manager, metadata, { where, values: [userId], most });
}
