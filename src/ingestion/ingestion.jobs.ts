import { setTimeout as sleep } from 'node:timers/promises';
import {
  Injectable,
  Logger,
  type OnApplicationBootstrap,
  type OnModuleDestroy,
  type Type,
} from '@nestjs/common';
import { Config } from '../common/config.js';
import { isAway } from '../common/sqlstate.js';
import { FEED_SOURCES, type FeedSource } from '../events/event.entity.js';
import type { Job, JobContext, JobResult } from '../jobs/job.js';
import { ScheduledJob } from '../jobs/scheduled-job.js';
import type { Feed } from './feed.js';
import { FEEDS } from './feeds.js';
import { IngestionService } from './ingestion.service.js';
import { IngestionRuns } from './ingestion-runs.service.js';

/** Seconds after which the last success is so old that a start of the service pulls the feed. */
const FRESH = 6 * 3600;
/** Milliseconds between two tries where the database is away at start. */
const RETRY_EVERY = 1_000;

/** The job that pulls a feed. */
function syncJobOf(source: FeedSource): Type<Job> {
  const { job, schedule, feed } = FEEDS[source];

  @Injectable()
  class SyncJob extends ScheduledJob(job, schedule) implements OnApplicationBootstrap, OnModuleDestroy {
    private readonly logger = new Logger(SyncJob.name);
    private readonly stopping = new AbortController();
    private readonly feed: Feed;

    constructor(
      private readonly ingestion: IngestionService,
      private readonly runs: IngestionRuns,
      private readonly config: Config,
    ) {
      super();
      this.feed = feed(config);
    }

    /** The schedule ignores a feed that is not set. A run by hand records that it was skipped. */
    override get isScheduled(): boolean {
      return this.feed.configured;
    }

    run(context: JobContext): Promise<JobResult> {
      return this.ingestion.pull(this.feed, context);
    }

    giveUp(error: string): Promise<void> {
      return this.runs.giveUp(source, error);
    }

    /** In the background: a slow feed does not delay the start. */
    onApplicationBootstrap(): void {
      if (this.config.SCHEDULER_ENABLED && this.isScheduled) void this.runAtStart();
    }

    onModuleDestroy(): void {
      this.stopping.abort();
    }

    /** Pulls the feed if its last success is over 6 hours old, as soon as the database is there. Never rejects. */
    private async runAtStart(): Promise<void> {
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
  return SyncJob;
}

/** The jobs of all feeds. */
export const SYNC_JOBS = FEED_SOURCES.map(syncJobOf);
