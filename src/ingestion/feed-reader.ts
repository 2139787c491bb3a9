import type { ExternalEvent } from '../events/external-events.service.js';

/** What is known of an answer after all of it has been read. Each entry is counted once. */
export interface FeedHead {
  received: number;
  ignored: number;
  rejected: number;
  /** Why the first ones were rejected. */
  reasons: string[];
  /** Places of the index whose events do not count: a later entry has the same id. */
  superseded: number[];
  /** What goes to the log only. */
  notes: Record<string, unknown>;
}

/**
 * Ids of events, beside the hashes of these; the first stands at place `from` of the whole index. Where that is 0, the
 * index begins, perhaps again.
 */
export interface IndexPiece {
  from: number;
  externalIds: string[];
  itemHashes: string[];
}

/** What has been read of an answer. */
export interface FeedTally {
  /** The index of the events that have come since, in pieces; the last has so many at least. */
  pieces(least?: number): Iterable<IndexPiece>;
  /** The events at these places of the index. */
  eventsAt(places: number[]): ExternalEvent[];
  /** Those of these ids that the answer does not have, not even in rejected and ignored entries. */
  absent(ids: string[]): string[];
}

/** The pure half of a feed: reads its answer, part by part. */
export interface FeedReader {
  readonly tally: FeedTally;
  /**
   * Reads the next part.
   * @throws FeedError where it is not an answer of this feed
   */
  take(part: Uint8Array): void;
  /**
   * Says that this was the whole answer.
   * @throws FeedError where it is not an answer of this feed
   */
  end(): FeedHead;
}
