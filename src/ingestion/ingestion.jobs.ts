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
import type { JobContext } from '../jobs/job.js';
import { JobsService } from '../jobs/jobs.service.js';
import { inUtc, SCHEDULE } from '../schedule.js';
import { CampusFeed } from './campus.feed.js';
import type { Feed } from './feed.js';
import { IngestionService } from './ingestion.service.js';
import { IngestionRuns } from './ingestion-runs.service.js';
import { TicketingFeed } from './ticketing.feed.js';

const CAMPUS_SYNC = 'campus-sync';
const TICKET_SYNC = 'ticket-sync';
const SYNC_JOBS = [CAMPUS_SYNC, TICKET_SYNC] as const;
type SyncJob = (typeof SYNC_JOBS)[number];

/** Seconds after which the last success is so old that a start of the service pulls the feed. */
const FRESH = 6 * 3600;
/** Milliseconds between two tries where the database is away at start. */
const RETRY_EVERY = 1_000;

@Injectable()
export class IngestionJobs implements OnModuleInit, OnApplicationBootstrap, OnModuleDestroy {
  private readonly logger = new Logger(IngestionJobs.name);
  private readonly stopping = new AbortController();
  private readonly feeds: Record<SyncJob, Feed>;

  constructor(
    private readonly jobs: JobsService,
    private readonly ingestion: IngestionService,
    private readonly runs: IngestionRuns,
    private readonly config: Config,
    campus: CampusFeed,
    ticketing: TicketingFeed,
  ) {
    this.feeds = { [CAMPUS_SYNC]: campus, [TICKET_SYNC]: ticketing };
  }

  onModuleInit(): void {
    for (const name of SYNC_JOBS) {
      const run = (context: JobContext) => this.ingestion.pull(this.feeds[name], context);
      const giveUp = (error: string) => this.runs.giveUp(this.feeds[name].source, error);
      this.jobs.register({ name, schedule: SCHEDULE[name], run, giveUp });
    }
  }

  /** In the background: a slow feed does not delay the start. */
  onApplicationBootstrap(): void {
    if (!this.config.SCHEDULER_ENABLED) return;
    for (const name of SYNC_JOBS) if (this.feeds[name].configured) void this.syncAtStart(name);
  }

  onModuleDestroy(): void {
    this.stopping.abort();
  }

  @Cron(SCHEDULE[CAMPUS_SYNC], inUtc(CAMPUS_SYNC))
  campusSync(): Promise<void> {
    return this.sync(CAMPUS_SYNC);
  }

  @Cron(SCHEDULE[TICKET_SYNC], inUtc(TICKET_SYNC))
  ticketSync(): Promise<void> {
    return this.sync(TICKET_SYNC);
  }

  /** The schedule ignores a feed that is not set. Only a run by hand records that it was skipped. */
  private async sync(name: SyncJob): Promise<void> {
    if (this.feeds[name].configured) await this.jobs.tick(name);
  }

  /** Pulls the feed if its last success is over 6 hours old, as soon as the database is there. Never rejects. */
  private async syncAtStart(name: SyncJob): Promise<void> {
    const { signal } = this.stopping;
    while (!signal.aborted) {
      try {
        const fresh = await this.runs.hasSucceededWithin(this.feeds[name].source, FRESH);
        if (!fresh) await this.jobs.runAtStart(name);
        return;
      } catch (error) {
        if (!isAway(error)) return this.logger.error(error);
        await sleep(RETRY_EVERY, undefined, { signal }).catch(() => {});
      }
    }
  }
}
