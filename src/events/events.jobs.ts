import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Cron } from '@nestjs/schedule';
import type { JobContext, JobResult } from '../jobs/job.js';
import { JobsService } from '../jobs/jobs.service.js';
import { cronOptions, SCHEDULE } from '../jobs/schedule.js';
import { CompletionService } from './completion.service.js';
import { describeUntagged, EventTagging } from './event-tagging.service.js';

const ALL_FAILED = 'The tagger failed on every event.';

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

  @Cron(SCHEDULE['auto-completion'], cronOptions('auto-completion'))
  onQuarter(): Promise<void> {
    return this.jobs.tick('auto-completion');
  }

  /** Marks events that have ended as COMPLETED. */
  private async complete({ signal, progress }: JobContext): Promise<JobResult> {
    const completed = await this.completion.completeEnded(signal, (count) => progress?.('completed', count));
    return { outcome: 'SUCCEEDED', completed };
  }

  /** Tags what the tagger could not be asked about, and what it failed on. */
  private async retag(context: JobContext): Promise<JobResult> {
    if (!this.tagging.enabled) return { outcome: 'SKIPPED', error: 'TAGGER is off.' };
    const counts = await this.tagging.retag(context);
    const { tagged } = counts;
    const untagged = counts.failed + counts.unasked;
    if (untagged > 0 && tagged === 0) return { outcome: 'FAILED', tagged, untagged, error: ALL_FAILED };
    return { outcome: 'SUCCEEDED', tagged, untagged, error: describeUntagged(counts) };
  }
}
