import { Module } from '@nestjs/common';
import { Config } from '../common/config.js';
import { EventsModule } from '../events/events.module.js';
import { JobsModule } from '../jobs/jobs.module.js';
import { TaggingModule } from '../tagging/tagging.module.js';
import { CampusFeed } from './campus.feed.js';
import { IngestionController } from './ingestion.controller.js';
import { IngestionJobs } from './ingestion.jobs.js';
import { IngestionService } from './ingestion.service.js';
import { IngestionRuns } from './ingestion-runs.service.js';

const campusFeed = {
  provide: CampusFeed,
  inject: [Config],
  useFactory: ({ CAMPUS_FEED_URL, FEED_MAX_MB }: Config) =>
    new CampusFeed(CAMPUS_FEED_URL, FEED_MAX_MB * 2 ** 20),
};

@Module({
  imports: [EventsModule, TaggingModule, JobsModule],
  controllers: [IngestionController],
  providers: [campusFeed, IngestionRuns, IngestionService, IngestionJobs],
})
export class IngestionModule {}
