import { pool } from './database.js';

export const MAX_TOTAL = 1_000;

export interface PageQuery {
  limit: number;
  offset: number;
  cursor?: string;
}

/** The parameters of a list as JSON Schema. */
export const pageQuery = {
  limit: { type: 'integer', minimum: 1, default: 20 },
  offset: { type: 'integer', minimum: 0, maximum: 10_000, default: 0 },
  cursor: { type: 'string', maxLength: 1_000 },
};

/** Conditions for rows, with `$1`, `$2`, ... for the values. */
export interface Selection {
  conditions: string[];
  values: unknown[];
  /** Of which a row meets one, or none; each has an index in the order of the list. */
  alternatives?: string[];
}

interface List<Row> extends Selection {
  table: string;
  /** The columns of an answer, by its members. */
  columns: string;
  /** The columns of the primary key; the last is the id. */
  key: string[];
  /** The time column that sorts. */
  by: string;
  descending: boolean;
  /** The row's value of that column, where the next page begins. */
  at(row: Row): Date;
}

/** `WHERE ...`, where there is a condition. */
export function where(conditions: string[]): string {
  return conditions.length > 0 ? `WHERE ${conditions.join(' AND ')}` : '';
}

/** The conditions, with each of the alternatives. */
function choices({ conditions, alternatives }: Selection): string[][] {
  return alternatives?.map((alternative) => [...conditions, alternative]) ?? [conditions];
}

/** Counts the rows that are selected, to one past the limit. */
function counting(table: string, selection: Selection): string {
  const most = `LIMIT ${MAX_TOTAL + 1}`;
  const each = choices(selection).map((all) => `SELECT 1 FROM ${table} ${where(all)} ${most}`);
  const matches = each.length === 1 ? each[0] : `(${each.join(') UNION ALL (')}) ${most}`;
  return `SELECT count(*)::int AS matches FROM (${matches}) counted`;
}

/** The number of selected rows, counted to one past the limit. */
export async function countUpTo(table: string, selection: Selection): Promise<number> {
  const { rows } = await pool.query(counting(table, selection), selection.values);
  return rows[0].matches;
}

/** One page of a list, its total counted up to a limit. */
export async function page<Row extends { id: string }>(
  { limit: asked, offset, cursor }: PageQuery,
  list: List<Row>,
) {
  const limit = Math.min(asked, 100);
  const rows = await readRows(list, limit + 1, offset, cursor);
  const matches = rows[0]?.matches ?? (await countUpTo(list.table, list));
  const data = rows.slice(0, limit).map(({ matches, ...row }) => row as unknown as Row);
  const last = data.at(-1);
  return {
    data,
    total: Math.min(matches, MAX_TOTAL),
    totalIsExact: matches <= MAX_TOTAL,
    limit,
    offset,
    nextCursor:
      last && rows.length > limit
        ? Buffer.from(JSON.stringify([list.at(last), last.id])).toString('base64url')
        : null,
  };
}

async function readRows<Row extends { id: string }>(
  { table, columns: shown, key, by, descending, ...selection }: List<Row>,
  limit: number,
  offset: number,
  cursor: string | undefined,
): Promise<(Row & { matches: number })[]> {
  const direction = descending ? 'DESC' : 'ASC';
  const order = `ORDER BY ${by} ${direction}, id ${direction}`;
  const { conditions, values, alternatives } = selection;
  const columns = `${shown}, (${counting(table, selection)}) AS matches`;
  if (alternatives) {
    const position = cursor && JSON.parse(Buffer.from(cursor, 'base64url').toString());
    const after = `(${by}, id) ${descending ? '<' : '>'} ($${values.length + 1}, $${values.length + 2})`;
    const each = choices(selection).map(
      (all) =>
        `(SELECT * FROM ${table} ${where(position ? [...all, after] : all)} ${order} LIMIT ${limit + offset})`,
    );
    const merged = `SELECT * FROM (${each.join(' UNION ALL ')}) ${table} ${order} LIMIT ${limit} OFFSET ${offset}`;
    const text = `SELECT ${columns} FROM (${merged}) ${table} ${order}`;
    return (await pool.query(text, [...values, ...(position ?? [])])).rows;
  }
  if (cursor !== undefined) {
    const position = JSON.parse(Buffer.from(cursor, 'base64url').toString());
    const after = `(${by}, id) ${descending ? '<' : '>'} ($${values.length + 1}, $${values.length + 2})`;
    const text = `SELECT ${columns} FROM ${table} ${where([...conditions, after])} ${order} LIMIT ${limit}`;
    return (await pool.query(text, [...values, ...position])).rows;
  }
  if (offset === 0) {
    const text = `SELECT ${columns} FROM ${table} ${where(conditions)} ${order} LIMIT ${limit}`;
    return (await pool.query(text, values)).rows;
  }
  // Rows that are skipped are read from the index alone.
  const found = [...key, by];
  const window = `LIMIT ${limit} OFFSET ${offset}`;
  const skipping = `SELECT ${found} FROM ${table} ${where(conditions)} ${order} ${window}`;
  const text = `SELECT ${columns} FROM (${skipping}) page JOIN ${table} USING (${found}) ${order}`;
  return (await pool.query(text, values)).rows;
}
