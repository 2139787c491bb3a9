import { setTimeout as sleep } from 'node:timers/promises';
import {
  Injectable,
  Logger,
  type OnApplicationBootstrap,
  type OnModuleDestroy,
  type OnModuleInit,
} from '@nestjs/common';
import { Cron } from '@nestjs/schedule';
import { Config } from '../common/config.js';
import { isAway } from '../common/sqlstate.js';
import { JobsService } from '../jobs/jobs.service.js';
import { cronOptions, SCHEDULE } from '../jobs/schedule.js';
import { CampusFeed } from './campus/campus.feed.js';
import type { Feed } from './feed.js';
import { IngestionService } from './ingestion.service.js';
import { IngestionRuns } from './ingestion-runs.service.js';
import { TicketingFeed } from './ticketing/ticketing.feed.js';

/** Seconds after which the last success is so old that a start of the service pulls the feed. */
const FRESH = 6 * 3600;
/** Milliseconds between two tries where the database is away at start. */
const RETRY_EVERY = 1_000;

/** Pulls the feeds by the schedule, and at the start of the service. The schedule ignores a feed that is not set. */
@Injectable()
export class IngestionJobs implements OnModuleInit, OnApplicationBootstrap, OnModuleDestroy {
  private readonly logger = new Logger('Ingestion');
  private readonly stopping = new AbortController();
  private readonly campus: Feed;
  private readonly ticketing: Feed;

  constructor(
    private readonly jobs: JobsService,
    private readonly ingestion: IngestionService,
    private readonly runs: IngestionRuns,
    private readonly config: Config,
  ) {
    this.campus = CampusFeed.from(config);
    this.ticketing = TicketingFeed.from(config);
  }

  onModuleInit(): void {
    for (const feed of [this.campus, this.ticketing])
      this.jobs.register(feed.job, (context) => this.ingestion.pull(feed, context));
  }

  /** In the background: a slow feed does not delay the start. */
  onApplicationBootstrap(): void {
    if (!this.config.SCHEDULER_ENABLED) return;
    for (const feed of [this.campus, this.ticketing]) if (feed.configured) void this.pullAtStart(feed);
  }

  onModuleDestroy(): void {
    this.stopping.abort();
  }

  @Cron(SCHEDULE['campus-sync'], cronOptions('campus-sync'))
  async onCampusTick(): Promise<void> {
    if (this.campus.configured) await this.jobs.tick('campus-sync');
  }

  @Cron(SCHEDULE['ticket-sync'], cronOptions('ticket-sync'))
  async onTicketingTick(): Promise<void> {
    if (this.ticketing.configured) await this.jobs.tick('ticket-sync');
  }

  /** Pulls a feed whose last success is over 6 hours old, as soon as the database is there. Never rejects. */
  private async pullAtStart({ source, job }: Feed): Promise<void> {
    const { signal } = this.stopping;
    while (!signal.aborted) {
      try {
        if (!(await this.runs.hasSucceededWithin(source, FRESH))) await this.jobs.runAtStart(job);
        return;
      } catch (error) {
        if (!isAway(error)) return this.logger.error(error);
        await sleep(RETRY_EVERY, undefined, { signal }).catch(() => {});
      }
    }
  }
}
