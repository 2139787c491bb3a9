import { parseCampusFeed } from './campus.mapping.js';
import type { ParsedFeed } from './feed.js';

/** The pure half of each feed, by the name that a worker thread knows it by. */
export const PARSERS = { campus: parseCampusFeed } as const satisfies Record<
  string,
  (pages: Uint8Array[]) => ParsedFeed
>;

export type ParserName = keyof typeof PARSERS;
