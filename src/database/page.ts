import type { ObjectLiteral } from 'typeorm';
import {
  DEFAULT_LIMIT,
  decodeCursor,
  encodeCursor,
  fingerprint,
  MAX_TOTAL,
  type Page,
  type PageQuery,
  type Position,
} from '../common/pagination.js';
import { Problem } from '../common/problem.js';
import type { Where } from './criteria.js';
import type { Database, Transaction } from './database.js';
import type { Replica } from './replica.js';
import type { Property, Row, Statement, Table } from './table.js';

/** The order of a list: one time, ties by id in the same direction. */
export interface Sort<Entity> {
  by: Property<Entity>;
  descending: boolean;
}

/** How many rows match, counted to one past the limit of totals. */
export interface Matches {
  matches: number;
}

/** What a page is of. */
interface List<Entity> {
  /** The rows that meet one of these. No row meets two of them, and all share their values. */
  matching: Where[];
  sort: Sort<Entity>;
  /** What a cursor belongs to; the conditions and their values where it is not given. */
  scope?: unknown;
  /** Properties that the rows have not. */
  omit?: Property<Entity>[];
  /** A standby to read from, where the page may be stale. */
  replica?: Replica;
}

/** What is read of a list. */
interface Part<Entity> {
  limit: number;
  offset: number;
  position?: Position;
  omit?: Property<Entity>[];
}

/**
 * Reads one page, at a cost that does not grow with the table: what an offset skips is walked on the index alone, a cursor
 * starts in the index where the page before ended, and the total is counted up to a limit.
 */
export async function readPage<Entity extends ObjectLiteral>(
  database: Database,
  table: Table<Entity>,
  { limit = DEFAULT_LIMIT, offset = 0, cursor }: PageQuery,
  { matching, sort, scope, omit, replica }: List<Entity>,
): Promise<Page<Row<Entity>>> {
  if (cursor !== undefined && offset > 0)
    throw Problem.invalid({ pointer: 'offset', detail: 'cannot be combined with cursor' });
  const print = fingerprint(
    table.name,
    sort,
    ...(scope === undefined ? [matching.join(), matching[0]!.values] : [scope]),
  );
  const position = cursor === undefined ? undefined : decodeCursor(print, cursor);

  const statement = pageStatement(table, matching, sort, { limit: limit + 1, offset, position, omit });
  const { rows, matches } = await database.read(statement, splitTotal<Row<Entity>>, replica);
  const isBeyondAll = rows.length === 0 && (offset > 0 || position !== undefined);
  const total = isBeyondAll ? await countUpTo(database, table, matching, { replica }) : matches;
  const data = rows.slice(0, limit);
  const last = data.at(-1);
  const nextCursor =
    last && rows.length > limit ? encodeCursor(print, { at: last[sort.by], id: last.id } as Position) : null;
  return toPage(data, total, limit, offset, nextCursor);
}

/** A page of a list of which so many were counted. */
export function toPage<Item>(
  data: Item[],
  total: number,
  limit: number,
  offset: number,
  nextCursor: string | null,
): Page<Item> {
  return {
    data,
    total: Math.min(total, MAX_TOTAL),
    totalIsExact: total <= MAX_TOTAL,
    limit,
    offset,
    nextCursor,
  };
}

/** Takes the total out of the rows: what is undefined is not sent. After `delete`, rows would be slow to serialize. */
export function splitTotal<Entity>(
  rows: (Entity & Partial<Matches>)[],
): { rows: readonly Entity[] } & Matches {
  const matches = rows[0]?.matches ?? 0;
  for (const row of rows) row.matches = undefined;
  return { rows, matches };
}

/** How many rows match, counted to one past the limit of totals. */
export async function countUpTo(
  database: Database,
  { name }: { name: string },
  matching: Where[],
  { transaction, replica }: { transaction?: Transaction; replica?: Replica } = {},
): Promise<number> {
  const statement = { text: countText(name, matching), values: matching[0]!.values };
  const count = ([row]: Matches[]) => row?.matches ?? 0;
  if (transaction) return count(await database.query(statement, transaction));
  return database.read(statement, count, replica);
}

function countText(table: string, matching: Where[]): string {
  const most = `LIMIT ${MAX_TOTAL + 1}`;
  const each = matching.map((where) => `SELECT 1 FROM ${table} t ${where} ${most}`);
  const all = each.length === 1 ? each[0] : `(${each.join(') UNION ALL (')}) ${most}`;
  return `SELECT count(*)::int AS matches FROM (${all}) counted`;
}

function pageStatement<Entity extends ObjectLiteral>(
  table: Table<Entity>,
  matching: Where[],
  { by, descending }: Sort<Entity>,
  { limit, offset, position, omit }: Part<Entity>,
): Statement {
  const sortedBy = table.column(by);
  const direction = descending ? 'DESC' : 'ASC';
  const order = (alias: string) => `ORDER BY ${alias}.${sortedBy} ${direction}, ${alias}.id ${direction}`;
  // The total comes with the rows: a statement of its own costs more than counting.
  const columns = `${table.select({ omit })}, (${countText(table.name, matching)}) AS matches`;
  const values = [...matching[0]!.values];
  const walks = matching.map((where) => {
    const walk = where.clone(values);
    if (position)
      walk.and(`(t.${sortedBy}, t.id) ${descending ? '<' : '>'} (?, ?)`, position.at, position.id);
    return `FROM ${table.name} t ${walk} ${order('t')}`;
  });
  const window = `LIMIT ${limit}${offset > 0 ? ` OFFSET ${offset}` : ''}`;
  if (walks.length === 1 && offset === 0) return { text: `SELECT ${columns} ${walks[0]} ${window}`, values };
  // Rows that are only skipped are never fetched: the inner query runs on the index alone.
  const found = [...new Set([...table.key, sortedBy, 'id'])].map((column) => `t.${column}`);
  const isIt = table.key.map((column) => `t.${column} = page.${column}`).join(' AND ');
  const each = walks.map((walk) => `(SELECT ${found} ${walk} LIMIT ${limit + offset})`);
  const page =
    walks.length === 1
      ? `SELECT ${found} ${walks[0]} ${window}`
      : `SELECT * FROM (${each.join(' UNION ALL ')}) t ${order('t')} ${window}`;
  const text = `SELECT ${columns} FROM (${page}) page JOIN ${table.name} t ON ${isIt} ${order('page')}`;
  return { text, values };
}
