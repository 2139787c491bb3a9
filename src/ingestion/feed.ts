import type { FeedSource } from '../events/event.entity.js';
import type { Entries } from './reading/entries.js';

/** The port of a feed. The code that compares and stores events does not depend on the feed. */
export interface Feed {
  readonly source: FeedSource;
  /** The environment variable with the URL of the feed, and whether it is set. */
  readonly variable: string;
  readonly configured: boolean;
  /** The API key of the feed. Logs and runs must never contain it. */
  readonly secret?: string;
  /** Fetches and parses the whole response. @throws FeedError; any error where the signal aborts */
  fetch(signal: AbortSignal): Promise<Entries>;
}
