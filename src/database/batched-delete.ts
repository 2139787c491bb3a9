import { setTimeout as sleep } from 'node:timers/promises';
import type { ObjectLiteral } from 'typeorm';
import type { Database } from './database.js';
import { inBatches } from './in-batches.js';
import type { Statement, Table } from './table.js';

/** Rows that one transaction removes. */
const BATCH = 1_000;
/** Milliseconds that a statement may take, more than a request's: nobody waits for it. */
const TIMEOUT = 30_000;
/** How long the next batch waits, to the time that the last one took: what slows the others slows this down, too. */
const REST = 0.5;

/** Which rows of a table are removed. */
export interface Deletion {
  /** The properties of an index that is walked. Together they name one row among those that meet `within`. */
  along: readonly string[];
  /** What the walk goes through: an SQL condition on columns of that index, with its values. */
  within: Statement;
  /** An SQL condition that the rows meet besides. */
  where?: string;
}

type Keys = Record<string, unknown>;

/**
 * Removes any number of rows, at a cost of each that does not grow with their number. Each batch begins in the index where
 * the one before ended: what has been removed stays there until a vacuum, and would be met again. The keys are read first,
 * then those rows are removed that still meet the conditions. Each batch is a short transaction of its own.
 * @returns how many rows went, batch by batch
 */
export async function* deleteInBatches<Entity extends ObjectLiteral>(
  database: Database,
  table: Table<Entity>,
  { along, within, where }: Deletion,
  signal: AbortSignal,
): AsyncGenerator<number, void, void> {
  const columns = along.map((property) => table.column(property));
  const { values } = within;
  const after = columns.map((_, index) => `$${values.length + 1 + index}`);
  const read = `SELECT ${[...new Set([...table.key, ...columns])]} FROM ${table.name} WHERE ${within.text}`;
  const order = `ORDER BY ${columns} LIMIT ${BATCH}`;
  const batches = inBatches<Keys>(BATCH, (last) =>
    database.query(
      last
        ? {
            text: `${read} AND (${columns}) > (${after}) ${order}`,
            values: [...values, ...columns.map((column) => last[column])],
          }
        : { text: `${read} ${order}`, values },
      undefined,
      TIMEOUT,
    ),
  );
  const keys = table.key.map((column, index) => `$${values.length + 1 + index}::${table.typeOf(column)}[]`);
  const text = `DELETE FROM ${table.name} WHERE (${table.key}) IN (SELECT * FROM unnest(${keys}))
                  AND ${within.text} ${where ? `AND (${where})` : ''} RETURNING 1`;
  let start = performance.now();
  for await (const batch of batches) {
    signal.throwIfAborted();
    const named = table.key.map((column) => batch.map((row) => row[column]));
    const removed = await database.transaction((transaction) =>
      database.query({ text, values: [...values, ...named] }, transaction, TIMEOUT),
    );
    yield removed.length;
    await sleep((performance.now() - start) * REST, undefined, { signal });
    start = performance.now();
  }
}
