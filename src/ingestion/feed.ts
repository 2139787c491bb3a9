import type { FeedSource } from '../events/event.entity.js';
import type { JobName } from '../jobs/schedule.js';
import type { Entries } from './reading/entries.js';

/** The port of a feed. Whatever compares and stores its events does not know which feed it is. */
export interface Feed {
  readonly source: FeedSource;
  /** The job that pulls it. */
  readonly job: JobName;
  /** The variable that sets the feed's URL, and whether it is set. */
  readonly variable: string;
  readonly configured: boolean;
  /** The feed's key. No log and no run may show it. */
  readonly secret?: string;
  /** Fetches and reads the whole answer. @throws FeedError; any error where the signal aborts */
  fetch(signal: AbortSignal): Promise<Entries>;
}
