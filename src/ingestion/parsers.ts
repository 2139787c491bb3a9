import type { ExternalEvent } from '../events/external-events.service.js';
import { parseCampusFeed } from './campus.mapping.js';
import type { FeedHead, ParsedFeed } from './feed.js';
import { parseTicketingFeed, type TicketingOptions } from './ticketing.mapping.js';

/** The pure half of each feed, by the name that a worker thread knows it by. */
const PARSERS = { campus: parseCampusFeed, ticketing: parseTicketingFeed } as const satisfies Record<
  string,
  (pages: Uint8Array[], options: TicketingOptions) => ParsedFeed
>;

/** A feed's answer, as it came. */
export interface FeedAnswer {
  parser: keyof typeof PARSERS;
  pages: Uint8Array[];
  options: TicketingOptions;
}

/**
 * Reads an answer whole.
 * @throws FeedError where it is no answer of this feed
 */
export function readAnswer({ parser, pages, options }: FeedAnswer): {
  head: FeedHead;
  events: ExternalEvent[];
} {
  const { events, ...head } = PARSERS[parser](pages, options);
  const externalIds = events.map(({ externalId }) => externalId);
  const itemHashes = events.map(({ itemHash }) => itemHash);
  return { head: { ...head, index: { externalIds, itemHashes } }, events };
}
