import type { ExternalEvent } from '../events/external-events.service.js';
import type { FeedSource } from './ingestion-run.entity.js';

/** Why a run failed, in words for `/ingestion/runs`; never with a key, or a query that might hold one. */
export class FeedError extends Error {
  override readonly name: string = 'FeedError';
}

/** Events that are handed on, and written, together. */
export const BATCH = 500;

/** A feed's answer as events. Each of its entries is counted once: as an event, ignored or rejected. */
export interface ParsedFeed {
  received: number;
  ignored: number;
  rejected: number;
  /** Why the first ones were rejected. */
  reasons: string[];
  /** Every id of the answer, those of rejected and ignored entries too: these have not disappeared. */
  present: string[];
  events: ExternalEvent[];
  /** What goes to the log only. */
  notes: Record<string, unknown>;
}

/** What is known of an answer that has been read whole, before its entries are looked at. */
export type FeedHead = Omit<ParsedFeed, 'present' | 'events'>;

/** Ids that the answer has, beside the hashes of their events; null where an entry is no event. */
export interface IndexPiece {
  externalIds: string[];
  itemHashes: (string | null)[];
}

/** An answer that has been read. Its parts are only brought over from where that was done when they are asked for. */
export interface FeedContent extends FeedHead {
  /** Every id of the answer, piece by piece. */
  index(): AsyncIterable<IndexPiece>;
  /** The events at these places of the index, in batches; each can be had once. */
  batches(places: number[]): AsyncIterable<ExternalEvent[]>;
  /** Lets go of the answer. */
  close(): Promise<unknown>;
}

/** The port: `fetch` does the I/O, `parse` is pure. The upsert does not know which feed it serves (design.md). */
export interface Feed {
  readonly source: FeedSource;
  /** The variable that sets the feed's URL, and whether it is set. */
  readonly variable: string;
  readonly configured: boolean;
  /** The feed's key, which no log and no run may show. */
  readonly secret?: string;
  /**
   * Takes the whole answer in, in its pages; nothing is written before.
   * @throws FeedError, or the signal's reason
   */
  fetch(signal: AbortSignal): Promise<Uint8Array[]>;
  /**
   * Reads the answer, whose pages may not be used after; a large one off the event loop. Who gets the content must
   * close it.
   * @throws FeedError where it is no answer of this feed, or the signal's reason
   */
  parse(pages: Uint8Array[], signal: AbortSignal): Promise<FeedContent>;
}
