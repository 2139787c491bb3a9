import { cut } from '../../common/text.js';
import type { ExternalEvent } from '../../events/external-events.service.js';
import { Rejections } from './rejections.js';

/** Code points of an id that a reason shows. */
const MAX_SHOWN_ID = 200;

/** How many entries an answer has, each counted once, and why the first ones were rejected. */
export interface EntryCounts {
  received: number;
  ignored: number;
  rejected: number;
  reasons: string[];
}

/** An event of the answer. It is made when it is to be stored. */
interface Found {
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
  private readonly byId = new Map<string, Found | undefined>();

  /** Adds an entry that becomes an event. */
  add(externalId: string, itemHash: string, toEvent: () => ExternalEvent): void {
    this.set(externalId, { externalId, itemHash, toEvent });
  }

  /** Adds an entry that does not become an event; one that is stored has not disappeared. */
  ignore(id: string): void {
    this.set(id, undefined);
  }

  /** Adds an entry which says that its event is no longer in the feed. */
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
    const ignored = this.received - rejected - this.found.length;
    return { received: this.received, ignored, rejected, reasons };
  }

  /** The events, in the order of the answer. */
  get found(): Found[] {
    return [...this.byId.values()].filter((found) => found !== undefined);
  }

  /** Those of these ids that the answer does not have, not even in rejected and ignored entries. */
  absent(ids: string[]): string[] {
    return ids.filter((id) => !this.byId.has(id));
  }

  private set(id: string, found: Found | undefined): void {
    this.received += 1;
    this.byId.delete(id); // so that it stands where the last entry of its id stands
    this.byId.set(id, found);
  }
}
