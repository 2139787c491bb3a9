import { parseCampusFeed } from './campus.mapping.js';
import type { ParsedFeed } from './feed.js';
import { parseTicketingFeed, type TicketingOptions } from './ticketing.mapping.js';

/** The pure half of each feed, by the name that a worker thread knows it by. */
export const PARSERS = { campus: parseCampusFeed, ticketing: parseTicketingFeed } as const satisfies Record<
  string,
  (pages: Uint8Array[], options: ParserOptions) => ParsedFeed
>;

export type ParserName = keyof typeof PARSERS;
export type ParserOptions = TicketingOptions;
