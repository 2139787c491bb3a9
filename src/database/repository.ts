import type DataLoader from 'dataloader';
import type { EntityTarget, ObjectLiteral, ReplicationMode } from 'typeorm';
import type { Page, PageQuery } from '../common/pagination.js';
import { BatchedInsert } from './batched-insert.js';
import { type Criteria, Where } from './criteria.js';
import { dataLoader } from './data-loader.js';
import type { Database, Transaction } from './database.js';
import {
  type AlwaysStores,
  type InsertOptions,
  insertStatement,
  type NewRow,
  propertiesOf,
} from './insert.js';
import { countUpTo, readPage, type Walk } from './page.js';
import { type Property, type Row, type Selection, Table } from './table.js';

/** Rows that are read by their ids in one statement, at most. */
const MAX_IDS = 100;

const LOCKS = {
  pessimistic_read: 'FOR SHARE',
  pessimistic_write: 'FOR UPDATE',
  for_no_key_update: 'FOR NO KEY UPDATE',
} as const;

export type Order<Entity> = { [Property in keyof Entity]?: 'ASC' | 'DESC' };

/** New values, or functions that answer SQL. What is undefined stays. */
export type Changes<Entity> = {
  [Property in keyof Entity]?: Row<Entity>[Property] | (() => string);
};

interface Walks<Entity> {
  /**
   * Alternatives, of which a row meets at most one: each is walked along an index of its own in the list's order, and the
   * walks are merged. Without them the rows are those that meet `where`.
   */
  walks?: Walk<Entity>[];
  /** Whether one plan is good for all values of the walks, whatever the planner expects of them. */
  isPlannedOnce?: boolean;
  /** SQL of a further column of each row; its parameters become those of the statement. */
  further?: (where: Where) => string;
  /** What a cursor belongs to, where the criteria change with time. */
  scope?: unknown;
  /** What is read of the rows. */
  selection?: Selection<Entity>;
  /** A standby to read from, where the page may be stale. */
  mode?: ReplicationMode;
}

export interface InTransaction {
  transaction?: Transaction;
}

interface Find<Entity, Selected extends Property<Entity>> extends Selection<Entity>, InTransaction {
  select?: Selected[];
  /** Holds the rows until the transaction ends. */
  lock?: keyof typeof LOCKS;
}

interface FindMany<Entity, Selected extends Property<Entity>> extends Find<Entity, Selected> {
  order?: Order<Entity>;
  take?: number;
  /** Only what comes after this row in the order. */
  after?: Partial<Row<Entity>>;
}

/**
 * The rows of one entity, by the words of TypeORM's repository. It is injected by `@InjectRepository(Entity)`. Rows are
 * plain objects as the driver reads them, timestamps as ISO 8601 text, and no statement needs a session. What cannot be
 * said here is said in SQL, by `Database.query`.
 */
export class Repository<Entity extends ObjectLiteral> {
  /** Known once the database has been there. */
  private known: Table<Entity> | undefined;
  /** By the columns that they read. */
  private readonly byId = new Map<string, DataLoader<string, Row<Entity> | undefined>>();

  constructor(
    private readonly database: Database,
    private readonly entity: EntityTarget<Entity>,
  ) {}

  /**
   * The row that meets the criteria, or undefined. An id that no row can have is an unknown one. Where the id alone is
   * asked for outside a transaction, one statement reads all the rows that are asked for in the same turn of the event
   * loop.
   */
  async findOneBy<Selected extends Property<Entity> = Property<Entity>>(
    criteria: Criteria<Entity>,
    options: Find<Entity, Selected> = {},
  ): Promise<Pick<Row<Entity>, Selected> | undefined> {
    if (options.transaction || options.lock || !this.isId(criteria))
      return (await this.findBy(criteria, { take: 1, ...options }))[0];
    const id = this.table.canonical('id', criteria.id) as string | undefined;
    return id === undefined ? undefined : this.loader(options).load(id);
  }

  /** The rows that meet the criteria. */
  async findBy<Selected extends Property<Entity> = Property<Entity>>(
    criteria: Criteria<Entity>,
    { order, take, after, lock, transaction, ...selection }: FindMany<Entity, Selected> = {},
  ): Promise<Pick<Row<Entity>, Selected>[]> {
    const { table } = this;
    const where = Where.of(table, criteria);
    if (where.isImpossible) return [];
    let rest = '';
    if (order) {
      const sorted = Object.entries<string | undefined>(order);
      const columns = sorted.map(([property]) => `t.${table.column(property)}`);
      if (after)
        where.and(
          `(${columns}) ${sorted[0]![1] === 'DESC' ? '<' : '>'} (${sorted.map(() => '?')})`,
          ...sorted.map(([property]) => after[property]),
        );
      rest += ` ORDER BY ${sorted.map(([, direction], index) => `${columns[index]} ${direction}`)}`;
    }
    if (take !== undefined) rest += ` LIMIT ${take}`;
    if (lock) rest += ` ${LOCKS[lock]}`;
    const text = `SELECT ${table.select(selection)} FROM ${table.name} t ${where}${rest}`;
    const sortedBy = order ? Object.keys(order) : [];
    const isPrepared =
      where.isPlain && (where.lookups.includes('id') || table.hasIndex(where.lookups, ...sortedBy));
    return this.database.query({ text, values: where.values, isPrepared }, transaction);
  }

  /** How many rows meet the criteria, counted to one past the limit of totals. */
  async countBy(criteria: Criteria<Entity>, { transaction }: InTransaction = {}): Promise<number> {
    return countUpTo(this.database, this.table, [Where.of(this.table, criteria)], { transaction });
  }

  /**
   * A page of the rows that meet the criteria, in the order of one time, ties by id. Those who ask for the same page in one
   * turn of the event loop share it.
   */
  async page(
    query: PageQuery,
    {
      where,
      order,
      walks,
      isPlannedOnce,
      further,
      scope,
      selection,
      mode,
    }: { where: Criteria<Entity>; order: Order<Entity> } & Walks<Entity>,
  ): Promise<Page<Row<Entity>>> {
    const { table } = this;
    const [[by, direction] = []] = Object.entries(order) as [Property<Entity>, string][];
    const sort = { by: by!, descending: direction === 'DESC' };
    const matching = Where.of(table, where);
    const each = walks?.map((walk) => this.whereOf(walk, matching));
    const list = { matching: each ?? [matching], sort, scope, selection, isPlannedOnce, further, mode };
    return readPage(this.database, table, query, list);
  }

  /**
   * Stores a row and answers it as stored; undefined where a conflict or the guard has left it out. With `select: []`
   * nothing is answered.
   */
  insert(row: NewRow<Entity>, options?: AlwaysStores<Entity> & InTransaction): Promise<Row<Entity>>;
  insert(
    row: NewRow<Entity>,
    options: InsertOptions<Entity> & InTransaction,
  ): Promise<Row<Entity> | undefined>;
  async insert(
    row: NewRow<Entity>,
    { transaction, ...options }: InsertOptions<Entity> & InTransaction = {},
  ): Promise<Row<Entity> | undefined> {
    const [stored] = await this.database.query<Row<Entity>>(
      insertStatement(this.table, [row], options),
      transaction,
    );
    return stored;
  }

  /**
   * An `insert` that writes the rows of one turn of the event loop by one statement, each as if it were alone. What a row
   * leaves out takes its default, so rows with other properties go in another statement.
   */
  batchedInsert(options?: InsertOptions<Entity>): (row: NewRow<Entity>) => Promise<Row<Entity> | undefined> {
    const statement = (rows: readonly NewRow<Entity>[]) => insertStatement(this.table, rows, options);
    const batches = new Map<string, BatchedInsert<Entity>>();
    return (row) => {
      const properties = propertiesOf(row).join();
      const batch = batches.get(properties) ?? new BatchedInsert<Entity>(this.database, statement);
      batches.set(properties, batch);
      return batch.insert(row);
    };
  }

  /**
   * Changes the rows that meet the criteria, and answers them as they are now. The count of changes and the time of the
   * last one change by themselves, also where nothing else does.
   */
  async update(
    criteria: Criteria<Entity>,
    changes: Changes<Entity>,
    { transaction, ...selection }: Selection<Entity> & InTransaction = {},
  ): Promise<Row<Entity>[]> {
    const { table } = this;
    const where = this.some(criteria);
    if (where.isImpossible) return [];
    const assignments: string[] = [];
    for (const property in changes) {
      const value = changes[property] as unknown;
      if (value !== undefined)
        assignments.push(
          `${table.column(property)} = ${typeof value === 'function' ? value() : where.parameter(table.stored(property, value))}`,
        );
    }
    const text = `UPDATE ${table.name} t SET ${[...assignments, ...table.onUpdate].join(', ')} ${where}
                  RETURNING ${table.select(selection)}`;
    const isPrepared = where.isPlain && where.lookups.includes('id');
    return this.database.query({ text, values: where.values, isPrepared }, transaction);
  }

  /** Removes the rows that meet the criteria, and answers how many there were. */
  async delete(criteria: Criteria<Entity>, { transaction }: InTransaction = {}): Promise<number> {
    const where = this.some(criteria);
    if (where.isImpossible) return 0;
    const text = `DELETE FROM ${this.table.name} t ${where}`;
    return this.database.execute({ text, values: where.values }, transaction);
  }

  /** For plain SQL: `t.start_at AS "startAt", ...` of a table `t`. */
  columns(selection?: Selection<Entity>): string {
    return this.table.select(selection);
  }

  /** For plain SQL: the conditions on a table `t`, all of them, whose parameters come first. */
  where(...criteria: Criteria<Entity>[]): Where {
    return criteria.reduce((where, each) => where.meet(this.table, each), new Where());
  }

  /** For plain SQL: the conditions of a walk, beside those that all its rows meet. They share their parameters. */
  whereOf({ criteria, keys }: Walk<Entity>, matching: Where): Where {
    const where = matching.clone(matching.values);
    if (keys) where.forEach(keys.values, keys.type);
    return where.meet(this.table, criteria);
  }

  private get table(): Table<Entity> {
    this.known ??= new Table<Entity>(this.database.metadata(this.entity));
    return this.known;
  }

  /** @throws Error for criteria without a member: nothing here changes or removes a whole table */
  private some(criteria: Criteria<Entity>): Where {
    const where = Where.of(this.table, criteria);
    if (where.isEmpty) throw new Error(`${this.table.name}: no criteria`);
    return where;
  }

  /** Whether the criteria are the id alone, and that is the whole key. */
  private isId(criteria: Criteria<Entity>): boolean {
    for (const property in criteria) if (property !== 'id') return false;
    const { key } = this.table;
    return typeof criteria.id === 'string' && key.length === 1 && key[0] === 'id';
  }

  private loader(selection: Selection<Entity>): DataLoader<string, Row<Entity> | undefined> {
    const columns = this.table.select(selection);
    let loader = this.byId.get(columns);
    if (!loader) {
      loader = dataLoader(MAX_IDS, (ids) => this.load(ids, columns));
      this.byId.set(columns, loader);
    }
    return loader;
  }

  private async load(ids: readonly string[], columns: string): Promise<(Row<Entity> | undefined)[]> {
    // PostgreSQL takes an unknown list for one of ten ids, and would plan anew each time for a shorter one.
    const [isIt, value] = ids.length === 1 ? ['= $1', ids[0]] : ['= ANY($1)', ids];
    const text = `SELECT ${columns} FROM ${this.table.name} t WHERE t.id ${isIt}`;
    const rows = await this.database.query<Row<Entity>>({ text, values: [value], isPrepared: true });
    const byId = new Map(rows.map((row) => [row.id as string, row]));
    return ids.map((id) => byId.get(id));
  }
}
