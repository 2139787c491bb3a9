import type { Database, Transaction } from '../database/database.js';

/** The writers of many events take turns by the advisory lock of this number, over all instances. */
const BATCH_LOCK = 4_715_291_203;
/** Milliseconds that a statement of a batch may take; nobody waits for it at a screen. */
export const BATCH_TIMEOUT = 30_000;

/**
 * Writes many events in one transaction. Two such batches would deadlock even in sorted order, so they take turns. A
 * batch and a request may still deadlock; then the transaction runs again.
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
