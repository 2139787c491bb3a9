import { setImmediate as nextTick } from 'node:timers/promises';
import { cut } from '../../common/text.js';
import type { ExternalEvent } from '../../events/external-events.service.js';
import { readable } from './feed-text.js';

/** Maximum number of entries of a response, across all of its documents. */
const MAX_ENTRIES = 50_000;
/** Entries per tick. */
const PER_TICK = 100;
/**
 * Limits of a run: reasons (rules.md, "Feeds"), code points of a reason and of the id in it, labels, code
 * points of a label.
 */
const MAX = { reasons: 20, reason: 300, id: 200, labels: 50, label: 100 } as const;

/**
 * The reason of a failed run, as text for `/ingestion/runs`. It never contains a key, or a query that could
 * contain one.
 */
export class FeedError extends Error {
  override readonly name = 'FeedError';
}

/**
 * The entries of a response. Of entries with the same id, the last one counts. A rejected entry does not
 * replace another.
 */
export class Entries {
  received = 0;
  rejected = 0;
  /** The reasons of the first rejected entries, as text that can be stored and returned. */
  readonly reasons: string[] = [];
  /** The number of entries by label. */
  readonly labels = new Map<string, number>();
  /** Every id of the response, with its event if it has one. */
  private readonly byId = new Map<string, ExternalEvent | undefined>();

  /** Adds an entry, with its event unless it is ignored. Its id counts as present in the feed. */
  add(id: string, event?: ExternalEvent): void {
    this.count();
    this.byId.delete(id); // moves the id to the position of its last entry
    this.byId.set(id, event);
  }

  /** Adds an entry whose event is no longer in the feed. It counts as ignored. */
  remove(id: string): void {
    this.count();
    this.byId.delete(id);
  }

  /** Adds an entry that cannot be read. If it has an id, the id counts as present in the feed. */
  reject(where: string, id: string | undefined, reason: string): void {
    this.count();
    if (id !== undefined && !this.byId.has(id)) this.byId.set(id, undefined);
    this.explain(id === undefined ? where : `${where} (${cut(id, MAX.id)})`, reason);
  }

  /** Counts a rejection. @param entry its position in the response, or its id */
  explain(entry: string, reason: string): void {
    this.rejected += 1;
    if (this.reasons.length < MAX.reasons) this.reasons.push(readable(cut(`${entry} ${reason}`, MAX.reason)));
  }

  /** Counts a label, for the log. */
  label(value: unknown): void {
    const label = typeof value === 'string' ? cut(value, MAX.label) : 'none';
    if (this.labels.has(label) || this.labels.size < MAX.labels)
      this.labels.set(label, (this.labels.get(label) ?? 0) + 1);
  }

  /** The events, in the order of the response. */
  get events(): ExternalEvent[] {
    return [...this.byId.values()].filter((event) => event !== undefined);
  }

  /** Whether the response has an id, also in a rejected or ignored entry. */
  has(id: string): boolean {
    return this.byId.has(id);
  }

  private count(): void {
    this.received += 1;
    if (this.received > MAX_ENTRIES) throw new FeedError(`The feed returned over ${MAX_ENTRIES} entries.`);
  }
}

/** Reads entries one by one, and yields at intervals. */
export function* entryByEntry(entries: unknown[], read: (entry: unknown, index: number) => void) {
  for (const [index, entry] of entries.entries()) {
    if (index % PER_TICK === 0) yield;
    read(entry, index);
  }
}

/** Runs a generator step by step, one step per tick. */
export async function inSteps<Result>(steps: Generator<void, Result>): Promise<Result> {
  for (let step = steps.next(); ; step = steps.next()) {
    if (step.done) return step.value;
    await nextTick();
  }
}
