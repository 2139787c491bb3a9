import { Injectable } from '@nestjs/common';
import type { JobContext, JobResult } from '../jobs/job.js';
import { ScheduledJob } from '../jobs/scheduled-job.js';
import { CompletionService } from './completion.service.js';
import { describeUntagged, EventTagging } from './event-tagging.service.js';

const ALL_FAILED = 'The tagger failed on every event.';

/** Marks events that have ended as COMPLETED. */
@Injectable()
export class AutoCompletionJob extends ScheduledJob('auto-completion', '*/15 * * * *') {
  constructor(private readonly completion: CompletionService) {
    super();
  }

  async run({ signal, progress }: JobContext): Promise<JobResult> {
    const completed = await this.completion.completeEnded(signal, (count) => progress?.('completed', count));
    return { outcome: 'SUCCEEDED', completed };
  }
}

/** Tags what the tagger could not be asked about, and by hand also what it failed on. */
@Injectable()
export class RetagJob extends ScheduledJob('retag', '*/30 * * * *') {
  constructor(private readonly tagging: EventTagging) {
    super();
  }

  override get isScheduled(): boolean {
    return this.tagging.enabled;
  }

  async run(context: JobContext): Promise<JobResult> {
    if (!this.tagging.enabled) return { outcome: 'SKIPPED', error: 'TAGGER is off.' };
    const counts = await this.tagging.retag(context);
    const { tagged } = counts;
    const untagged = counts.failed + counts.unasked;
    if (untagged > 0 && tagged === 0) return { outcome: 'FAILED', tagged, untagged, error: ALL_FAILED };
    return { outcome: 'SUCCEEDED', tagged, untagged, error: describeUntagged(counts) };
  }
}
