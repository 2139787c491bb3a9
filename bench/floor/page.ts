import { pool } from './database.js';

const MAX_TOTAL = 1_000;

export interface PageQuery {
  limit: number;
  offset: number;
  cursor?: string;
}

/** The parameters of a list as JSON Schema. */
export const pageQuery = {
  type: 'object',
  properties: {
    limit: { type: 'integer', minimum: 1, default: 20 },
    offset: { type: 'integer', minimum: 0, maximum: 10_000, default: 0 },
    cursor: { type: 'string', maxLength: 1_000 },
  },
};

interface List<Row> {
  /** The columns of an answer, by its members. */
  columns: string;
  /** The table, and a condition with `$1`, `$2`, ... where there is one. */
  from: string;
  values: unknown[];
  /** The time column that sorts. */
  by: string;
  descending: boolean;
  /** Where the next page goes on: the row's value of that column. */
  at(row: Row): Date;
}

/** One page of a list, its total counted up to a limit. */
export async function page<Row extends { id: string }>(
  { limit: asked, offset, cursor }: PageQuery,
  { columns, from, values, by, descending, at }: List<Row>,
) {
  const limit = Math.min(asked, 100);
  const direction = descending ? 'DESC' : 'ASC';
  const all = [...values];
  let after = '';
  if (cursor !== undefined) {
    all.push(...JSON.parse(Buffer.from(cursor, 'base64url').toString()));
    const position = `($${all.length - 1}, $${all.length})`;
    after = `${values.length > 0 ? 'AND' : 'WHERE'} (${by}, id) ${descending ? '<' : '>'} ${position}`;
  }
  const [{ rows }, counted] = await Promise.all([
    pool.query<Row>(
      `SELECT ${columns} FROM ${from} ${after} ORDER BY ${by} ${direction}, id ${direction}
       LIMIT ${limit + 1} OFFSET ${offset}`,
      all,
    ),
    pool.query(
      `SELECT count(*)::int AS count FROM (SELECT 1 FROM ${from} LIMIT ${MAX_TOTAL + 1}) matches`,
      values,
    ),
  ]);
  const { count } = counted.rows[0];
  const isLast = rows.length <= limit;
  if (!isLast) rows.pop();
  const last = rows.at(-1);
  return {
    data: rows,
    total: Math.min(count, MAX_TOTAL),
    totalIsExact: count <= MAX_TOTAL,
    limit,
    offset,
    nextCursor:
      last && !isLast ? Buffer.from(JSON.stringify([at(last), last.id])).toString('base64url') : null,
  };
}
