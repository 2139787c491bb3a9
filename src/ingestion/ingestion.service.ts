import { Injectable, Logger } from '@nestjs/common';
import { isAway } from '../common/sqlstate.js';
import { EventTagging } from '../events/event-tagging.service.js';
import { ExternalEventsService } from '../events/external-events.service.js';
import type { JobContext, JobResult } from '../jobs/job.js';
import { type Feed, FeedError } from './feed.js';
import { IngestionRuns, type RunEnd } from './ingestion-runs.service.js';
import { redaction } from './redaction.js';
import { Rejections } from './rejections.js';

/** Pulls a feed into the events: fetched and checked whole, then stored, then tagged (spec.md, "Ingestion rules"). */
@Injectable()
export class IngestionService {
  private readonly logger = new Logger(IngestionService.name);

  constructor(
    private readonly runs: IngestionRuns,
    private readonly events: ExternalEventsService,
    private readonly tagging: EventTagging,
  ) {}

  /** Runs one pull and records it. A fetch that fails touches no event; whatever stops it later, the next run finishes. */
  async pull(feed: Feed, context: JobContext): Promise<JobResult> {
    const run = await this.runs.begin(feed.source);
    const end: RunEnd = { outcome: 'SUCCEEDED', ...NOTHING, error: null, reasons: [] };
    try {
      if (feed.configured) await this.take(feed, end, context);
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

  private async take(feed: Feed, end: RunEnd, context: JobContext): Promise<void> {
    const { signal, progress } = context;
    progress?.('fetching', 0);
    const { batches, present, notes, ...counts } = await feed.parse(await feed.fetch(signal), signal);
    this.logger.debug({ source: feed.source, ...notes });
    Object.assign(end, counts);

    const rejections = new Rejections(counts.rejected, end.reasons);
    const tagging = this.tagging.enabled ? 'PENDING' : 'DONE';
    const total = counts.received - counts.ignored - counts.rejected;
    let done = 0;
    for await (const batch of batches) {
      signal.throwIfAborted();
      const { created, updated, unchanged, taken } = await this.events.store(batch, tagging);
      end.created += created;
      end.updated += updated;
      end.unchanged += unchanged;
      for (const id of taken) rejections.add(id, 'is the id of an event of another source');
      end.rejected = rejections.count;
      done += batch.length;
      progress?.('stored', done, total);
    }
    end.completed = await this.events.completeDisappeared(feed.source, new Set(present), signal);
    if (this.tagging.enabled) await this.tagging.tagNew(feed.source, context);
  }

  private explain(error: unknown, signal: AbortSignal): string {
    if (error instanceof FeedError) return error.message;
    if (signal.aborted) return `The run was broken off: ${(signal.reason as Error).message}.`;
    this.logger.error(error);
    return isAway(error) ? 'The database was away.' : 'An internal error; the log has it.';
  }
}

const NOTHING = { received: 0, created: 0, updated: 0, unchanged: 0, ignored: 0, rejected: 0, completed: 0 };
