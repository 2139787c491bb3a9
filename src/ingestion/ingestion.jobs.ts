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
import { inUtc, SCHEDULE } from '../schedule.js';
import { CampusFeed } from './campus.feed.js';
import { IngestionService } from './ingestion.service.js';
import { IngestionRuns } from './ingestion-runs.service.js';

const CAMPUS_SYNC = 'campus-sync';
/** Seconds after which the last success is too old for a start to let it be. */
const FRESH = 6 * 3600;
/** Milliseconds between two tries where the database is away at start. */
const RETRY_EVERY = 1_000;

@Injectable()
export class IngestionJobs implements OnModuleInit, OnApplicationBootstrap, OnModuleDestroy {
  private readonly logger = new Logger(IngestionJobs.name);
  private readonly stopping = new AbortController();

  constructor(
    private readonly jobs: JobsService,
    private readonly ingestion: IngestionService,
    private readonly runs: IngestionRuns,
    private readonly campus: CampusFeed,
    private readonly config: Config,
  ) {}

  onModuleInit(): void {
    this.jobs.register({
      name: CAMPUS_SYNC,
      schedule: SCHEDULE[CAMPUS_SYNC],
      run: (context) => this.ingestion.pull(this.campus, context),
    });
  }

  /** In the background: a slow feed delays no start. */
  onApplicationBootstrap(): void {
    if (this.config.SCHEDULER_ENABLED && this.campus.configured) void this.syncAtStart();
  }

  onModuleDestroy(): void {
    this.stopping.abort();
  }

  /** A feed that is not set is no matter of the schedule; only a run by hand records that it was skipped. */
  @Cron(SCHEDULE[CAMPUS_SYNC], inUtc(CAMPUS_SYNC))
  async campusSync(): Promise<void> {
    if (this.campus.configured) await this.jobs.tick(CAMPUS_SYNC);
  }

  /** Pulls the feed where its last success is over 6 hours old, as soon as the database is there. Never rejects. */
  private async syncAtStart(): Promise<void> {
    const { signal } = this.stopping;
    while (!signal.aborted) {
      try {
        const fresh = await this.runs.hasSucceededWithin(this.campus.source, FRESH);
        if (!fresh) await this.jobs.runUnlessRunning(CAMPUS_SYNC);
        return;
      } catch (error) {
        if (!isAway(error)) return this.logger.error(error);
        await sleep(RETRY_EVERY, undefined, { signal }).catch(() => {});
      }
    }
  }
}
