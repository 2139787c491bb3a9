import type { ExternalEvent } from '../events/external-events.service.js';
import type { FeedSource } from './ingestion-run.entity.js';
import type { Tally } from './tally.js';

/** Why a run failed, in words for `/ingestion/runs`; never with a key, or a query that might hold one. */
export class FeedError extends Error {
  override readonly name: string = 'FeedError';
}

/** What is known of an answer that has been read whole. Each of its entries is counted once. */
export interface FeedHead {
  received: number;
  ignored: number;
  rejected: number;
  /** Why the first ones were rejected. */
  reasons: string[];
  /** Places of the index whose events count no more: a later entry has their id. */
  superseded: number[];
  /** What goes to the log only. */
  notes: Record<string, unknown>;
}

/** Ids of events, beside the hashes of these; the first stands at place `from` of the whole index. */
export interface IndexPiece {
  from: number;
  externalIds: string[];
  itemHashes: string[];
}

/** The pure half of a feed: reads its answer, part by part. */
export interface FeedReader {
  readonly tally: Pick<Tally<unknown>, 'pieces' | 'eventsAt' | 'absent'>;
  /**
   * Reads the next part.
   * @throws FeedError where it is no answer of this feed
   */
  take(part: Uint8Array): void;
  /**
   * Says that this was the whole answer.
   * @throws FeedError where it is no answer of this feed
   */
  end(): FeedHead;
}

/** An answer that has been taken in. It is read while one goes over its index; the rest of it is there after. */
export interface FeedContent {
  /**
   * The index of its events, piece by piece.
   * @throws FeedError where it is no answer of this feed
   */
  index(): AsyncIterable<IndexPiece>;
  head(): FeedHead;
  /** The events at these places of the index. */
  events(places: number[]): Promise<ExternalEvent[]>;
  /** Those of these ids that it does not have, not even in rejected and ignored entries. */
  absent(ids: string[]): Promise<string[]>;
  /** Lets go of it. */
  close(): void;
}

/** The port: `fetch` does the I/O. The upsert does not know which feed it serves (design.md). */
export interface Feed {
  readonly source: FeedSource;
  /** The variable that sets the feed's URL, and whether it is set. */
  readonly variable: string;
  readonly configured: boolean;
  /** The feed's key, which no log and no run may show. */
  readonly secret?: string;
  /**
   * Takes the whole answer in. Who gets it must close it.
   * @throws FeedError, or the signal's reason
   */
  fetch(signal: AbortSignal): Promise<FeedContent>;
}
