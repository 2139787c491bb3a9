import { Module } from '@nestjs/common';
import { Config } from '../common/config.js';
import { EventsModule } from '../events/events.module.js';
import { JobsModule } from '../jobs/jobs.module.js';
import { CampusFeed } from './campus.feed.js';
import { IngestionController } from './ingestion.controller.js';
import { IngestionJobs } from './ingestion.jobs.js';
import { IngestionService } from './ingestion.service.js';
import { IngestionRuns } from './ingestion-runs.service.js';
import { TicketingFeed } from './ticketing.feed.js';

const campusFeed = {
  provide: CampusFeed,
  inject: [Config],
  useFactory: ({ CAMPUS_FEED_URL, FEED_MAX_MB }: Config) =>
    new CampusFeed(CAMPUS_FEED_URL, FEED_MAX_MB * 2 ** 20),
};

const ticketingFeed = {
  provide: TicketingFeed,
  inject: [Config],
  useFactory: (config: Config) =>
    new TicketingFeed({
      baseUrl: config.TICKET_FEED_URL,
      key: config.TICKET_FEED_API_KEY,
      query: config.TICKET_FEED_QUERY,
      assumedHours: config.TICKET_FEED_ASSUMED_HOURS ?? undefined,
      maxBytes: config.FEED_MAX_MB * 2 ** 20,
    }),
};

@Module({
  imports: [EventsModule, JobsModule],
  controllers: [IngestionController],
  providers: [campusFeed, ticketingFeed, IngestionRuns, IngestionService, IngestionJobs],
})
export class IngestionModule {}
