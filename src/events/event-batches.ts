import type { EntityManager } from 'typeorm';
import { isCancelled } from '../common/sqlstate.js';
import type { Transactions } from '../database/transactions.js';

/** Maximum bytes of descriptions per transaction. PostgreSQL takes up to a second to index this many. */
const MAX_BYTES = 2 ** 20;

/**
 * Writes many events in transactions of bounded size, one at a time: two would deadlock even in sorted order.
 * After a timeout, each half of a batch is retried alone, so only events that are too slow by themselves
 * fail.
 * @returns the number of written rows, and the events that timed out
 */
export async function writeBatch<Item extends { description?: string }>(
  transactions: Transactions,
  items: Item[],
  write: (manager: EntityManager, items: Item[]) => Promise<number>,
): Promise<{ count: number; slow: Item[] }> {
  const written = { count: 0, slow: [] as Item[] };
  const parts = items.length > 0 ? splitBySize(items) : [];
  for (const part of parts) {
    try {
      written.count += await transactions.runExclusive('events', (manager) => write(manager, part));
    } catch (error) {
      if (!isCancelled(error)) throw error;
      if (part.length > 1) parts.push(...halvesOf(part));
      else written.slow.push(...part);
    }
  }
  return written;
}

const halvesOf = <Item>(items: Item[]) => [items.slice(0, items.length / 2), items.slice(items.length / 2)];

/** Halves the items repeatedly until each part is within `MAX_BYTES` or has one item. */
function splitBySize<Item extends { description?: string }>(items: Item[]): Item[][] {
  const bytes = items.reduce((sum, { description = '' }) => sum + Buffer.byteLength(description), 0);
  return items.length === 1 || bytes <= MAX_BYTES ? [items] : halvesOf(items).flatMap(splitBySize);
}
