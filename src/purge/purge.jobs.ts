import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Cron } from '@nestjs/schedule';
import type { JobContext, JobResult } from '../jobs/job.js';
import { JobsService } from '../jobs/jobs.service.js';
import { inUtc, SCHEDULE } from '../schedule.js';
import { PurgeService } from './purge.service.js';

const PURGE = 'purge';

@Injectable()
export class PurgeJobs implements OnModuleInit {
  constructor(
    private readonly jobs: JobsService,
    private readonly service: PurgeService,
  ) {}

  onModuleInit(): void {
    this.jobs.register({ name: PURGE, schedule: SCHEDULE[PURGE], run: (context) => this.run(context) });
  }

  @Cron(SCHEDULE[PURGE], inUtc(PURGE))
  purge(): Promise<void> {
    return this.jobs.tick(PURGE);
  }

  private async run({ signal, progress }: JobContext): Promise<JobResult> {
    return { outcome: 'SUCCEEDED', ...(await this.service.purge(signal, progress)) };
  }
}
