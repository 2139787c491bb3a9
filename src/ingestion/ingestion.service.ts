import { Injectable, Logger } from '@nestjs/common';
import { isAway } from '../common/sqlstate.js';
import type { FeedSource } from '../events/event.entity.js';
import { describeUntagged, EventTagging } from '../events/event-tagging.service.js';
import { ExternalEventsService } from '../events/external-events.service.js';
import type { JobContext, JobResult } from '../jobs/job.js';
import { redaction } from './download/redaction.js';
import type { Feed } from './feed.js';
import { FeedError } from './feed-error.js';
import { IngestionRuns, type RunEnd } from './ingestion-runs.service.js';
import { ReadingThread } from './reading/reading-thread.js';
import { Rejections } from './reading/rejections.js';

/** Events that are compared together. */
const PART = 2_000;
/** Events that are stored together: so few that no request waits for long while a batch is handed over. */
const BATCH = 100;

/** Pulls a feed into the events: fetched and checked whole, then stored, then tagged (decisions.md, "Feeds"). */
@Injectable()
export class IngestionService {
  private readonly logger = new Logger(IngestionService.name);

  constructor(
    private readonly runs: IngestionRuns,
    private readonly events: ExternalEventsService,
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

  private async ingest(feed: Feed, end: RunEnd, context: JobContext): Promise<void> {
    const { signal, progress } = context;
    progress?.('fetching', 0);
    const thread = new ReadingThread(feed, signal);
    try {
      await feed.fetch(thread, signal);
      const differing = await this.compare(feed.source, thread, end, signal);
      await this.store(thread, differing, end, context);
      const absent = (ids: string[]) => thread.absent(ids);
      end.completed = await this.events.completeDisappeared(feed.source, absent, signal);
    } finally {
      thread.close();
    }
    if (this.tagging.enabled) await this.tag(feed.source, end, context);
  }

  /** A run does not fail because events stay untagged; its result says so. */
  private async tag(source: FeedSource, end: RunEnd, context: JobContext): Promise<void> {
    const counts = await this.tagging.tagNew(source, context);
    end.tagged = counts.tagged;
    end.untagged = counts.failed + counts.unasked;
    end.error = describeUntagged(counts);
  }

  /** Finds the positions of the events that are not stored as they are in the answer. */
  private async compare(
    source: FeedSource,
    thread: ReadingThread<unknown>,
    end: RunEnd,
    signal: AbortSignal,
  ): Promise<number[]> {
    const { events, notes, ...counts } = await thread.summary();
    this.logger.debug({ source, ...notes });
    Object.assign(end, counts);
    const rejections = new Rejections(end.rejected, end.reasons);
    const differing: number[] = [];
    for (let from = 0; from < events; from += PART) {
      signal.throwIfAborted();
      const part = await thread.index(from, from + PART);
      const found = await this.events.compare(source, part);
      for (const position of found.differing) differing.push(from + position);
      for (const position of found.taken)
        rejections.add(part.externalIds[position]!, 'is the id of an event of another source');
    }
    end.unchanged = events - differing.length - (rejections.count - end.rejected);
    end.rejected = rejections.count;
    return differing;
  }

  private async store(
    thread: ReadingThread<unknown>,
    positions: number[],
    end: RunEnd,
    { signal, progress }: JobContext,
  ): Promise<void> {
    const tagging = this.tagging.enabled ? 'PENDING' : 'DONE';
    const total = end.received - end.ignored - end.rejected;
    progress?.('stored', end.unchanged, total);
    for (let done = 0; done < positions.length; done += BATCH) {
      signal.throwIfAborted();
      const batch = await thread.events(positions.slice(done, done + BATCH));
      const { created, updated, unchanged } = await this.events.store(batch, tagging);
      end.created += created;
      end.updated += updated;
      end.unchanged += unchanged;
      progress?.('stored', end.created + end.updated + end.unchanged, total);
    }
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
