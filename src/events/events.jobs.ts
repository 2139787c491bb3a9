import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Cron } from '@nestjs/schedule';
import { JobsService } from '../jobs/jobs.service.js';
import { inUtc, type JobContext, type JobResult, SCHEDULE } from '../jobs/schedule.js';
import { CompletionService } from './completion.service.js';
import { describeUntagged, EventTagging } from './event-tagging.service.js';

@Injectable()
export class EventJobs implements OnModuleInit {
  constructor(
    private readonly completion: CompletionService,
    private readonly tagging: EventTagging,
    private readonly jobs: JobsService,
  ) {}

  onModuleInit(): void {
    this.jobs.register('auto-completion', (context) => this.complete(context));
    this.jobs.register('retag', (context) => this.retag(context));
  }

  @Cron(SCHEDULE['auto-completion'], inUtc('auto-completion'))
  onQuarter(): Promise<void> {
    return this.jobs.tick('auto-completion');
  }

  /** Marks events that have ended as COMPLETED. */
  private async complete(context: JobContext): Promise<JobResult> {
    return { outcome: 'SUCCEEDED', completed: await this.completion.completeEnded(context) };
  }

  /** Tags what was stored without tags. */
  private async retag(context: JobContext): Promise<JobResult> {
    if (!this.tagging.enabled) return { outcome: 'SKIPPED', error: 'TAGGER is off.' };
    const counts = await this.tagging.retag(context);
    if (counts.untagged > 0 && counts.tagged === 0)
      return { outcome: 'FAILED', ...counts, error: 'The tagger failed on every event.' };
    return { outcome: 'SUCCEEDED', ...counts, error: describeUntagged(counts) };
  }
}
