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
import type { Database } from './database.js';
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

/**
 * Reads one page. Its cost does not grow with the table: the page is walked on the index alone before its rows are
 * fetched, a cursor starts in the index where the page before ended, and the total is counted up to a limit.
 */
export async function readPage<Entity extends ObjectLiteral>(
  database: Database,
  table: Table<Entity>,
  { limit = DEFAULT_LIMIT, offset = 0, cursor }: PageQuery,
  where: Where,
  sort: Sort<Entity>,
): Promise<Page<Row<Entity>>> {
  if (cursor !== undefined && offset > 0)
    throw Problem.invalid({ pointer: 'offset', detail: 'cannot be combined with cursor' });
  const scope = fingerprint(table.name, sort, String(where), where.values);
  const position = cursor === undefined ? undefined : decodeCursor(scope, cursor);

  const statement = pageStatement(table, where, sort, limit + 1, offset, position);
  const { rows, matches } = await database.read(statement, splitTotal<Row<Entity>>);
  const isBeyondAll = rows.length === 0 && (offset > 0 || position !== undefined);
  const total = isBeyondAll ? await countUpTo(database, table, where) : matches;
  const data = rows.slice(0, limit);
  const last = data.at(-1);
  const nextCursor =
    last && rows.length > limit ? encodeCursor(scope, { at: last[sort.by], id: last.id } as Position) : null;
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

/** Takes the total out of the rows. Members that are undefined are not sent; `delete` would make rows slow to serialize. */
export function splitTotal<Entity>(
  rows: (Entity & Partial<Matches>)[],
): { rows: readonly Entity[] } & Matches {
  const matches = rows[0]?.matches ?? 0;
  for (const row of rows) row.matches = undefined;
  return { rows, matches };
}

/** How many rows match, counted to one past the limit of totals. */
export function countUpTo(database: Database, { name }: { name: string }, where: Where): Promise<number> {
  const statement = { text: countText(name, where), values: where.values };
  return database.read(statement, ([row]: Matches[]) => row?.matches ?? 0);
}

/** SQL that counts the rows that match, to one past the limit of totals. */
export function countText(table: string, where: Where): string {
  return `SELECT count(*)::int AS matches FROM (SELECT 1 FROM ${table} t ${where} LIMIT ${MAX_TOTAL + 1}) counted`;
}

function pageStatement<Entity extends ObjectLiteral>(
  table: Table<Entity>,
  matching: Where,
  { by, descending }: Sort<Entity>,
  limit: number,
  offset: number,
  position: Position | undefined,
): Statement {
  const sortedBy = table.column(by);
  const direction = descending ? 'DESC' : 'ASC';
  const order = (alias: string) => `ORDER BY ${alias}.${sortedBy} ${direction}, ${alias}.id ${direction}`;
  const where = matching.clone();
  if (position) where.and(`(t.${sortedBy}, t.id) ${descending ? '<' : '>'} (?, ?)`, position.at, position.id);
  // The total comes with the rows: a statement of its own costs more than counting.
  const columns = `${table.select()}, (${countText(table.name, matching)}) AS matches`;
  const window = `LIMIT ${limit}${offset > 0 ? ` OFFSET ${offset}` : ''}`;
  if (offset === 0)
    return {
      text: `SELECT ${columns} FROM ${table.name} t ${where} ${order('t')} ${window}`,
      values: where.values,
    };
  // Rows that are only skipped are never fetched: the inner query runs on the index alone.
  const found = [...new Set([...table.key, sortedBy, 'id'])].map((column) => `t.${column}`);
  const isIt = table.key.map((column) => `t.${column} = page.${column}`).join(' AND ');
  const text = `SELECT ${columns} FROM (SELECT ${found} FROM ${table.name} t ${where} ${order('t')} ${window}) page
                JOIN ${table.name} t ON ${isIt} ${order('page')}`;
  return { text, values: where.values };
}
