import { setImmediate as breathe } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import pLimit from 'p-limit';
import { NIL } from 'uuid';
import { Database } from '../database/database.js';
import type { JobContext } from '../jobs/job.js';
import type { TaggableEvent, Tagging } from '../tagging/tagger.js';
import { TaggingService } from '../tagging/tagging.service.js';
import { BATCH_TIMEOUT, writeBatch } from './event.batches.js';
import type { EventSource, TaggingStatus } from './event.entity.js';

/** Events that are tagged before their tags are written. */
const BATCH = 100;
/** Events that are tagged at the same time. */
const TAGGERS = 4;

type Untagged = TaggableEvent & { id: string };
type Tagged = { id: string; tagging: Tagging | undefined };
type Waiting = Exclude<TaggingStatus, 'DONE'>;

/** What became of the events that waited for the tagger. */
export interface TaggingCounts {
  tagged: number;
  failed: number;
}

/** Tags stored events, in batches and with a bounded number at a time. */
@Injectable()
export class EventTagging {
  private readonly limit = pLimit(TAGGERS);

  constructor(
    private readonly database: Database,
    private readonly tagging: TaggingService,
  ) {}

  get enabled(): boolean {
    return this.tagging.enabled;
  }

  /** Tags the new events of a feed, those too that an earlier run did not reach; one that fails stays without tags. */
  tagNew(source: EventSource, context: JobContext): Promise<TaggingCounts> {
    return this.tagAll('PENDING', source, context, (batch) => this.write('PENDING', batch));
  }

  /** Tags again what failed, whoever created it; an event whose creator has edited its tags meanwhile is left alone. */
  retag(context: JobContext): Promise<TaggingCounts> {
    return this.tagAll('FAILED', undefined, context, (batch) =>
      this.write(
        'FAILED',
        batch.filter(({ tagging }) => tagging),
      ),
    );
  }

  private async tagAll(
    waiting: Waiting,
    source: EventSource | undefined,
    { signal, progress }: JobContext,
    write: (batch: Tagged[]) => Promise<void>,
  ): Promise<TaggingCounts> {
    const counts = { tagged: 0, failed: 0 };
    for await (const batch of this.batches(waiting, source)) {
      const tagged = await Promise.all(batch.map((event) => this.limit(() => this.tagOne(event, signal))));
      await write(tagged);
      for (const { tagging } of tagged) counts[tagging ? 'tagged' : 'failed'] += 1;
      progress?.('tagged', counts.tagged + counts.failed);
    }
    return counts;
  }

  private async *batches(waiting: Waiting, source?: EventSource): AsyncGenerator<Untagged[]> {
    for (let after: string | undefined = NIL; after; ) {
      const batch: Untagged[] = await this.database.query<Untagged>(
        {
          text: `SELECT id, type, title, description, location ->> 'name' AS "locationName" FROM events
                 WHERE tagging <> 'DONE' AND tagging = $1 AND ($2::text IS NULL OR source = $2) AND id > $3
                 ORDER BY id LIMIT ${BATCH}`,
          values: [waiting, source, after],
        },
        undefined,
        BATCH_TIMEOUT,
      );
      if (batch.length > 0) yield batch;
      after = batch.length === BATCH ? batch.at(-1)?.id : undefined;
    }
  }

  private async tagOne({ id, ...event }: Untagged, signal: AbortSignal): Promise<Tagged> {
    await breathe(); // a tagger that never waits would keep requests waiting
    signal.throwIfAborted();
    return { id, tagging: await this.tagging.tag(event, 'ingestion', signal) };
  }

  /** Writes what the tagger made of events, unless someone was faster. A failure leaves them without tags. */
  private async write(waiting: Waiting, batch: Tagged[]): Promise<void> {
    if (batch.length === 0) return;
    const rows = batch.map(({ id, tagging }) => ({ id, ...tagging, outcome: tagging ? 'DONE' : 'FAILED' }));
    const text = `UPDATE events SET tags = coalesce(r.tags, '{}'), category = r.category, summary = r.summary,
                    tagging = r.outcome, version = version + 1, updated_at = now()
                  FROM json_to_recordset($1) AS r (id uuid, tags text[], category text, summary text, outcome text)
                  WHERE events.id = r.id AND events.tagging = $2`;
    await writeBatch(this.database, (transaction) =>
      this.database.query({ text, values: [JSON.stringify(rows), waiting] }, transaction, BATCH_TIMEOUT),
    );
  }
}
