import { Injectable } from '@nestjs/common';
import { v5 as uuidv5 } from 'uuid';
import { Database, type Transaction } from '../database/database.js';
import type { TaggingStatus } from '../tagging/tagger.js';
import { CompletionService } from './completion.service.js';
import type { FeedSource, Location } from './event.entity.js';
import type { Image } from './image.js';
import { BATCH_TIMEOUT, writeBatch } from './write-batch.js';

/** An event as any feed hands it over; times are ISO 8601 in UTC with milliseconds. */
export interface ExternalEvent {
  externalId: string;
  source: FeedSource;
  /** Equal hash, equal event: nothing is written then. */
  itemHash: string;
  title: string;
  description: string;
  location: Location;
  startAt: string;
  endAt: string | null;
  externalUrl: string | null;
  ticketUrl: string | null;
  /** At most 5. */
  images?: Image[];
  /** The feed's own classes, the most general first. They are for the tagger; a change of them alone writes nothing. */
  hints?: string[];
}

/** How a feed's events compare with the stored ones, by their index among those that were asked about. */
export interface Comparison {
  /** New, or stored with another hash. */
  differing: number[];
  /** Events whose id an event of another source has. That one stays as it is. */
  taken: number[];
}

/** What became of a batch. Unchanged is what another run has stored meanwhile. */
export interface StoredBatch {
  created: number;
  updated: number;
  unchanged: number;
}

/** The id of an external event: the UUIDv5 of its `externalId` in the URL namespace. It never changes. */
export function externalEventId(externalId: string): string {
  return uuidv5(externalId, uuidv5.URL);
}

/** Events of the feeds, whichever feed it is (decisions.md, "Feeds"). */
@Injectable()
export class ExternalEventsService {
  constructor(
    private readonly database: Database,
    private readonly completion: CompletionService,
  ) {}

  /**
   * Finds out which events of a source differ from what is stored; at most some 2 000 at a time.
   * @param itemHashes one for each of the `externalIds`
   */
  async compare(
    source: ExternalEvent['source'],
    { externalIds, itemHashes }: { externalIds: string[]; itemHashes: string[] },
  ): Promise<Comparison> {
    // Not joined to what is asked: a distributed database would gather the whole table for that.
    const text = `SELECT external_id AS "externalId", item_hash AS "itemHash", source FROM events WHERE external_id = ANY($1)`;
    const rows = await this.database.query<Pick<ExternalEvent, 'externalId' | 'itemHash' | 'source'>>(
      { text, values: [externalIds] },
      undefined,
      BATCH_TIMEOUT,
    );
    const stored = new Map(rows.map((row) => [row.externalId, row]));
    const found: Comparison = { differing: [], taken: [] };
    for (const [index, externalId] of externalIds.entries()) {
      const known = stored.get(externalId);
      if (known && known.source !== source) found.taken.push(index);
      else if (known?.itemHash !== itemHashes[index]) found.differing.push(index);
    }
    return found;
  }

  /**
   * Stores a batch (at most some 500, no `externalId` twice) in one transaction. An event whose hash is the stored one
   * is not touched; a changed one keeps its status, tags, category and summary.
   * @param tagging of new events: PENDING where a tagger is to reach them
   */
  async store(
    batch: ExternalEvent[],
    tagging: Extract<TaggingStatus, 'PENDING' | 'DONE'>,
  ): Promise<StoredBatch> {
    const versions = await writeBatch(this.database, async (transaction) => {
      const idOf = await this.idsOf(batch, transaction);
      const rows = batch.map((event) => ({ ...event, id: idOf(event), tagging }));
      return this.upsert(rows, transaction);
    });
    const created = versions.filter((version) => version === 1).length;
    return { created, updated: versions.length - created, unchanged: batch.length - versions.length };
  }

  /**
   * Completes the events of a source that have ended and are no longer in its feed, and answers how many.
   * @param absent tells which of these ids the feed does not have
   */
  async completeDisappeared(
    source: ExternalEvent['source'],
    absent: (externalIds: string[]) => Promise<string[]>,
    signal: AbortSignal,
  ): Promise<number> {
    let completed = 0;
    for await (const batch of this.completion.ended(source)) {
      signal.throwIfAborted();
      const gone = new Set(await absent(batch.map(({ externalId }) => externalId!)));
      completed += await this.completion.complete(
        batch.filter(({ externalId }) => gone.has(externalId!)).map(({ id }) => id),
      );
    }
    return completed;
  }

  /** The ids of events. One that was loaded by other means keeps its own, and is found by its external id. */
  private async idsOf(
    batch: ExternalEvent[],
    transaction: Transaction,
  ): Promise<(event: ExternalEvent) => string> {
    const text = `SELECT id, external_id AS "externalId" FROM events WHERE external_id = ANY($1)`;
    const values = [batch.map(({ externalId }) => externalId)];
    const stored = await this.database.query<{ id: string; externalId: string }>(
      { text, values },
      transaction,
      BATCH_TIMEOUT,
    );
    const ids = new Map(stored.map(({ id, externalId }) => [externalId, id]));
    return ({ externalId }) => ids.get(externalId) ?? externalEventId(externalId);
  }

  /** The versions of the rows that were written: 1 where the event is new. */
  private async upsert(rows: object[], transaction: Transaction): Promise<number[]> {
    const text = `
      INSERT INTO events (id, title, description, type, location, start_at, end_at, source, external_id, external_url,
                          ticket_url, images, item_hash, tagging, tagging_hints)
      SELECT id, title, description, 'EVENT', location, "startAt", "endAt", source, "externalId", "externalUrl",
             "ticketUrl", coalesce(images, '[]'), "itemHash", tagging, coalesce(hints, '{}')
      FROM json_to_recordset($1) AS r (id uuid, title text, description text, location json, "startAt" timestamptz,
        "endAt" timestamptz, source text, "externalId" text, "externalUrl" text, "ticketUrl" text, images json,
        "itemHash" text, tagging text, hints text[])
      ON CONFLICT (id) DO UPDATE SET title = excluded.title, description = excluded.description,
        location = excluded.location, start_at = excluded.start_at, end_at = excluded.end_at,
        external_url = excluded.external_url, ticket_url = excluded.ticket_url, images = excluded.images,
        item_hash = excluded.item_hash, tagging_hints = excluded.tagging_hints, version = events.version + 1,
        updated_at = excluded.updated_at
      WHERE events.item_hash IS DISTINCT FROM excluded.item_hash AND events.source = excluded.source
      RETURNING version`;
    const written = await this.database.query<{ version: number }>(
      { text, values: [JSON.stringify(rows)] },
      transaction,
      BATCH_TIMEOUT,
    );
    return written.map(({ version }) => version);
  }
}
