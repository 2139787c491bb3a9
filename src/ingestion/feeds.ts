import type { Config } from '../common/config.js';
import type { FeedSource } from '../events/event.entity.js';
import { CampusFeed } from './campus/campus.feed.js';
import type { Feed } from './feed.js';
import type { FeedReader } from './reading/feed-reader.js';
import { TicketingFeed } from './ticketing/ticketing.feed.js';

const EVERY_SIX_HOURS = '0 */6 * * *';

interface FeedDefinition {
  /** The name of the job that pulls it. */
  job: string;
  /** Cron expression in UTC. */
  schedule: string;
  /** Makes the half that fetches. */
  feed(config: Config): Feed;
  /** Loads the half that reads, which only the reading thread needs. */
  reader(): Promise<new (options: never) => FeedReader>;
}

/** Every feed, by the source that its events have. */
export const FEEDS: Record<FeedSource, FeedDefinition> = {
  CAMPUS_API: {
    job: 'campus-sync',
    schedule: EVERY_SIX_HOURS,
    feed: CampusFeed.from,
    reader: async () => (await import('./campus/campus.reader.js')).CampusReader,
  },
  TICKET_API: {
    job: 'ticket-sync',
    schedule: EVERY_SIX_HOURS,
    feed: TicketingFeed.from,
    reader: async () => (await import('./ticketing/ticketing.reader.js')).TicketingReader,
  },
};
