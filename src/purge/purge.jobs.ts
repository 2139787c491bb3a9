import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Cron } from '@nestjs/schedule';
import { JobsService } from '../jobs/jobs.service.js';
import { inUtc, type JobContext, type JobResult, SCHEDULE } from '../jobs/schedule.js';
import { PurgeService } from './purge.service.js';

@Injectable()
export class PurgeJob implements OnModuleInit {
  constructor(
    private readonly service: PurgeService,
    private readonly jobs: JobsService,
  ) {}

  onModuleInit(): void {
    this.jobs.register('purge', (context) => this.purge(context));
  }

  @Cron(SCHEDULE.purge, inUtc('purge'))
  onNight(): Promise<void> {
    return this.jobs.tick('purge');
  }

  private async purge({ signal, progress }: JobContext): Promise<JobResult> {
    return { outcome: 'SUCCEEDED', ...(await this.service.purge(signal, progress)) };
  }
}
