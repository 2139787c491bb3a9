import { Injectable, Logger } from '@nestjs/common';
import { isAway } from '../common/sqlstate.js';
import { CompletionService } from '../events/completion.service.js';
import { describeUntagged, EventTagging } from '../events/event-tagging.service.js';
import { type ExternalEvent, ExternalEventsService } from '../events/external-events.service.js';
import type { JobContext, JobResult } from '../jobs/job.js';
import { redaction } from './download/redaction.js';
import { type Feed, FeedError } from './feed.js';
import { IngestionRuns, type RunEnd } from './ingestion-runs.service.js';
import type { Entries } from './reading/entries.js';

/** Events that are compared, tagged and stored together: so few that no statement takes long. */
const BATCH = 100;

/** Pulls a feed into the events: fetched and checked whole, then tagged and stored (decisions.md, "Feeds"). */
@Injectable()
export class IngestionService {
  private readonly logger = new Logger(IngestionService.name);

  constructor(
    private readonly runs: IngestionRuns,
    private readonly events: ExternalEventsService,
    private readonly completion: CompletionService,
    private readonly tagging: EventTagging,
  ) {}

  /** Runs one pull and records it. A failed fetch changes no event. What is interrupted later, the next run finishes. */
  async pull(feed: Feed, context: JobContext): Promise<JobResult> {
    const run = await this.runs.begin(feed.source);
    const end: RunEnd = { outcome: 'SUCCEEDED', ...NOTHING, error: null, reasons: [] };
    try {
      if (feed.configured) await this.ingest(feed, end, context);
      else Object.assign(end, { outcome: 'SKIPPED', error: `${feed.variable} is not set.` });
    } catch (error) {
      Object.assign(end, { outcome: 'FAILED', error: this.explain(error, context.signal) });
    }
    const redact = redaction(feed.secret);
    Object.assign(end, { error: end.error && redact(end.error), reasons: end.reasons.map(redact) });
    await this.runs.end(run, end);
    const { reasons, ...result } = end;
    return result;
  }

  private async ingest(feed: Feed, end: RunEnd, { signal, progress }: JobContext): Promise<void> {
    progress?.('fetching', 0);
    const answer = await feed.fetch(signal);
    const { source } = feed;
    const { received, rejected, reasons, events } = answer;
    this.logger.debug({ source, ...Object.fromEntries(answer.notes) });
    Object.assign(end, { received, rejected, reasons, ignored: received - rejected - events.length });
    for (let done = 0; done < events.length; done += BATCH) {
      signal.throwIfAborted();
      await this.take(events.slice(done, done + BATCH), answer, end, signal);
      progress?.('stored', Math.min(done + BATCH, events.length), events.length);
    }
    const isPresent = (externalId: string) => answer.has(externalId);
    end.completed = await this.completion.completeEnded({ signal }, { source, isPresent });
    end.error = describeUntagged(end); // a run does not fail because events stay untagged
  }

  /** Stores those of the events that are new or have changed. */
  private async take(
    batch: ExternalEvent[],
    answer: Entries,
    end: RunEnd,
    signal: AbortSignal,
  ): Promise<void> {
    const { added, changed, taken } = await this.events.compare(batch);
    for (const { externalId } of taken) answer.explain(externalId, 'is the id of an event of another source');
    const { events, counts } = await this.tagging.tagNew(added, signal);
    const { created, updated } = await this.events.store(events, changed);
    end.rejected += taken.length;
    end.created += created;
    end.updated += updated;
    end.unchanged += batch.length - taken.length - created - updated;
    end.tagged += counts.tagged;
    end.untagged += counts.untagged;
  }

  private explain(error: unknown, signal: AbortSignal): string {
    if (error instanceof FeedError) return error.message;
    if (signal.aborted) return `The run was stopped: ${(signal.reason as Error).message}.`;
    this.logger.error(error);
    return isAway(error) ? 'The database was away.' : 'An internal error; the log has it.';
  }
}

const NOTHING = {
  ...{ received: 0, created: 0, updated: 0, unchanged: 0, ignored: 0, rejected: 0, completed: 0 },
  ...{ tagged: 0, untagged: 0 },
};
