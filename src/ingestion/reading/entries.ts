import { setImmediate as nextTick } from 'node:timers/promises';
import { cut } from '../../common/text.js';
import type { ExternalEvent } from '../../events/external-events.service.js';
import { FeedError } from '../feed.js';
import { readable } from './feed-text.js';

/** Entries of an answer, all its documents together. */
export const MAX_ENTRIES = 50_000;
/** How many reasons a run keeps, of how many code points, with how many of an id (decisions.md, "Feeds"). */
const MAX_REASONS = 20;
const MAX_REASON = 300;
const MAX_SHOWN_ID = 200;
/** What one run counts in the log. */
const MAX_NOTES = 50;
const MAX_NOTE = 100;

/** Entries that are read before requests are answered. */
const AT_ONCE = 100;

export const tooManyEntries = () => new FeedError(`The feed answered over ${MAX_ENTRIES} entries.`);

/**
 * The entries of an answer. Of those with the same id the last one counts, and those before it are ignored. A rejected
 * one replaces none.
 */
export class Entries {
  received = 0;
  rejected = 0;
  /** Why the first of the rejected entries were, fit to be stored and shown. */
  readonly reasons: string[] = [];
  /** What goes to the log only: how often each label came. */
  readonly notes = new Map<string, number>();
  /** Every id of the answer, with its event where it has one. */
  private readonly byId = new Map<string, ExternalEvent | undefined>();

  /** Adds an entry that becomes an event. */
  add(event: ExternalEvent): void {
    this.set(event.externalId, event);
  }

  /** Adds an entry that does not become an event. One that is stored under its id has not disappeared. */
  ignore(id: string): void {
    this.set(id, undefined);
  }

  /** Adds an entry which says that its event is no longer in the feed: it counts as ignored. */
  remove(id: string): void {
    this.count();
    this.byId.delete(id);
  }

  /**
   * Adds an entry that cannot be read. Where it has an id, its event has not disappeared.
   * @param where it stands in the answer
   */
  reject(where: string, id: string | undefined, reason: string): void {
    this.count();
    if (id !== undefined && !this.byId.has(id)) this.byId.set(id, undefined);
    this.explain(id === undefined ? where : `${where} (${cut(id, MAX_SHOWN_ID)})`, reason);
  }

  /** Counts a rejection, with its reason. @param entry where it stands in the answer, or its id */
  explain(entry: string, reason: string): void {
    this.rejected += 1;
    if (this.reasons.length < MAX_REASONS) this.reasons.push(readable(cut(`${entry} ${reason}`, MAX_REASON)));
  }

  /** Counts a label for the log. */
  note(label: unknown): void {
    const name = typeof label === 'string' ? cut(label, MAX_NOTE) : undefined;
    if (name !== undefined && (this.notes.size < MAX_NOTES || this.notes.has(name)))
      this.notes.set(name, (this.notes.get(name) ?? 0) + 1);
  }

  /** In the order of the answer. */
  get events(): ExternalEvent[] {
    return [...this.byId.values()].filter((event) => event !== undefined);
  }

  /** Whether the answer has an id, be it in a rejected or an ignored entry. */
  has(id: string): boolean {
    return this.byId.has(id);
  }

  private set(id: string, event: ExternalEvent | undefined): void {
    this.count();
    this.byId.delete(id); // so that it stands where the last entry of its id stands
    this.byId.set(id, event);
  }

  private count(): void {
    this.received += 1;
    if (this.received > MAX_ENTRIES) throw tooManyEntries();
  }
}

/** Reads entries one after the other, and yields now and then. */
export function* entryByEntry(
  entries: unknown[],
  read: (entry: unknown, index: number) => void,
): Generator<void, void> {
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
