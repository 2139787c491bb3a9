import type { Receiver } from './download.body.js';
import type { FeedSource } from './ingestion-run.entity.js';
import type { Format } from './readers.js';
import type { Tally } from './tally.js';
import type { PageInfo } from './ticketing.page.js';

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

/**
 * Ids of events, beside the hashes of these; the first stands at place `from` of the whole index. Where that is 0, the
 * index begins, perhaps anew.
 */
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

/** What takes the answer of a feed in, while it comes. */
export interface FeedReceiver extends Receiver<void> {
  /**
   * What a page of the ticketing feed says of the others; this takes the page not in.
   * @throws FeedError where it is no page of the feed
   */
  infoOf(ticketingPage: Uint8Array): Promise<PageInfo>;
}

/** The port: `fetch` does the I/O, a reader of this format is pure. The upsert does not know which feed it serves. */
export interface Feed {
  readonly source: FeedSource;
  /** The variable that sets the feed's URL, and whether it is set. */
  readonly variable: string;
  readonly configured: boolean;
  /** The feed's key, which no log and no run may show. */
  readonly secret?: string;
  /** What its answer is to be read as. */
  readonly format: Format;
  /**
   * Hands the whole answer over, from the beginning again where it had to be fetched again.
   * @throws FeedError, or the signal's reason
   */
  fetch(receiver: FeedReceiver, signal: AbortSignal): Promise<void>;
}
