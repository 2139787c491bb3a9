import { cut } from '../../common/text.js';
import type { ExternalEvent } from '../../events/external-events.service.js';
import { Rejections } from './rejections.js';

/** Code points of an id that a reason shows. */
const MAX_SHOWN_ID = 200;

/** How many entries an answer has, and why the first of the rejected ones were. */
export interface EntryCounts {
  received: number;
  ignored: number;
  rejected: number;
  reasons: string[];
}

/** An entry that is an event. The event itself is made when it is to be stored. */
export interface EventEntry {
  externalId: string;
  itemHash: string;
  toEvent(): ExternalEvent;
}

/**
 * The entries of an answer. Of those with the same id the last one counts, and those before it are ignored. A rejected
 * one replaces none.
 */
export class Entries {
  private received = 0;
  private readonly rejections = new Rejections();
  /** Every id of the answer, with its event where it has one. */
  private readonly byId = new Map<string, EventEntry | undefined>();

  /** Adds an entry that becomes an event. */
  add(externalId: string, itemHash: string, toEvent: () => ExternalEvent): void {
    this.set(externalId, { externalId, itemHash, toEvent });
  }

  /** Adds an entry that does not become an event. One that is stored under its id has not disappeared. */
  ignore(id: string): void {
    this.set(id, undefined);
  }

  /** Adds an entry which says that its event is no longer in the feed: it counts as ignored. */
  remove(id: string): void {
    this.received += 1;
    this.byId.delete(id);
  }

  /**
   * Adds an entry that cannot be read. Where it has an id, its event has not disappeared.
   * @param where it stands in the answer
   */
  reject(where: string, id: string | undefined, reason: string): void {
    this.received += 1;
    if (id !== undefined && !this.byId.has(id)) this.byId.set(id, undefined);
    this.rejections.add(id === undefined ? where : `${where} (${cut(id, MAX_SHOWN_ID)})`, reason);
  }

  get counts(): EntryCounts {
    const { count: rejected, reasons } = this.rejections;
    const ignored = this.received - rejected - this.events.length;
    return { received: this.received, ignored, rejected, reasons };
  }

  /** In the order of the answer. */
  get events(): EventEntry[] {
    return [...this.byId.values()].filter((entry) => entry !== undefined);
  }

  /** Those of these ids that the answer does not have, not even in rejected and ignored entries. */
  absent(ids: string[]): string[] {
    return ids.filter((id) => !this.byId.has(id));
  }

  private set(id: string, entry: EventEntry | undefined): void {
    this.received += 1;
    this.byId.delete(id); // so that it stands where the last entry of its id stands
    this.byId.set(id, entry);
  }
}
