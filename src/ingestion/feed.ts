import type { Receiver } from './download.body.js';
import type { FeedSource } from './ingestion-run.entity.js';
import type { Format } from './readers.js';
import type { PageInfo } from './ticketing.page.js';

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
