import { setImmediate as nextTick } from 'node:timers/promises';
import { cut } from '../../common/text.js';
import type { ExternalEvent } from '../../events/external-events.service.js';
import { readable } from './feed-text.js';

/** Entries of an answer, all its documents together. */
const MAX_ENTRIES = 50_000;
/** Entries that are read before requests are answered. */
const AT_ONCE = 100;
/** How many reasons a run keeps (rules.md, "Feeds"), of how many code points, and how many of an id. */
const MAX = { reasons: 20, reason: 300, id: 200, labels: 50, label: 100 } as const;

/** Why a run failed, in words for `/ingestion/runs`; never with a key, or a query that might hold one. */
export class FeedError extends Error {
  override readonly name = 'FeedError';
}

/** The entries of an answer. Of those with the same id the last one counts. A rejected one replaces none. */
export class Entries {
  received = 0;
  rejected = 0;
  /** Why the first of the rejected entries were, fit to be stored and shown. */
  readonly reasons: string[] = [];
  /** How often each label came. */
  readonly labels = new Map<string, number>();
  /** Every id of the answer, with its event where it has one. */
  private readonly byId = new Map<string, ExternalEvent | undefined>();

  /** Adds an entry, with its event where it becomes one. What is stored under its id has not disappeared. */
  add(id: string, event?: ExternalEvent): void {
    this.count();
    this.byId.delete(id); // so that it stands where the last entry of its id stands
    this.byId.set(id, event);
  }

  /** Adds an entry which says that its event is no longer in the feed: it counts as ignored. */
  remove(id: string): void {
    this.count();
    this.byId.delete(id);
  }

  /** Adds an entry that cannot be read. Where it has an id, its event has not disappeared. */
  reject(where: string, id: string | undefined, reason: string): void {
    this.count();
    if (id !== undefined && !this.byId.has(id)) this.byId.set(id, undefined);
    this.explain(id === undefined ? where : `${where} (${cut(id, MAX.id)})`, reason);
  }

  /** Counts a rejection. @param entry where it stands in the answer, or its id */
  explain(entry: string, reason: string): void {
    this.rejected += 1;
    if (this.reasons.length < MAX.reasons) this.reasons.push(readable(cut(`${entry} ${reason}`, MAX.reason)));
  }

  /** Counts a label for the log. */
  label(value: unknown): void {
    const label = typeof value === 'string' ? cut(value, MAX.label) : 'none';
    if (this.labels.has(label) || this.labels.size < MAX.labels)
      this.labels.set(label, (this.labels.get(label) ?? 0) + 1);
  }

  /** In the order of the answer. */
  get events(): ExternalEvent[] {
    return [...this.byId.values()].filter((event) => event !== undefined);
  }

  /** Whether the answer has an id, be it in a rejected or an ignored entry. */
  has(id: string): boolean {
    return this.byId.has(id);
  }

  private count(): void {
    this.received += 1;
    if (this.received > MAX_ENTRIES) throw new FeedError(`The feed answered over ${MAX_ENTRIES} entries.`);
  }
}

/** Reads entries one after the other, and yields now and then. */
export function* entryByEntry(entries: unknown[], read: (entry: unknown, index: number) => void) {
  for (const [index, entry] of entries.entries()) {
    if (index % AT_ONCE === 0) yield;
    read(entry, index);
  }
}

/** Takes the steps one by one. The service answers requests in between. */
export async function inSteps<Result>(steps: Generator<void, Result>): Promise<Result> {
  for (let step = steps.next(); ; step = steps.next()) {
    if (step.done) return step.value;
    await nextTick();
  }
}
