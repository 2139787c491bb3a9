import type { Receiver } from './download.body.js';
import type { FeedSource } from './ingestion-run.entity.js';
import type { Format } from './readers.js';
import type { PageInfo } from './ticketing.page.js';

/** Takes the answer of a feed in while it arrives. */
export interface FeedReceiver extends Receiver<void> {
  /**
   * What a page of the ticketing feed says of the others. The page is not taken in by this.
   * @throws FeedError where it is not a page of the feed
   */
  infoOf(ticketingPage: Uint8Array): Promise<PageInfo>;
}

/** The port: `fetch` does the I/O, a reader of this format is pure. The upsert does not know which feed it serves. */
export interface Feed {
  readonly source: FeedSource;
  /** The variable that sets the feed's URL, and whether it is set. */
  readonly variable: string;
  readonly configured: boolean;
  /** The feed's key. No log and no run may show it. */
  readonly secret?: string;
  /** How its answer is read. */
  readonly format: Format;
  /**
   * Passes the whole answer on; from its beginning again where it is fetched again.
   * @throws FeedError, or the signal's reason
   */
  fetch(receiver: FeedReceiver, signal: AbortSignal): Promise<void>;
}
