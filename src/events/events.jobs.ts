import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Cron } from '@nestjs/schedule';
import type { JobContext, JobResult } from '../jobs/job.js';
import { JobsService } from '../jobs/jobs.service.js';
import { inUtc, SCHEDULE } from '../schedule.js';
import { CompletionService } from './completion.service.js';

const AUTO_COMPLETION = 'auto-completion';

@Injectable()
export class EventsJobs implements OnModuleInit {
  constructor(
    private readonly jobs: JobsService,
    private readonly completion: CompletionService,
  ) {}

  onModuleInit(): void {
    this.jobs.register({
      name: AUTO_COMPLETION,
      schedule: SCHEDULE[AUTO_COMPLETION],
      run: (context) => this.completeEnded(context),
    });
  }

  @Cron(SCHEDULE[AUTO_COMPLETION], inUtc(AUTO_COMPLETION))
  autoCompletion(): Promise<void> {
    return this.jobs.tick(AUTO_COMPLETION);
  }

  private async completeEnded({ signal, progress }: JobContext): Promise<JobResult> {
    const completed = await this.completion.completeEnded(signal, (count) => progress?.('completed', count));
    return { outcome: 'SUCCEEDED', completed };
  }
}
