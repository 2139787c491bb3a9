import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { In, IsNull, Not, Or, type Repository } from 'typeorm';
import { v5 as uuidv5 } from 'uuid';
import { runLong, Transactions } from '../database/transactions.js';
import type { Tagging } from '../tagging/tagger.js';
import { EventEntity, type FeedSource, TakedownEntity } from './event.entity.js';
import { writeBatch } from './event-batches.js';
import type { EventImageDto } from './event-members.dto.js';
import { namesOf, type StoredEvent } from './stored-event.js';

/** The properties of an event that come from a feed. Times are ISO 8601 in UTC with milliseconds. */
type FeedFields = 'title' | 'description' | 'location' | 'startAt' | 'endAt' | 'externalUrl' | 'ticketUrl';

/** An event from a feed, in the form that all feeds share. */
export interface ExternalEvent extends Pick<StoredEvent, FeedFields> {
  externalId: string;
  source: FeedSource;
  /** If the hash is unchanged, so is the event, and nothing is written. */
  itemHash: string;
  /** At most 5. */
  images?: EventImageDto[];
  /** The feed's own classes, for the tagger, most general first. Written only along with other changes. */
  hints?: string[];
}

/** Timeout of a statement in milliseconds. No request waits for it. */
const TIMEOUT = 10_000;

/** SQL that stores rows of a JSON array, if not taken down. TypeORM's `insert` takes no condition. */
const insertOf = (columns: string[]) => `
  INSERT INTO events (${columns}) SELECT ${columns} FROM json_populate_recordset(NULL::events, $1) e
  WHERE NOT EXISTS (SELECT 1 FROM takedowns t WHERE t.external_id = e.external_id AND t.source = e.source)
  ON CONFLICT DO NOTHING`;

type Comparison = Record<'added' | 'changed' | 'conflicting' | 'ignored', ExternalEvent[]>;

/** Stores the events of all feeds (rules.md, "Feeds"). */
@Injectable()
export class ExternalEventsService {
  constructor(
    @InjectRepository(EventEntity) private readonly events: Repository<EventEntity>,
    @InjectRepository(TakedownEntity) private readonly takedowns: Repository<TakedownEntity>,
    private readonly transactions: Transactions,
  ) {}

  /** Divides a feed's events by what is stored. A conflicting one has the id of another source's event. */
  async compare(batch: ExternalEvent[]): Promise<Comparison> {
    const where = { externalId: In(batch.map(({ externalId }) => externalId)) };
    const select = { id: true, externalId: true, source: true, itemHash: true } as const;
    const known = await this.events.find({ where, select });
    const takenDown = await this.takedowns.findBy(where);
    const stored = new Map(known.map((event) => [event.externalId, event]));
    const isTakenDown = (event: ExternalEvent) =>
      takenDown.some(({ externalId, source }) => externalId === event.externalId && source === event.source);
    const compared: Comparison = { added: [], changed: [], conflicting: [], ignored: [] };
    for (const event of batch) {
      const before = stored.get(event.externalId);
      if (!before) compared[isTakenDown(event) ? 'ignored' : 'added'].push(event);
      else if (before.source !== event.source) compared.conflicting.push(event);
      else if (before.itemHash !== event.itemHash) compared.changed.push(event);
    }
    return compared;
  }

  /**
   * Stores a batch. A changed event keeps its status and tagging. Events that were stored meanwhile are
   * skipped.
   * @returns the numbers of written events, and the events that timed out
   */
  async store(
    added: (ExternalEvent & Tagging)[],
    changed: ExternalEvent[],
  ): Promise<{ created: number; updated: number; slow: ExternalEvent[] }> {
    const created = await writeBatch(this.transactions, added, (manager, events) => {
      const rows = events.map((event) =>
        toRow({ id: uuidv5(event.externalId, uuidv5.URL), ...toColumns(event) }),
      );
      return runLong(manager, insertOf(Object.keys(rows[0]!)), [JSON.stringify(rows)], TIMEOUT);
    });
    const updated = await writeBatch(this.transactions, changed, async (manager, events) => {
      let count = 0;
      for (const event of events) {
        const { externalId, source, itemHash } = event;
        const update = manager.createQueryBuilder().update(EventEntity).set(toColumns(event));
        update.where({ externalId, source, itemHash: Or(IsNull(), Not(itemHash)) });
        count += await runLong(manager, ...update.getQueryAndParameters(), TIMEOUT);
      }
      return count;
    });
    return { created: created.count, updated: updated.count, slow: [...created.slow, ...updated.slow] };
  }
}

function toColumns<Event extends ExternalEvent>({ images = [], hints = [], ...event }: Event) {
  const times = { startAt: new Date(event.startAt), endAt: event.endAt && new Date(event.endAt) };
  return { ...event, ...times, type: 'EVENT' as const, images, taggingHints: hints };
}

/** The properties of an event by the names of their columns. */
const toRow = (event: object) =>
  Object.fromEntries(
    Object.entries(event).map(([name, value]) => [namesOf([name as keyof StoredEvent]), value]),
  );
