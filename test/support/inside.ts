import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { FeedServer } from '../../sandbox/feed-server.js';
import { SANDBOX_KEY } from '../../sandbox/feed-server.js';
import { createApp } from '../../src/app.js';
import { Config } from '../../src/common/config.js';
import { createLog } from '../../src/common/logging.js';
import { CampusFeed } from '../../src/ingestion/campus/campus.feed.js';
import type { Feed } from '../../src/ingestion/feed.js';
import { IngestionService } from '../../src/ingestion/ingestion.service.js';
import {
  TicketingFeed,
  type TicketingLimits,
  type TicketingSettings,
} from '../../src/ingestion/ticketing/ticketing.feed.js';
import { JobsService } from '../../src/jobs/jobs.service.js';
import { clientsOf, type Environment, type TestApp, testEnvironment } from './app.js';
import { createTestDatabase, type TestDatabase } from './database.js';
import { type FeedKind, startFeeds } from './feeds.js';
import { never } from './job.js';

const MIB = 2 ** 20;

/** The application in the test's own process. */
export interface InsideApp extends TestApp {
  app: NestFastifyApplication;
}

/** Starts the application in the test's own process, for tests that need its providers. Importing it costs seconds. */
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
    runJob: (name) => app.get(JobsService, { strict: false }).run(name),
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
    /** Pulls a feed of the test's own making. */
    pull: (feed: Feed) =>
      feeds.service.app.get(IngestionService, { strict: false }).pull(feed, { signal: never }),
  };
}

/** A feed with limits of the test's own, and at most 1 MiB. */
export function feedOf(kind: FeedKind, server: FeedServer, limits?: Partial<TicketingLimits>): Feed {
  return kind.name === 'campus' ? new CampusFeed(server.url, MIB, limits) : ticketingFeed(server, {}, limits);
}

/** The ticketing feed with a test's own settings. It does not pause between requests, unless `pace` is set. */
export function ticketingFeed(
  server: FeedServer,
  settings: Partial<TicketingSettings> = {},
  limits: Partial<TicketingLimits> = {},
): TicketingFeed {
  const usual = { key: SANDBOX_KEY, query: 'city=Columbus', assumedHours: undefined, maxBytes: MIB };
  return new TicketingFeed({ baseUrl: server.url, ...usual, ...settings }, { pace: 0, ...limits });
}
