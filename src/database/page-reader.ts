import type { EntityTarget, ObjectLiteral } from 'typeorm';
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
import type { Database } from './database.js';
import type { Row, Table, Where } from './table.js';

/** A list: rows of one entity under conditions, in the order of one time column, ties by id. */
export interface List<Entity> {
  entity: EntityTarget<Entity>;
  where: Where;
  sort: { by: keyof Entity & string; descending: boolean };
  /** Properties that the answer leaves out, or has in addition to the selectable ones. */
  without?: (keyof Entity & string)[];
  with?: (keyof Entity & string)[];
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
  { limit = DEFAULT_LIMIT, offset = 0, cursor }: PageQuery,
  list: List<Entity>,
): Promise<Page<Row<Entity>>> {
  if (cursor !== undefined && offset > 0)
    throw Problem.invalid({ pointer: 'offset', detail: 'cannot be combined with cursor' });
  const table = database.table(list.entity);
  const scope = fingerprint(table.name, list.sort, String(list.where), list.where.values);
  const position = cursor === undefined ? undefined : decodeCursor(scope, cursor);

  const statement = pageStatement(table, list, limit + 1, offset, position);
  const { rows, matches } = await database.read(statement, takeTotal<Row<Entity>>);
  const isBeyondAll = rows.length === 0 && (offset > 0 || position !== undefined);
  const total = isBeyondAll ? await countUpTo(database, table, list.where) : matches;
  const data = rows.slice(0, limit);
  const last = data.at(-1);
  return {
    data,
    total: Math.min(total, MAX_TOTAL),
    totalIsExact: total <= MAX_TOTAL,
    limit,
    offset,
    nextCursor:
      last && rows.length > limit
        ? encodeCursor(scope, { at: last[list.sort.by], id: last.id } as Position)
        : null,
  };
}

/** Takes the total out of the rows. Members that are undefined are not sent; `delete` would make rows slow to serialize. */
export function takeTotal<Entity>(
  rows: (Entity & Partial<Matches>)[],
): { rows: readonly Entity[] } & Matches {
  const matches = rows[0]?.matches ?? 0;
  for (const row of rows) row.matches = undefined;
  return { rows, matches };
}

function pageStatement<Entity extends ObjectLiteral>(
  table: Table<Entity>,
  list: List<Entity>,
  limit: number,
  offset: number,
  position: Position | undefined,
) {
  const sortedBy = table.column(list.sort.by);
  const direction = list.sort.descending ? 'DESC' : 'ASC';
  const order = (alias: string) => `ORDER BY ${alias}.${sortedBy} ${direction}, ${alias}.id ${direction}`;
  const where = list.where.clone();
  if (position)
    where.and(`(t.${sortedBy}, t.id) ${list.sort.descending ? '<' : '>'} (?, ?)`, position.at, position.id);
  // The total comes with the rows: a statement of its own costs more than counting.
  const columns = `${table.select(list.with, list.without)}, (${countStatement(table, list.where)}) AS matches`;
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

/** How many rows match, counted to one past the limit of totals. */
export async function countUpTo<Entity extends ObjectLiteral>(
  database: Database,
  table: Table<Entity>,
  where: Where,
): Promise<number> {
  const statement = { text: countStatement(table, where), values: where.values };
  return database.read(statement, ([row]: Matches[]) => row?.matches ?? 0);
}

function countStatement({ name }: { name: string }, where: Where): string {
  return `SELECT count(*)::int AS matches FROM (SELECT 1 FROM ${name} t ${where} LIMIT ${MAX_TOTAL + 1}) counted`;
}
