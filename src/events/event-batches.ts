import type { EntityManager, SelectQueryBuilder } from 'typeorm';
import { isCancelled } from '../common/sqlstate.js';
import type { Transactions } from '../database/transactions.js';
import type { EventEntity } from './event.entity.js';

/** The writer, as `Transactions` knows it: feeds and jobs are one, since they take turns anyway. */
const BATCHES = Symbol('batches of events');
/** Bytes of descriptions in one transaction. PostgreSQL takes a second to index those that are slowest. */
const MAX_BYTES = 2 ** 20;

/**
 * Writes many events, in transactions of bounded bytes. Where the database gives up on one for its time,
 * each of its halves gets its own: what is too slow alone fails alone. Two such transactions would deadlock
 * even in sorted order, so one runs at a time. It and a request may still deadlock; then it runs again.
 * @returns the number of rows that were written, and the events that the database gave up on
 */
export async function writeBatch<Item extends { description?: string }>(
  transactions: Transactions,
  items: Item[],
  write: (manager: EntityManager, items: Item[]) => Promise<number>,
): Promise<{ count: number; slow: Item[] }> {
  const written = { count: 0, slow: [] as Item[] };
  const parts = items.length > 0 ? inParts(items) : [];
  for (const part of parts) {
    try {
      written.count += await transactions.runExclusive(BATCHES, 'events', (manager) => write(manager, part));
    } catch (error) {
      if (!isCancelled(error)) throw error;
      if (part.length > 1) parts.push(...halvesOf(part));
      else written.slow.push(...part);
    }
  }
  return written;
}

const halvesOf = <Item>(items: Item[]) => [items.slice(0, items.length / 2), items.slice(items.length / 2)];

/** Halves of the items, and halves of those, until each is short enough. */
function inParts<Item extends { description?: string }>(items: Item[]): Item[][] {
  const bytes = items.reduce((sum, { description = '' }) => sum + Buffer.byteLength(description), 0);
  return items.length === 1 || bytes <= MAX_BYTES ? [items] : halvesOf(items).flatMap(inParts);
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
