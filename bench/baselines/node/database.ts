import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { NIL } from 'uuid';
import { fill, readStatements } from '../../statements.js';

const { DATABASE_URL: connectionString, DAILY_CREATIONS: quota } = process.env;
export const pool = new pg.Pool({ connectionString, max: 10, idleTimeoutMillis: 60_000 });
pool.on('error', () => undefined);

const STATEMENTS = readStatements(process.env.STATEMENTS!, { quota });
/** The JSON Schemas of `schemas.json`. Built, this file is dist/bench/baselines/node/database.js. */
const FILE = join(import.meta.dirname, '../../../../bench/baselines/node/schemas.json');
export const SCHEMAS: Record<string, object> = JSON.parse(readFileSync(FILE, 'utf8'));
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

/** A statement of `statements.sql`, its blanks filled. */
export function statement(name: string, blanks: Record<string, string> = {}): string {
  return fill(STATEMENTS[name]!, blanks);
}

/** Runs `work` in a transaction. The connection of one that fails is closed, and so rolled back. */
export async function transaction<Result>(work: (client: pg.PoolClient) => Promise<Result>): Promise<Result> {
  const client = await pool.connect();
  let hasFailed = true;
  try {
    await client.query('BEGIN');
    const result = await work(client);
    await client.query('COMMIT');
    hasFailed = false;
    return result;
  } finally {
    client.release(hasFailed);
  }
}

export type PageQuery = { limit: number; offset: number; cursor?: string };

/** Conditions for rows, with `$1`, `$2`, ... for the values. */
export class Selection {
  readonly values: unknown[] = [];
  private readonly conditions: string[] = ['true'];

  /** @param condition with a question mark for the value */
  add(condition: string, value: unknown): this {
    this.conditions.push(condition.replace('?', this.parameter(value)));
    return this;
  }

  private parameter(value: unknown): string {
    return `$${this.values.push(value)}`;
  }

  /** The parameters of these values, by their names. */
  parameters(values: Record<string, unknown>): Record<string, string> {
    return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, this.parameter(value)]));
  }

  get where(): string {
    return this.conditions.join(' AND ');
  }
}

/** One page of the list of a statement. @param by the member that sorts it */
export async function page(name: string, by: string, selection: Selection, query: PageQuery) {
  const { limit, offset, cursor } = query;
  const { where } = selection;
  // Without a cursor, a list begins at its first row.
  const [at, id] =
    cursor === undefined ? [null, NIL] : JSON.parse(Buffer.from(cursor, 'base64url').toString());
  const blanks = { where, ...selection.parameters({ at, id, limit: limit + 1, offset }) };
  const { rows } = await pool.query(statement(name, blanks), selection.values);
  const last = rows[limit - 1];
  const next = rows.length > limit && Buffer.from(JSON.stringify([last[by], last.id])).toString('base64url');
  return { ...pageOf(rows.slice(0, limit)), limit, offset, nextCursor: next || null };
}

/** A list of rows, each with the number of matches, counted to one past the limit. */
export function pageOf(rows: { matches?: number; version?: number }[]) {
  const { matches = rows.length } = rows[0] ?? {};
  const data = rows.map(({ matches, version, ...row }) => row);
  return { data, total: Math.min(matches, MAX_TOTAL), totalIsExact: matches <= MAX_TOTAL };
}
