import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { FeedServer } from '../../sandbox/feed-server.js';
import { SANDBOX_KEY } from '../../sandbox/feed-server.js';
import { createApp } from '../../src/app.js';
import { Config } from '../../src/common/config.js';
import { createLog } from '../../src/common/logging.js';
import { campusFeed as campusFeedOf } from '../../src/ingestion/campus/campus.feed.js';
import type { DownloadLimits } from '../../src/ingestion/download/downloads.js';
import type { Feed } from '../../src/ingestion/feed.js';
import { IngestionService } from '../../src/ingestion/ingestion.service.js';
import { ticketingFeed as ticketingFeedOf } from '../../src/ingestion/ticketing/ticketing.feed.js';
import { JobsService } from '../../src/jobs/jobs.service.js';
import { clientsOf, type Environment, type TestApp, testEnvironment } from './app.js';
import { createTestDatabase, type TestDatabase } from './database.js';
import { type FeedKind, startFeeds } from './feeds.js';

/** A signal that is never aborted. */
export const never = new AbortController().signal;

/** The application in the test's own process. */
export interface InsideApp extends TestApp {
  app: NestFastifyApplication;
}

/**
 * Starts the application in the test's own process, for tests that need its providers. The import takes
 * seconds.
 */
export async function startInside(overrides: Environment = {}, shared?: TestDatabase): Promise<InsideApp> {
  const database = shared ?? (await createTestDatabase());
  const config = Config.from(testEnvironment(database.url, overrides));
  const app = await createApp(config, createLog(config.LOG_LEVEL));
  await app.listen(0, '127.0.0.1');
  const url = (await app.getUrl()).replace('[::1]', '127.0.0.1');
  return {
    app,
    ...clientsOf(url),
    database,
    runJob: (name, argument) =>
      app.get(JobsService, { strict: false }).run(name, { signal: never, argument }),
    close: async () => {
      await app.close();
      if (!shared) await database.drop();
    },
  };
}

export type InsideFeeds = Awaited<ReturnType<typeof startFeedsInside>>;

/** The sandbox's feeds and the service in the test's own process. */
export async function startFeedsInside() {
  const feeds = await startFeeds(startInside);
  return {
    ...feeds,
    /** Pulls a feed of the test. */
    pull: (feed: Feed) =>
      feeds.service.app.get(IngestionService, { strict: false }).pull(feed, { signal: never }),
  };
}

/** A feed with limits of the test, and at most 1 MiB. */
export function feedOf(kind: FeedKind, server: FeedServer, limits?: Partial<DownloadLimits>): Feed {
  return kind.name === 'campus' ? campusFeed(server, {}, limits) : ticketingFeed(server, {}, limits);
}

/** The campus feed with settings of the test. */
export function campusFeed(
  { url }: { url: string },
  { maxMb = 1 }: { maxMb?: number } = {},
  limits?: Partial<DownloadLimits>,
): Feed {
  return campusFeedOf({ CAMPUS_FEED_URL: url, FEED_MAX_MB: maxMb }, limits);
}

/** The ticketing feed with settings of the test. It does not pause between requests, unless `pace` is set. */
export function ticketingFeed(
  { url }: { url: string },
  {
    key = SANDBOX_KEY,
    query = 'city=Columbus',
    maxMb = 1,
  }: { key?: string; query?: string; maxMb?: number } = {},
  limits: Partial<DownloadLimits> = {},
): Feed {
  const settings = {
    ...{ TICKET_FEED_URL: url, TICKET_FEED_API_KEY: key, TICKET_FEED_QUERY: query },
    ...{ TICKET_FEED_ASSUMED_HOURS: null, FEED_MAX_MB: maxMb },
  };
  return ticketingFeedOf(settings, { pace: 0, ...limits });
}
