import { Injectable } from '@nestjs/common';
import { v5 as uuidv5 } from 'uuid';
import { Database } from '../database/database.js';
import { CompletionService } from './completion.service.js';
import { BATCH_TIMEOUT, writeBatch } from './event.batches.js';
import type { EventSource, Location, TaggingStatus } from './event.entity.js';

/** An event as any feed hands it over; times are ISO 8601 in UTC with milliseconds. */
export interface ExternalEvent {
  externalId: string;
  source: Exclude<EventSource, 'USER'>;
  /** Equal hash, equal event: nothing is written then. */
  itemHash: string;
  title: string;
  description: string;
  location: Location;
  startAt: string;
  endAt: string | null;
  externalUrl: string | null;
  ticketUrl: string | null;
}

/** What became of a batch. */
export interface StoredBatch {
  created: number;
  updated: number;
  unchanged: number;
  /** The `externalId`s that an event of another source has; that event stays as it is. */
  taken: string[];
}

type Known = { id: string; externalId: string; itemHash: string | null; source: EventSource };

/** The id of an external event: the UUIDv5 of its `externalId` in the URL namespace. It never changes. */
export function externalEventId(externalId: string): string {
  return uuidv5(externalId, uuidv5.URL);
}

/** Events of the feeds, whichever feed it is (spec.md, "Ingestion rules"). */
@Injectable()
export class ExternalEventsService {
  constructor(
    private readonly database: Database,
    private readonly completion: CompletionService,
  ) {}

  /**
   * Stores a batch (at most some 500, no `externalId` twice) in one transaction. An event whose hash is the stored one
   * is not touched; a changed one keeps its status, tags, category and summary.
   * @param tagging of new events: PENDING where a tagger is to reach them
   */
  async store(
    batch: ExternalEvent[],
    tagging: Extract<TaggingStatus, 'PENDING' | 'DONE'>,
  ): Promise<StoredBatch> {
    const known = await this.known(batch);
    const stored: StoredBatch = { created: 0, updated: 0, unchanged: 0, taken: [] };
    const rows: (ExternalEvent & { id: string; tagging: TaggingStatus })[] = [];
    for (const event of batch) {
      const before = known.get(event.externalId);
      if (before && before.source !== event.source) stored.taken.push(event.externalId);
      else if (before?.itemHash === event.itemHash) stored.unchanged += 1;
      else rows.push({ ...event, id: before?.id ?? externalEventId(event.externalId), tagging });
    }
    if (rows.length === 0) return stored;
    const versions = await this.upsert(rows);
    stored.created = versions.filter((version) => version === 1).length;
    stored.updated = versions.length - stored.created;
    // Another run has stored them in between.
    stored.unchanged += rows.length - versions.length;
    return stored;
  }

  /** Completes the events of a source that have ended and that `present` does not name, and answers how many. */
  async completeDisappeared(
    source: ExternalEvent['source'],
    present: ReadonlySet<string>,
    signal: AbortSignal,
  ): Promise<number> {
    let completed = 0;
    for await (const batch of this.completion.ended(source)) {
      signal.throwIfAborted();
      const gone = batch.filter(({ externalId }) => externalId === null || !present.has(externalId));
      completed += await this.completion.complete(gone.map(({ id }) => id));
    }
    return completed;
  }

  private async known(batch: ExternalEvent[]): Promise<Map<string, Known>> {
    const rows = await this.database.query<Known>(
      {
        text: `SELECT id, external_id AS "externalId", item_hash AS "itemHash", source
               FROM events WHERE external_id = ANY($1)`,
        values: [batch.map(({ externalId }) => externalId)],
      },
      undefined,
      BATCH_TIMEOUT,
    );
    return new Map(rows.map((row) => [row.externalId, row]));
  }

  /** The versions of the rows that were written: 1 where the event is new. */
  private async upsert(rows: object[]): Promise<number[]> {
    const text = `
      INSERT INTO events (id, title, description, type, location, start_at, end_at, source, external_id, external_url,
                          ticket_url, item_hash, tagging)
      SELECT id, title, description, 'EVENT', location, "startAt", "endAt", source, "externalId", "externalUrl",
             "ticketUrl", "itemHash", tagging
      FROM json_to_recordset($1) AS r (id uuid, title text, description text, location jsonb, "startAt" timestamptz,
        "endAt" timestamptz, source text, "externalId" text, "externalUrl" text, "ticketUrl" text, "itemHash" text,
        tagging text)
      ON CONFLICT (id) DO UPDATE SET title = excluded.title, description = excluded.description,
        location = excluded.location, start_at = excluded.start_at, end_at = excluded.end_at,
        external_url = excluded.external_url, ticket_url = excluded.ticket_url, item_hash = excluded.item_hash,
        version = events.version + 1, updated_at = excluded.updated_at
      WHERE events.item_hash IS DISTINCT FROM excluded.item_hash AND events.source = excluded.source
      RETURNING version`;
    const written = await writeBatch(this.database, (transaction) =>
      this.database.query<{ version: number }>(
        { text, values: [JSON.stringify(rows)] },
        transaction,
        BATCH_TIMEOUT,
      ),
    );
    return written.map(({ version }) => version);
  }
}
