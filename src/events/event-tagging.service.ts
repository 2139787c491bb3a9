import { setImmediate as tick } from 'node:timers/promises';
import { Injectable, Logger } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import pLimit from 'p-limit';
import type { Repository } from 'typeorm';
import { readBatches } from '../database/pages.js';
import { runLong, Transactions } from '../database/transactions.js';
import { Job } from '../jobs/jobs.service.js';
import type { JobContext, JobResult } from '../jobs/schedule.js';
import type { TaggableEvent, Tagging, TaggingResult } from '../tagging/tagger.js';
import { TaggingService } from '../tagging/tagging.service.js';
import { EventEntity, type EventType } from './event.entity.js';
import { writeBatch } from './event-batches.js';
import type { ExternalEvent } from './external-events.service.js';

/** Stored events per batch: they are tagged, then written together. */
const BATCH = 100;
/** Maximum number of events that are tagged concurrently. */
const CONCURRENCY = 4;
/** Timeout of the statement that writes a batch, in milliseconds. */
const TIMEOUT = 10_000;
/**
 * Writes the taggings of a batch, over nothing that an event has by now. A tagging without a category goes
 * only to events without tags and a summary. TypeORM does not support joins in an UPDATE.
 */
const TAG = `
  UPDATE events e SET category = tagging.category, summary = coalesce(e.summary, tagging.summary),
    tags = CASE e.tags WHEN '{}' THEN tagging.tags ELSE e.tags END, version = version + 1, updated_at = now()
  FROM json_to_recordset($1) AS tagging (id uuid, category text, tags text[], summary text)
  WHERE e.id = tagging.id AND e.category IS NULL
    AND (tagging.category IS NOT NULL OR (e.summary IS NULL AND e.tags = '{}'))`;

/** The number of events by the outcome of tagging. */
export interface TaggingCounts {
  tagged: number;
  /** Events on which the tagger failed. */
  untagged: number;
}

/** Tags many events, with bounded concurrency. */
@Injectable()
export class EventTagging {
  private readonly logger = new Logger(EventTagging.name);
  private readonly limit = pLimit(CONCURRENCY);

  constructor(
    @InjectRepository(EventEntity) private readonly events: Repository<EventEntity>,
    private readonly transactions: Transactions,
    private readonly tagging: TaggingService,
  ) {}

  /**
   * Tags new events of a feed. If the tagger fails or is off, the taggings are empty.
   * @param counts is updated, if the tagger is on
   */
  async tagNew(
    events: ExternalEvent[],
    counts: TaggingCounts,
    signal: AbortSignal,
  ): Promise<(ExternalEvent & Tagging)[]> {
    const taggable = events.map((event) => toTaggable(event, 'EVENT', event.hints));
    const results = await this.tagAll(taggable, counts, signal);
    const taggings = results.map(({ hasFailed: _, ...tagging }) => tagging);
    return events.map((event, index) => ({ ...event, ...taggings[index]! }));
  }

  /** Tags the stored events without a category (rules.md, "Tagging"). Existing tags and summaries stay. */
  @Job('retag')
  async retag({ signal, progress }: JobContext): Promise<JobResult> {
    if (!this.tagging.enabled) return { outcome: 'SKIPPED', error: 'TAGGER is off.' };
    const counts: TaggingCounts = { tagged: 0, untagged: 0 };
    const stored = this.events
      .createQueryBuilder('event')
      .select(['event.id', 'event.type', 'event.title', 'event.description', 'event.location'])
      .addSelect(['event.startAt', 'event.taggingHints'])
      .where('event.category IS NULL');
    for await (const batch of readBatches(stored, BATCH, ['startAt', 'id'])) {
      const taggable = batch.map((event) => toTaggable(event, event.type, event.taggingHints));
      const results = await this.tagAll(taggable, counts, signal);
      counts.tagged -= await this.write(batch.map((event, index) => ({ ...event, ...results[index]! })));
      progress?.('tagged', counts.tagged + counts.untagged);
    }
    if (counts.untagged > 0 && counts.tagged === 0)
      return { outcome: 'FAILED', ...counts, error: 'The tagger failed on every event.' };
    return { outcome: 'SUCCEEDED', ...counts, error: describeUntagged(counts) };
  }

  /** @param counts is updated, if the tagger is on */
  private tagAll(
    events: TaggableEvent[],
    counts: TaggingCounts,
    signal: AbortSignal,
  ): Promise<TaggingResult[]> {
    const tagOne = async (event: TaggableEvent) => {
      await tick(); // a synchronous tagger would block the event loop
      signal.throwIfAborted();
      const result = await this.tagging.tag(event, { signal });
      if (this.tagging.enabled) counts[result.hasFailed ? 'untagged' : 'tagged'] += 1;
      return result;
    };
    return Promise.all(events.map((event) => this.limit(tagOne, event)));
  }

  /** @returns the number of events whose write timed out */
  private async write(batch: (EventEntity & TaggingResult)[]): Promise<number> {
    const tagged = batch.filter(({ hasFailed }) => !hasFailed);
    const { slow } = await writeBatch(this.transactions, tagged, (manager, events) => {
      const taggings = events.map(({ id, category, tags, summary }) => ({ id, category, tags, summary }));
      return runLong(manager, TAG, [JSON.stringify(taggings)], TIMEOUT);
    });
    for (const { id } of slow) this.logger.warn(`The database took too long to tag the event ${id}.`);
    return slow.length;
  }
}

function toTaggable(
  { title, description, location }: Pick<EventEntity, 'title' | 'description' | 'location'>,
  type: EventType,
  hints: string[] | undefined,
): TaggableEvent {
  return { type, title, description, locationName: location.name, hints };
}

/** The message of a run about untagged events; null if there are none. */
export function describeUntagged({ untagged }: TaggingCounts): string | null {
  if (untagged === 0) return null;
  return `The tagger failed on ${untagged === 1 ? '1 event' : `${untagged} events`}.`;
}
