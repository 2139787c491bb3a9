import { Injectable, type OnApplicationBootstrap, type OnModuleInit } from '@nestjs/common';
import { Cron } from '@nestjs/schedule';
import { Config } from '../common/config.js';
import { JobsService } from '../jobs/jobs.service.js';
import { inUtc, SYNC_SCHEDULE } from '../jobs/schedule.js';
import { CampusFeed } from './campus/campus.feed.js';
import type { Feed } from './feed.js';
import { IngestionService } from './ingestion.service.js';
import { TicketingFeed } from './ticketing/ticketing.feed.js';

/** Pulls the configured feeds on schedule and when the service starts. */
@Injectable()
export class IngestionJobs implements OnModuleInit, OnApplicationBootstrap {
  private readonly feeds: Feed[];
  private readonly configured: Feed[];

  constructor(
    private readonly jobs: JobsService,
    private readonly ingestion: IngestionService,
    private readonly config: Config,
  ) {
    this.feeds = [new CampusFeed(config), new TicketingFeed(config)];
    this.configured = this.feeds.filter(({ configured }) => configured);
  }

  onModuleInit(): void {
    for (const feed of this.feeds)
      this.jobs.register(feed.job, (context) => this.ingestion.pull(feed, context));
  }

  /** Runs in the background, so that a slow feed does not delay the start. */
  onApplicationBootstrap(): void {
    if (!this.config.SCHEDULER_ENABLED) return;
    for (const { job, source } of this.configured)
      void this.jobs.runAtStart(job, async () => !(await this.ingestion.isFresh(source)));
  }

  @Cron(SYNC_SCHEDULE, inUtc('feeds'))
  async onTick(): Promise<void> {
    await Promise.all(this.configured.map(({ job }) => this.jobs.tick(job)));
  }
}
