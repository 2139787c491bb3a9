import { Injectable } from '@nestjs/common';
import type { JobContext, JobResult } from '../jobs/job.js';
import { ScheduledJob } from '../jobs/scheduled-job.js';
import { PurgeService } from './purge.service.js';

@Injectable()
export class PurgeJob extends ScheduledJob('purge', '30 3 * * *') {
  constructor(private readonly service: PurgeService) {
    super();
  }

  async run({ signal, progress }: JobContext): Promise<JobResult> {
    return { outcome: 'SUCCEEDED', ...(await this.service.purge(signal, progress)) };
  }
}
