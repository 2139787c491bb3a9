import { Injectable, Logger } from '@nestjs/common';
import { isAway } from '../common/sqlstate.js';
import { describeUntagged, EventTagging } from '../events/event-tagging.service.js';
import { ExternalEventsService } from '../events/external-events.service.js';
import type { JobContext, JobResult } from '../jobs/job.js';
import type { Feed } from './feed.js';
import { FeedError } from './feed-error.js';
import type { FeedSource } from './ingestion-run.entity.js';
import { IngestionRuns, type RunEnd } from './ingestion-runs.service.js';
import { ReadingThread } from './reading-thread.js';
import { redaction } from './redaction.js';
import { Rejections } from './rejections.js';

/** Events that are stored together. */
const BATCH = 500;

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
    const thread = new ReadingThread(feed.format, signal);
    const unread = new AbortController(); // ends the fetch when its answer cannot be read or compared
    try {
      const [differing] = await Promise.all([
        this.compare(feed.source, thread, end),
        feed.fetch(thread, AbortSignal.any([signal, unread.signal])),
      ]);
      await this.store(thread, differing, end, context);
      const absent = (ids: string[]) => thread.absent(ids);
      end.completed = await this.events.completeDisappeared(feed.source, absent, signal);
    } finally {
      unread.abort();
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

  /** Compares the answer with what is stored while it arrives, and finds the places of the events to store. */
  private async compare(source: FeedSource, thread: ReadingThread, end: RunEnd): Promise<number[]> {
    let differing: number[] = [];
    const taken = new Map<number, string>();
    for await (const { from, ...told } of thread.index) {
      if (from === 0) {
        differing = [];
        taken.clear();
      }
      if (told.externalIds.length === 0) continue;
      const found = await this.events.compare(source, told);
      for (const place of found.differing) differing.push(from + place);
      for (const place of found.taken) taken.set(from + place, told.externalIds[place]!);
    }
    const { superseded, notes, ...counts } = thread.head;
    this.logger.debug({ source, ...notes });
    Object.assign(end, counts);
    const without = new Set(superseded);
    const rejections = new Rejections(end.rejected, end.reasons);
    for (const [place, id] of taken)
      if (!without.has(place)) rejections.add(id, 'is the id of an event of another source');
    end.rejected = rejections.count;
    const wanted = differing.filter((place) => !without.has(place));
    end.unchanged = end.received - end.ignored - end.rejected - wanted.length;
    return wanted;
  }

  private async store(
    thread: ReadingThread,
    places: number[],
    end: RunEnd,
    { signal, progress }: JobContext,
  ): Promise<void> {
    const tagging = this.tagging.enabled ? 'PENDING' : 'DONE';
    const total = end.received - end.ignored - end.rejected;
    progress?.('stored', end.unchanged, total);
    for (let done = 0; done < places.length; done += BATCH) {
      signal.throwIfAborted();
      const batch = await thread.events(places.slice(done, done + BATCH));
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
