import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { In, IsNull, Not, Or, type Repository } from 'typeorm';
import { v5 as uuidv5 } from 'uuid';
import { Transactions } from '../database/transactions.js';
import type { Tagging } from '../tagging/tagger.js';
import { EventEntity, type FeedSource } from './event.entity.js';
import { writeBatch } from './event-batches.js';
import type { EventImageDto, EventLocationDto } from './event-members.dto.js';

/** An event as any feed hands it over; times are ISO 8601 in UTC with milliseconds. */
export interface ExternalEvent {
  externalId: string;
  source: FeedSource;
  /** Equal hash, equal event: nothing is written then. */
  itemHash: string;
  title: string;
  description: string;
  location: EventLocationDto;
  startAt: string;
  endAt: string | null;
  externalUrl: string | null;
  ticketUrl: string | null;
  /** At most 5. */
  images?: EventImageDto[];
  /** The feed's own classes, the most general first. They are for the tagger; a change of them alone writes nothing. */
  hints?: string[];
}

/** A feed's events by how they compare with the stored ones. */
export interface Comparison {
  added: ExternalEvent[];
  /** Stored with another hash. */
  changed: ExternalEvent[];
  /** Their id is that of an event of another source, which stays as it is. */
  taken: ExternalEvent[];
}

/** The id of an external event: the UUIDv5 of its `externalId` in the URL namespace. It never changes. */
export function externalEventId(externalId: string): string {
  return uuidv5(externalId, uuidv5.URL);
}

/** Events of the feeds, whichever feed it is (rules.md, "Feeds"). */
@Injectable()
export class ExternalEventsService {
  constructor(
    @InjectRepository(EventEntity) private readonly events: Repository<EventEntity>,
    private readonly transactions: Transactions,
  ) {}

  /** Compares a batch of a feed's events with what is stored. One that is stored as it is, is left out. */
  async compare(batch: ExternalEvent[]): Promise<Comparison> {
    const known = await this.events.find({
      where: { externalId: In(batch.map(({ externalId }) => externalId)) },
      select: { id: true, externalId: true, source: true, itemHash: true },
    });
    const stored = new Map(known.map((event) => [event.externalId, event]));
    const comparison: Comparison = { added: [], changed: [], taken: [] };
    for (const event of batch) {
      const before = stored.get(event.externalId);
      if (!before) comparison.added.push(event);
      else if (before.source !== event.source) comparison.taken.push(event);
      else if (before.itemHash !== event.itemHash) comparison.changed.push(event);
    }
    return comparison;
  }

  /**
   * Stores a batch in one transaction. A changed event keeps its status, tags, category and summary. What another run has
   * stored meanwhile is not touched.
   */
  async store(
    added: (ExternalEvent & Tagging)[],
    changed: ExternalEvent[],
  ): Promise<{ created: number; updated: number }> {
    if (added.length + changed.length === 0) return { created: 0, updated: 0 };
    return writeBatch(this.transactions, async (manager) => {
      const rows = added.map((event) => ({ id: externalEventId(event.externalId), ...toColumns(event) }));
      const insert = manager.createQueryBuilder().insert().into(EventEntity).values(rows).orIgnore();
      const created = rows.length > 0 ? (await insert.returning('id').execute()).raw.length : 0;
      let updated = 0;
      for (const event of changed) {
        const { externalId, source, itemHash } = event;
        const differing = { externalId, source, itemHash: Or(IsNull(), Not(itemHash)) };
        updated += (await manager.update(EventEntity, differing, toColumns(event))).affected ?? 0;
      }
      return { created, updated };
    });
  }
}

/** The columns that an event of a feed has values for. */
function toColumns<Event extends ExternalEvent>({
  startAt,
  endAt,
  images = [],
  hints = [],
  ...event
}: Event) {
  const times = { startAt: new Date(startAt), endAt: endAt === null ? null : new Date(endAt) };
  return { type: 'EVENT' as const, ...event, ...times, images, taggingHints: hints };
}
