import { Injectable, Logger } from '@nestjs/common';
import { isAway } from '../common/sqlstate.js';
import { CompletionService } from '../events/completion.service.js';
import { describeUntagged, EventTagging } from '../events/event-tagging.service.js';
import { type ExternalEvent, ExternalEventsService } from '../events/external-events.service.js';
import type { JobContext, JobResult } from '../jobs/job.js';
import { redaction } from './download/redaction.js';
import type { Feed } from './feed.js';
import { FeedError } from './feed-error.js';
import type { IngestionRunEntity } from './ingestion-run.entity.js';
import { IngestionRuns } from './ingestion-runs.service.js';
import type { Entries } from './reading/entries.js';

/** Events that are compared, tagged and stored together: so few that no statement takes long. */
const BATCH = 100;

/** Pulls a feed into the events: fetched and checked whole, then tagged and stored (rules.md, "Feeds"). */
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
    const end = (outcome: JobResult['outcome'], error: string | null) =>
      Object.assign(run, { outcome, error });
    try {
      if (feed.configured) end('SUCCEEDED', await this.ingest(feed, run, context));
      else end('SKIPPED', `${feed.variable} is not set.`);
    } catch (error) {
      end('FAILED', this.explain(error, context.signal));
    }
    const redact = redaction(feed.secret);
    Object.assign(run, { error: run.error && redact(run.error), reasons: run.reasons.map(redact) });
    await this.runs.end(run);
    const { id, source, startedAt, finishedAt, reasons, ...result } = run;
    return { ...result, outcome: run.outcome! };
  }

  /** @returns what is left undone; null where nothing is */
  private async ingest(feed: Feed, run: IngestionRunEntity, context: JobContext): Promise<string | null> {
    const { signal, progress } = context;
    progress?.('fetching', 0);
    const answer = await feed.fetch(signal);
    const { received, rejected, reasons, events } = answer;
    this.logger.debug({ source: run.source, labels: Object.fromEntries(answer.labels) });
    Object.assign(run, { received, rejected, reasons, ignored: received - rejected - events.length });
    for (let done = 0; done < events.length; done += BATCH) {
      signal.throwIfAborted();
      await this.take(events.slice(done, done + BATCH), answer, run, signal);
      progress?.('stored', Math.min(done + BATCH, events.length), events.length);
    }
    const isPresent = (externalId: string) => answer.has(externalId);
    run.completed = await this.completion.completeEnded({ signal }, { source: run.source, isPresent });
    return describeUntagged(run); // a run does not fail because events stay untagged
  }

  /** Stores those of the events that are new or have changed. */
  private async take(batch: ExternalEvent[], answer: Entries, run: IngestionRunEntity, signal: AbortSignal) {
    const { added, changed, taken } = await this.events.compare(batch);
    for (const { externalId } of taken) answer.explain(externalId, 'is the id of an event of another source');
    const { events, counts } = await this.tagging.tagNew(added, signal);
    const { created, updated } = await this.events.store(events, changed);
    run.rejected += taken.length;
    run.created += created;
    run.updated += updated;
    run.unchanged += batch.length - taken.length - created - updated;
    run.tagged += counts.tagged;
    run.untagged += counts.untagged;
  }

  private explain(error: unknown, signal: AbortSignal): string {
    if (error instanceof FeedError) return error.message;
    if (signal.aborted) return `The run was stopped: ${(signal.reason as Error).message}.`;
    this.logger.error(error);
    return isAway(error) ? 'The database was away.' : 'An internal error; the log has it.';
  }
}
