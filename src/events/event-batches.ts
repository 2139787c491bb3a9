import { setTimeout as sleep } from 'node:timers/promises';
import type { EntityManager, SelectQueryBuilder } from 'typeorm';
import type { Transactions } from '../database/transactions.js';
import type { EventEntity } from './event.entity.js';

/** The writers of many events take turns by the advisory lock of this number, over all instances. */
const BATCH_LOCK = 4_715_291_203;
/** The writer, as `Transactions` knows it: feeds and jobs are one, since they take turns anyway. */
const BATCHES = Symbol('batches of events');
/** Milliseconds until the lock is tried again, at most. */
const RETRY_WITHIN = 100;

/**
 * Writes many events in one transaction. Two such batches would deadlock even in sorted order, so they take turns, and
 * hold no connection meanwhile. A batch and a request may still deadlock; then the transaction runs again.
 */
export async function writeBatch<Result>(
  transactions: Transactions,
  work: (manager: EntityManager) => Promise<Result>,
): Promise<Result> {
  for (;;) {
    const written = await transactions.run(BATCHES, async (manager) => {
      const [{ locked }] = await manager.query('SELECT pg_try_advisory_xact_lock($1) AS locked', [
        BATCH_LOCK,
      ]);
      return locked ? { result: await work(manager) } : undefined;
    });
    if (written) return written.result;
    await sleep(Math.random() * RETRY_WITHIN);
  }
}

/** Events in the order of an index, a batch at a time. @param events selects and filters `event`, with `startAt` and `id` */
export async function* readBatches(
  events: SelectQueryBuilder<EventEntity>,
  size: number,
): AsyncGenerator<EventEntity[]> {
  let last: EventEntity | undefined;
  do {
    const next = events.clone().orderBy({ 'event.startAt': 'ASC', 'event.id': 'ASC' }).limit(size);
    if (last)
      next.andWhere('(event.startAt, event.id) > (:startAt, :id)', { startAt: last.startAt, id: last.id });
    const batch = await next.getMany();
    if (batch.length > 0) yield batch;
    last = batch[size - 1]; // none after a batch that is not full
  } while (last);
}
