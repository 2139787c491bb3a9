import type pg from 'pg';
import { Progress } from '../progress.js';

/** Rows of one INSERT. */
const BATCH = 1_000;

/** A row by its columns. */
export type Row = Record<string, unknown>;

/** Rows for one table. */
export interface Load {
  table: string;
  /** The columns that are loaded, with their types; the others take their defaults. */
  columns: Record<string, string>;
  count: number;
  row(index: number): Row;
}

/** Adds rows to a table, and has PostgreSQL look at them as it would in the long run. */
export async function load(
  client: pg.Client,
  { table, columns, count, row }: Load,
  signal: AbortSignal,
): Promise<void> {
  const names = Object.keys(columns).join(', ');
  const types = Object.entries(columns)
    .map(([name, type]) => `${name} ${type}`)
    .join(', ');
  const text = `INSERT INTO ${table} (${names}) SELECT ${names} FROM jsonb_to_recordset($1) AS loaded (${types})`;
  const progress = new Progress(`Loading ${table}`, count);
  await client.query('SET synchronous_commit = off');
  try {
    for (let loaded = 0; loaded < count; ) {
      signal.throwIfAborted();
      const size = Math.min(BATCH, count - loaded);
      const from = loaded;
      const batch = Array.from({ length: size }, (_, index) => row(from + index));
      await client.query(text, [JSON.stringify(batch)]);
      loaded += size;
      progress.show(loaded);
    }
  } finally {
    progress.end();
  }
  // What autovacuum and the checkpointer would do in the middle of a measurement.
  await client.query(`VACUUM (ANALYZE) ${table}`);
  await client.query('CHECKPOINT');
}
