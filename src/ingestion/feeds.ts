import type { FeedSource } from '../events/event.entity.js';
import type { FeedReader } from './reading/feed-reader.js';

interface FeedDefinition {
  /** Loads the half that reads, which only the reading thread needs. */
  reader(): Promise<new (options: never) => FeedReader>;
}

/** Every feed, by the source that its events have. */
export const FEEDS: Record<FeedSource, FeedDefinition> = {
  CAMPUS_API: {
    reader: async () => (await import('./campus/campus.reader.js')).CampusReader,
  },
  TICKET_API: {
    reader: async () => (await import('./ticketing/ticketing.reader.js')).TicketingReader,
  },
};
