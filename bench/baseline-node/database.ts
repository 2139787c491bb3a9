import pg from 'pg';

export const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 10 });
pool.on('error', () => undefined);

/** Totals are counted to here. */
const MAX_TOTAL = 1_000;

/** A request that is answered with an error. */
export class Refusal extends Error {
  constructor(
    readonly statusCode: number,
    readonly code: string,
  ) {
    super(code);
  }
}

/** Runs `work` in a transaction. */
export async function transaction<Result>(work: (client: pg.PoolClient) => Promise<Result>): Promise<Result> {
  const client = await pool.connect();
  try {
    await client.query('BEGIN');
    const result = await work(client);
    await client.query('COMMIT');
    client.release();
    return result;
  } catch (error) {
    // A connection that cannot roll back is dropped, and the server rolls back.
    await client.query('ROLLBACK').then(
      () => client.release(),
      () => client.release(true),
    );
    throw error;
  }
}

export interface PageQuery {
  limit: number;
  offset: number;
  cursor?: string;
}

/** The parameters of a list as JSON Schema. */
export const pageQuery = {
  limit: { type: 'integer', minimum: 1, maximum: 100, default: 20 },
  offset: { type: 'integer', minimum: 0, maximum: 10_000, default: 0 },
  cursor: { type: 'string', maxLength: 1_000 },
};

/** Which rows of a table a list has, and in which order. */
export interface List {
  table: string;
  /** The columns of a response, by its members. */
  columns: string;
  /** The time column that sorts, its member, and the direction. */
  by: string;
  member: string;
  direction: 'ASC' | 'DESC';
  /** Conditions for rows, with `$1`, `$2`, ... for the values. */
  conditions: string[];
  values: unknown[];
}

export interface Page {
  data: unknown[];
  total: number;
  totalIsExact: boolean;
  limit: number;
  offset: number;
  nextCursor: string | null;
}

/** `WHERE ...`, where there is a condition. */
export function where(conditions: string[]): string {
  return conditions.length > 0 ? `WHERE ${conditions.join(' AND ')}` : '';
}

/** The number of selected rows, counted to one past the limit. */
export function counting({ table, conditions }: Pick<List, 'table' | 'conditions'>): string {
  return `SELECT count(*)::int FROM (SELECT FROM ${table} ${where(conditions)} LIMIT ${MAX_TOTAL + 1}) counted`;
}

export function totalOf(count: number): Pick<Page, 'total' | 'totalIsExact'> {
  return { total: Math.min(count, MAX_TOTAL), totalIsExact: count <= MAX_TOTAL };
}

/** One page of a list, its total counted up to a limit. */
export async function page({ limit, offset, cursor }: PageQuery, list: List): Promise<Page> {
  const { table, columns, by, member, direction, conditions } = list;
  const values = [...list.values];
  const all = [...conditions];
  if (cursor !== undefined) {
    const [at, id] = JSON.parse(Buffer.from(cursor, 'base64url').toString());
    const after = direction === 'ASC' ? '>' : '<';
    all.push(`(${by}, id) ${after} ($${values.push(at)}, $${values.push(id)})`);
  }
  const { rows } = await pool.query(
    `SELECT ${columns}, (${counting(list)}) AS matches FROM ${table} ${where(all)}
     ORDER BY ${by} ${direction}, id ${direction} LIMIT ${limit + 1} OFFSET ${offset}`,
    values,
  );
  const count = rows[0]?.matches ?? (await pool.query(counting(list), list.values)).rows[0].count;
  const data = rows.slice(0, limit).map(({ matches, ...row }) => row);
  const last = data.at(-1);
  const isLast = rows.length <= limit;
  const next = () => Buffer.from(JSON.stringify([last[member], last.id])).toString('base64url');
  return { data, ...totalOf(count), limit, offset, nextCursor: isLast ? null : next() };
}
