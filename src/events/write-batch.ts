import type { Database, Transaction } from '../database/database.js';

/** One number for all instances: the feeds' batches and the completion job's take turns by it. */
const BATCH_LOCK = 4_715_291_203;
/** Milliseconds that a statement of a batch may take; nobody waits for it at a screen. */
export const BATCH_TIMEOUT = 30_000;

/**
 * Writes many events in one transaction. Such batches deadlock each other even in sorted order, so that they take
 * turns; one that a single writer still deadlocks is tried again.
 */
export function writeBatch<Result>(
  database: Database,
  work: (transaction: Transaction) => Promise<Result>,
): Promise<Result> {
  return database.transaction(async (transaction) => {
    const lock = { text: 'SELECT pg_advisory_xact_lock($1)', values: [BATCH_LOCK] };
    await database.query(lock, transaction, BATCH_TIMEOUT);
    return work(transaction);
  });
}
