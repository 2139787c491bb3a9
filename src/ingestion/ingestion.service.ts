import { Injectable, Logger } from '@nestjs/common';
import { isAway } from '../common/sqlstate.js';
import { EventTagging } from '../events/event-tagging.service.js';
import { type ExternalEvent, ExternalEventsService } from '../events/external-events.service.js';
import type { JobContext, JobResult } from '../jobs/job.js';
import { type Feed, type FeedContent, FeedError } from './feed.js';
import type { FeedSource } from './ingestion-run.entity.js';
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
    const content = await feed.parse(await feed.fetch(signal), signal);
    try {
      const { received, ignored, rejected, reasons, notes } = content;
      this.logger.debug({ source: feed.source, ...notes });
      Object.assign(end, { received, ignored, rejected, reasons });
      const { present, differing } = await this.compare(feed.source, content, end, signal);
      await this.store(content.batches(differing), end, context);
      end.completed = await this.events.completeDisappeared(feed.source, present, signal);
    } finally {
      await content.close();
    }
    if (this.tagging.enabled) await this.tagging.tagNew(feed.source, context);
  }

  /** Goes over the ids of the answer: all of them, and the places of those whose events are to be stored. */
  private async compare(
    source: FeedSource,
    content: FeedContent,
    end: RunEnd,
    signal: AbortSignal,
  ): Promise<{ present: Set<string>; differing: number[] }> {
    const present = new Set<string>();
    const differing: number[] = [];
    const rejections = new Rejections(end.rejected, end.reasons);
    for await (const piece of content.index()) {
      signal.throwIfAborted();
      const begin = present.size;
      const found = await this.events.compare(source, piece);
      for (const place of found.differing) differing.push(begin + place);
      for (const place of found.taken)
        rejections.add(piece.externalIds[place]!, 'is the id of an event of another source');
      end.unchanged += found.unchanged;
      for (const id of piece.externalIds) present.add(id);
    }
    end.rejected = rejections.count;
    return { present, differing };
  }

  private async store(
    batches: AsyncIterable<ExternalEvent[]>,
    end: RunEnd,
    { signal, progress }: JobContext,
  ): Promise<void> {
    const tagging = this.tagging.enabled ? 'PENDING' : 'DONE';
    const total = end.received - end.ignored - end.rejected;
    progress?.('stored', end.unchanged, total);
    for await (const batch of batches) {
      signal.throwIfAborted();
      const { created, updated, unchanged } = await this.events.store(batch, tagging);
      end.created += created;
      end.updated += updated;
      end.unchanged += unchanged;
      progress?.('stored', end.created + end.updated + end.unchanged, total);
    }
  }

  private explain(error: unknown, signal: AbortSignal): string {
    if (error instanceof FeedError) return error.message;
    if (signal.aborted) return `The run was broken off: ${(signal.reason as Error).message}.`;
    this.logger.error(error);
    return isAway(error) ? 'The database was away.' : 'An internal error; the log has it.';
  }
}

const NOTHING = { received: 0, created: 0, updated: 0, unchanged: 0, ignored: 0, rejected: 0, completed: 0 };
