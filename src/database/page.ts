import type { ObjectLiteral, ReplicationMode } from 'typeorm';
import {
  DEFAULT_LIMIT,
  encodeCursor,
  fingerprint,
  MAX_TOTAL,
  type Page,
  type PageQuery,
  POSITION,
  type Position,
  startOfPage,
  toPage,
} from '../common/pagination.js';
import type { Criteria, Where } from './criteria.js';
import type { Database, Transaction } from './database.js';
import type { Property, Row, Selection, Statement, Table } from './table.js';

/** The order of a list: one time, ties by id in the same direction. */
export interface Sort<Entity> {
  by: Property<Entity>;
  descending: boolean;
}

/** Rows that are walked along an index in the order of a list. */
export interface Walk<Entity> {
  criteria: Criteria<Entity>;
  /** Walks for each of these by itself, so that each follows the index in order; the criteria call it `walk.key`. */
  keys?: { values: unknown[]; type: string };
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
  /** What is read of the rows. The property that they are sorted by comes in any case. */
  selection?: Selection<Entity>;
  /** Whether one plan is good for all values of the walks. */
  isPlannedOnce?: boolean;
  /** SQL of a further column of each row; its parameters become those of the statement. */
  further?: (where: Where) => string;
  /** A standby to read from, where the page may be stale. */
  mode?: ReplicationMode;
}

/** What is read of a list. */
interface Part {
  limit: number;
  offset: number;
  position?: Position;
}

/**
 * Reads one page, at a cost that does not grow with the table: what an offset skips is walked on the index alone, a cursor
 * starts in the index where the page before ended, and the total is counted up to a limit.
 */
export async function readPage<Entity extends ObjectLiteral>(
  database: Database,
  table: Table<Entity>,
  { limit = DEFAULT_LIMIT, ...start }: PageQuery,
  { matching, sort, scope, selection, isPlannedOnce, further, mode }: List<Entity>,
): Promise<Page<Row<Entity>>> {
  const print = fingerprint(
    table.name,
    sort,
    ...(scope === undefined ? [matching.join(), matching[0]!.values] : [scope]),
  );
  const { position, offset } = startOfPage(print, start, POSITION);

  const statement = pageStatement(
    table,
    { matching, sort, selection, isPlannedOnce, further },
    { limit: limit + 1, offset, position },
  );
  const { rows, matches } = await database.read(statement, splitTotal<Row<Entity>>, mode);
  const isBeyondAll = rows.length === 0 && (offset > 0 || position !== undefined);
  const total = isBeyondAll ? await countUpTo(database, table, matching, { mode, sort }) : matches;
  const data = rows.slice(0, limit);
  const last = data.at(-1);
  const nextCursor =
    last && rows.length > limit ? encodeCursor(print, { at: last[sort.by], id: last.id } as Position) : null;
  return toPage(data, total, limit, offset, nextCursor);
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
export async function countUpTo<Entity extends ObjectLiteral>(
  database: Database,
  table: Table<Entity>,
  matching: Where[],
  {
    transaction,
    mode,
    sort,
  }: { transaction?: Transaction; mode?: ReplicationMode; sort?: Sort<Entity> } = {},
): Promise<number> {
  const order = sort && orderBy('t', table, sort);
  const statement = { text: countText(table.name, matching, order), values: matching[0]!.values };
  const count = ([row]: Matches[]) => row?.matches ?? 0;
  if (transaction) return count(await database.query(statement, transaction));
  return database.read(statement, count, mode);
}

function countText(table: string, matching: Where[], order = ''): string {
  const most = MAX_TOTAL + 1;
  const each = matching.map((where) => walkText('1 AS one', table, where, where.keys ? order : '', most));
  const isLimited = each.length === 1 && !matching[0]!.keys;
  const all = isLimited ? each[0] : `(${each.join(') UNION ALL (')}) LIMIT ${most}`;
  return `SELECT count(*)::int AS matches FROM (${all}) counted`;
}

function pageStatement<Entity extends ObjectLiteral>(
  table: Table<Entity>,
  { matching, sort, selection = {}, isPlannedOnce, further }: List<Entity>,
  { limit, offset, position }: Part,
): Statement {
  const sortedBy = table.column(sort.by);
  const order = (alias: string) => orderBy(alias, table, sort);
  // The total comes with the rows: a statement of its own costs more than counting.
  const values = [...matching[0]!.values];
  const counted = `(${countText(table.name, matching, order('t'))}) AS matches`;
  const columns = [
    table.select(withSorted(selection, sort)),
    ...(further ? [further(matching[0]!.clone(values))] : []),
    counted,
  ].join(', ');
  const walks = matching.map((where) => {
    const walk = where.clone(values);
    if (position)
      walk.and(`(t.${sortedBy}, t.id) ${sort.descending ? '<' : '>'} (?, ?)`, position.at, position.id);
    return walk;
  });
  const [only] = walks.length === 1 && !walks[0]!.keys ? walks : [];
  const isAlongIndex = (walk: Where) =>
    !walk.keys && walk.isPlain && table.hasIndex(walk.lookups, sort.by, 'id');
  const hasOnePlan = isPlannedOnce || (!further && walks.every(isAlongIndex));
  // Several walks are another statement for each offset.
  const isPrepared = hasOnePlan && (only !== undefined || offset === 0);
  // The offset is a parameter, so that all pages of a list are one statement.
  const window = offset > 0 ? `LIMIT ${limit} OFFSET ${walks[0]!.parameter(offset)}` : `LIMIT ${limit}`;
  if (only && offset === 0) {
    const text = `SELECT ${columns} FROM ${table.name} t ${only} ${order('t')} ${window}`;
    return { text, values, isPrepared };
  }
  // Rows that are only skipped are never fetched: the inner query runs on the index alone.
  const found = [...new Set([...table.key, sortedBy, 'id'])].map((column) => `t.${column}`).join(', ');
  const isIt = table.key.map((column) => `t.${column} = page.${column}`).join(' AND ');
  const each = walks.map((walk) => `(${walkText(found, table.name, walk, order('t'), limit + offset)})`);
  const page = only
    ? `SELECT ${found} FROM ${table.name} t ${only} ${order('t')} ${window}`
    : `SELECT * FROM (${each.join(' UNION ALL ')}) t ${order('t')} ${window}`;
  const text = `SELECT ${columns} FROM (${page}) page JOIN ${table.name} t ON ${isIt} ${order('page')}`;
  return { text, values, isPrepared };
}

/** A selection that has what the rows are sorted by. */
function withSorted<Entity>(selection: Selection<Entity>, { by }: Sort<Entity>): Selection<Entity> {
  const { select } = selection;
  return !select || select.includes(by) ? selection : { ...selection, select: [...select, by] };
}

function orderBy<Entity extends ObjectLiteral>(
  alias: string,
  table: Table<Entity>,
  { by, descending }: Sort<Entity>,
): string {
  const direction = descending ? 'DESC' : 'ASC';
  return `ORDER BY ${alias}.${table.column(by)} ${direction}, ${alias}.id ${direction}`;
}

/**
 * SQL of the first rows of a walk. One that has keys is walked for each of them. The planner would take the few rows that it
 * expects of a key all at once and sort them, and some keys have very many; it does not know a limit that is a query of its
 * own, and so walks in order.
 */
export function walkText(columns: string, table: string, where: Where, order: string, limit: number): string {
  const text = `SELECT ${columns} FROM ${table} t ${where} ${order}`;
  if (!where.keys) return `${text} LIMIT ${limit}`;
  return `SELECT t.* FROM ${where.keys} CROSS JOIN LATERAL (${text} LIMIT (SELECT ${limit})) t`;
}
