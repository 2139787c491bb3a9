import type { FeedSource } from '../events/event.entity.js';
import type { JobName } from '../jobs/schedule.js';
import type { Receiver } from './download/body.js';

/**
 * The port of a feed: the half that does the I/O. The other half, its reader, is pure (feeds.ts names both). Whatever pulls,
 * compares and stores does not know which feed it serves.
 */
export interface Feed<PageInfo = unknown> {
  readonly source: FeedSource;
  /** The job that pulls it. */
  readonly job: JobName;
  /** The variable that sets the feed's URL, and whether it is set. */
  readonly variable: string;
  readonly configured: boolean;
  /** The feed's key. No log and no run may show it. */
  readonly secret?: string;
  /** What its reader needs to know of the configuration; it is copied to a thread. */
  readonly readerOptions?: object;
  /**
   * Passes every document of the answer to the receiver, which returns what the reader says of it.
   * @throws FeedError, or the signal's reason
   */
  fetch(receiver: Receiver<PageInfo>, signal: AbortSignal): Promise<void>;
}
