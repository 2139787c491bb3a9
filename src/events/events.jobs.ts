import { Injectable } from '@nestjs/common';
import type { JobContext, JobResult } from '../jobs/job.js';
import { ScheduledJob } from '../jobs/scheduled-job.js';
import { CompletionService } from './completion.service.js';
import { EventTagging, sayUntagged } from './event-tagging.service.js';

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
    if (untagged > 0 && tagged === 0)
      return { outcome: 'FAILED', tagged, untagged, error: 'The tagger failed on every event.' };
    return { outcome: 'SUCCEEDED', tagged, untagged, error: sayUntagged(counts) };
  }
}
