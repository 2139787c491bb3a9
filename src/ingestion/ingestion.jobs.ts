import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { Cron } from '@nestjs/schedule';
import { Config } from '../common/config.js';
import { Job, JobsService } from '../jobs/jobs.service.js';
import { inUtc, type JobContext, type JobName, type JobResult, SCHEDULE } from '../jobs/schedule.js';
import { campusFeed } from './campus/campus.feed.js';
import type { Feed } from './feed.js';
import { IngestionService } from './ingestion.service.js';
import { ticketingFeed } from './ticketing/ticketing.feed.js';

/** The feeds by the jobs that pull them. */
const FEEDS = { 'campus-sync': campusFeed, 'ticket-sync': ticketingFeed };
const JOBS = Object.keys(FEEDS) as (keyof typeof FEEDS)[];

/** Pulls the configured feeds on schedule and when the service starts. */
@Injectable()
export class IngestionJobs implements OnApplicationBootstrap {
  private readonly feeds: Map<JobName, Feed>;
  private readonly configured: [JobName, Feed][];

  constructor(
    private readonly jobs: JobsService,
    private readonly ingestion: IngestionService,
    private readonly config: Config,
  ) {
    this.feeds = new Map(JOBS.map((job) => [job, FEEDS[job](config)]));
    this.configured = [...this.feeds].filter(([, { configured }]) => configured);
  }

  /** Runs in the background, so that a slow feed does not delay the start. */
  onApplicationBootstrap(): void {
    if (!this.config.SCHEDULER_ENABLED) return;
    for (const [job, { source }] of this.configured)
      void this.jobs.runAtStart(job, async () => !(await this.ingestion.isFresh(source)));
  }

  @Cron(SCHEDULE['campus-sync'], inUtc('feeds'))
  async onTick(): Promise<void> {
    await Promise.all(this.configured.map(([job]) => this.jobs.tick(job)));
  }

  @Job(JOBS)
  pull(context: JobContext, job: JobName): Promise<JobResult> {
    return this.ingestion.pull(this.feeds.get(job)!, context);
  }
}
