import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Cron } from '@nestjs/schedule';
import type { JobContext, JobResult } from '../jobs/job.js';
import { JobsService } from '../jobs/jobs.service.js';
import { inUtc, SCHEDULE } from '../schedule.js';
import { CompletionService } from './completion.service.js';
import { EventTagging, sayUntagged } from './event-tagging.service.js';

const AUTO_COMPLETION = 'auto-completion';
const RETAG = 'retag';
const IN_VAIN = 'The tagger failed on every event.';

@Injectable()
export class EventsJobs implements OnModuleInit {
  constructor(
    private readonly jobs: JobsService,
    private readonly completion: CompletionService,
    private readonly tagging: EventTagging,
  ) {}

  onModuleInit(): void {
    this.jobs.register({
      name: AUTO_COMPLETION,
      schedule: SCHEDULE[AUTO_COMPLETION],
      run: (context) => this.completeEnded(context),
    });
    this.jobs.register({ name: RETAG, schedule: SCHEDULE[RETAG], run: (context) => this.retag(context) });
  }

  @Cron(SCHEDULE[AUTO_COMPLETION], inUtc(AUTO_COMPLETION))
  autoCompletion(): Promise<void> {
    return this.jobs.tick(AUTO_COMPLETION);
  }

  @Cron(SCHEDULE[RETAG], inUtc(RETAG))
  async retagYoung(): Promise<void> {
    if (this.tagging.enabled) await this.jobs.tick(RETAG);
  }

  private async completeEnded({ signal, progress }: JobContext): Promise<JobResult> {
    const completed = await this.completion.completeEnded(signal, (count) => progress?.('completed', count));
    return { outcome: 'SUCCEEDED', completed };
  }

  private async retag(context: JobContext): Promise<JobResult> {
    if (!this.tagging.enabled) return { outcome: 'SKIPPED', error: 'TAGGER is off.' };
    const counts = await this.tagging.retag(context);
    const { tagged } = counts;
    const untagged = counts.failed + counts.unasked;
    if (untagged > 0 && tagged === 0) return { outcome: 'FAILED', tagged, untagged, error: IN_VAIN };
    return { outcome: 'SUCCEEDED', tagged, untagged, error: sayUntagged(counts) };
  }
}
