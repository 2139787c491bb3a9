import { setImmediate as nextTurn } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import pLimit from 'p-limit';
import type { Repository } from 'typeorm';
import { Transactions } from '../database/transactions.js';
import type { JobContext } from '../jobs/schedule.js';
import type { TaggableEvent, Tagging, TaggingResult } from '../tagging/tagger.js';
import { TaggingService } from '../tagging/tagging.service.js';
import { EventEntity, type EventType } from './event.entity.js';
import { readBatches, writeBatch } from './event-batches.js';
import type { ExternalEvent } from './external-events.service.js';

/** Stored events that are tagged before their tags are written. */
const BATCH = 100;
/** Events that are tagged at the same time. */
const TAGGERS = 4;
/** A tagger gave nothing to the event, and neither did its creator. */
const UNTAGGED = `category IS NULL AND summary IS NULL AND tags = '{}'`;

/** What became of the events that the tagger was asked about. */
export interface TaggingCounts {
  tagged: number;
  /** The tagger failed on them. */
  untagged: number;
}

/** Tags many events, with a bounded number at a time. */
@Injectable()
export class EventTagging {
  private readonly limit = pLimit(TAGGERS);

  constructor(
    @InjectRepository(EventEntity) private readonly events: Repository<EventEntity>,
    private readonly transactions: Transactions,
    private readonly tagging: TaggingService,
  ) {}

  get enabled(): boolean {
    return this.tagging.enabled;
  }

  /** New events of a feed with what the tagger gives to them, which is nothing where it fails or is off. */
  async tagNew(
    events: ExternalEvent[],
    signal: AbortSignal,
  ): Promise<{ events: (ExternalEvent & Tagging)[]; counts: TaggingCounts }> {
    const taggable = events.map((event) => toTaggable(event, 'EVENT', event.hints));
    const results = await this.tagAll(taggable, signal);
    const tagged = events.map((event, index) => {
      const { tags, category, summary } = results[index]!;
      return { ...event, tags, category, summary };
    });
    return { events: tagged, counts: this.enabled ? countsOf(results) : { tagged: 0, untagged: 0 } };
  }

  /** Tags the events that were stored without tags. One that somebody changes meanwhile stays as it is. */
  async retag({ signal, progress }: JobContext): Promise<TaggingCounts> {
    const total: TaggingCounts = { tagged: 0, untagged: 0 };
    const stored = this.events
      .createQueryBuilder('event')
      .select(['event.id', 'event.type', 'event.title', 'event.description', 'event.location'])
      .addSelect(['event.startAt', 'event.taggingHints'])
      .where(UNTAGGED);
    for await (const batch of readBatches(stored, BATCH)) {
      const taggable = batch.map((event) => toTaggable(event, event.type, event.taggingHints));
      const results = await this.tagAll(taggable, signal);
      await this.write(batch, results);
      const { tagged, untagged } = countsOf(results);
      total.tagged += tagged;
      total.untagged += untagged;
      progress?.('tagged', total.tagged + total.untagged);
    }
    return total;
  }

  private tagAll(events: TaggableEvent[], signal: AbortSignal): Promise<TaggingResult[]> {
    const tagOne = async (event: TaggableEvent) => {
      await nextTurn(); // a tagger that never waits would keep requests waiting
      signal.throwIfAborted();
      return this.tagging.tag(event, { signal });
    };
    return Promise.all(events.map((event) => this.limit(tagOne, event)));
  }

  private async write(events: EventEntity[], results: TaggingResult[]): Promise<void> {
    await writeBatch(this.transactions, async (manager) => {
      for (const [index, { hasFailed, tags, category, summary }] of results.entries()) {
        if (hasFailed) continue;
        const update = manager.createQueryBuilder().update(EventEntity).set({ tags, category, summary });
        await update.where({ id: events[index]!.id }).andWhere(UNTAGGED).execute();
      }
    });
  }
}

/** What a tagger sees of an event. */
function toTaggable(
  { title, description, location }: Pick<EventEntity, 'title' | 'description' | 'location'>,
  type: EventType,
  hints: string[] | undefined,
): TaggableEvent {
  return { type, title, description, locationName: location.name, hints };
}

function countsOf(results: TaggingResult[]): TaggingCounts {
  const tagged = results.filter(({ hasFailed }) => !hasFailed).length;
  return { tagged, untagged: results.length - tagged };
}

/** What a run says of the events that it left without tags; null where there are none. */
export function describeUntagged({ untagged }: TaggingCounts): string | null {
  if (untagged === 0) return null;
  return `The tagger failed on ${untagged === 1 ? '1 event' : `${untagged} events`}.`;
}
