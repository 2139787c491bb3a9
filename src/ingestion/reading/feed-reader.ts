import type { Entries } from './entries.js';

/** The port of a feed's pure half: it makes events of the documents of one answer. */
export interface FeedReader<PageInfo = unknown> {
  /** What has been read so far. */
  readonly entries: Entries;
  /** What goes to the log only. */
  readonly notes: Record<string, unknown>;
  /**
   * Reads the next document.
   * @returns what `fetch` of the same feed needs to know before it asks for another
   * @throws FeedError where it is not a document of this feed
   */
  read(document: unknown): PageInfo;
}
