import { setImmediate as nextTurn } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import pLimit from 'p-limit';
import { NIL } from 'uuid';
import { Database } from '../database/database.js';
import { inBatches } from '../database/in-batches.js';
import type { JobContext } from '../jobs/job.js';
import type { TaggableEvent, TaggingResult, TaggingStatus } from '../tagging/tagger.js';
import { TaggingService } from '../tagging/tagging.service.js';
import type { EventSource } from './event.entity.js';
import { BATCH_TIMEOUT, writeBatch } from './write-batch.js';

/** Events that are tagged before their tags are written. */
const BATCH = 100;
/** Events that are tagged at the same time. */
const TAGGERS = 4;
/** The age up to which the schedule tags an event (decisions.md, "Tagging"). */
const YOUNG = `interval '24 hours'`;
const BEFORE_ALL: Position = { createdAt: '-infinity', id: NIL };

/** Where an event stands in the order in which they are tagged: the oldest first. */
interface Position {
  createdAt: string;
  id: string;
}

type Untagged = TaggableEvent & Position;
type Tagged = TaggingResult & { id: string };

/** Untagged events: those that the tagger is still to be asked about, or those that it failed on. */
interface Waiting {
  status: Exclude<TaggingStatus, 'DONE'>;
  source?: EventSource;
  isYoung?: boolean;
}

/** What became of the events that waited for the tagger. */
export interface TaggingCounts {
  tagged: number;
  /** Without tags for good: the tagger answered badly. */
  failed: number;
  /** To be tagged later: the tagger could not be asked. */
  unasked: number;
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

  /** Tags the new events of a feed, and those that an earlier run did not reach. */
  tagNew(source: EventSource, context: JobContext): Promise<TaggingCounts> {
    return this.tagAll([{ status: 'PENDING', source }], context);
  }

  /**
   * Tags the events that the tagger could not be asked about, of users and feeds: those of the last 24 hours, or by hand
   * all of them and those that it failed on. An event whose creator has edited its tags meanwhile stays as it is.
   */
  retag(context: JobContext): Promise<TaggingCounts> {
    const waiting: Waiting[] = context.byHand
      ? [{ status: 'FAILED' }, { status: 'PENDING' }]
      : [{ status: 'PENDING', isYoung: true }];
    return this.tagAll(waiting, context);
  }

  /** Where the tagger could not be asked about any event of a batch, the rest is only counted. */
  private async tagAll(groups: Waiting[], { signal, progress }: JobContext): Promise<TaggingCounts> {
    const counts: TaggingCounts = { tagged: 0, failed: 0, unasked: 0 };
    let isAway = false;
    for (const group of groups) {
      let reached = BEFORE_ALL;
      if (!isAway)
        for await (const batch of this.untagged(group)) {
          const results = await Promise.all(
            batch.map((event) => this.limit(() => this.tagOne(event, signal))),
          );
          await this.write(group, results);
          for (const { status } of results) counts[COUNTED_AS[status]] += 1;
          progress?.('tagged', counts.tagged + counts.failed);
          reached = batch.at(-1)!;
          isAway = batch.length === BATCH && results.every(({ status }) => status === 'PENDING');
          if (isAway) break;
        }
      if (isAway) counts.unasked += await this.count(group, reached);
    }
    return counts;
  }

  private untagged(group: Waiting): AsyncGenerator<Untagged[]> {
    const text = `SELECT id, created_at AS "createdAt", type, title, description, location ->> 'name' AS "locationName",
                    tagging_hints AS hints
                  FROM events WHERE ${conditionOf(group)} ORDER BY created_at, id LIMIT ${BATCH}`;
    return inBatches(BATCH, (last: Position = BEFORE_ALL) =>
      this.database.query({ text, values: valuesOf(group, last) }, undefined, BATCH_TIMEOUT),
    );
  }

  private async count(group: Waiting, after: Position): Promise<number> {
    const text = `SELECT count(*)::int FROM events WHERE ${conditionOf(group)}`;
    const values = valuesOf(group, after);
    const rows = await this.database.query<{ count: number }>({ text, values }, undefined, BATCH_TIMEOUT);
    return rows[0]!.count;
  }

  private async tagOne({ id, createdAt, ...event }: Untagged, signal: AbortSignal): Promise<Tagged> {
    await nextTurn(); // a tagger that never waits would keep requests waiting
    signal.throwIfAborted();
    return { id, ...(await this.tagging.tag(event, { signal })) };
  }

  /** Writes what the tagger answered, except where tags have changed meanwhile. What it was not asked about stays. */
  private async write({ status }: Waiting, results: Tagged[]): Promise<void> {
    const rows = results.filter((result) => result.status !== 'PENDING' && result.status !== status);
    if (rows.length === 0) return;
    const text = `UPDATE events SET tags = r.tags, category = r.category, summary = r.summary, tagging = r.status,
                    version = version + 1, updated_at = now()
                  FROM json_to_recordset($1) AS r (id uuid, tags text[], category text, summary text, status text)
                  WHERE events.id = r.id AND events.tagging = $2`;
    await writeBatch(this.database, (transaction) =>
      this.database.query({ text, values: [JSON.stringify(rows), status] }, transaction, BATCH_TIMEOUT),
    );
  }
}

const COUNTED_AS = { DONE: 'tagged', FAILED: 'failed', PENDING: 'unasked' } as const;

// With the status as a parameter, the planner would not use the partial index.
function conditionOf({ status, isYoung }: Waiting): string {
  return `tagging <> 'DONE' AND tagging = '${status}' AND ($1::text IS NULL OR source = $1)
          AND (created_at, id) > ($2, $3) ${isYoung ? `AND created_at >= now() - ${YOUNG}` : ''}`;
}

function valuesOf({ source }: Waiting, { createdAt, id }: Position): unknown[] {
  return [source, createdAt, id];
}

/** What a run says of the events that it left without tags; null where there are none. */
export function describeUntagged({ failed, unasked }: TaggingCounts): string | null {
  const said = [
    unasked > 0 && `The tagger could not be asked about ${countOf(unasked)}, which stay to be tagged.`,
    failed > 0 && `The tagger failed on ${countOf(failed)}.`,
  ];
  return said.filter(Boolean).join(' ') || null;
}

function countOf(count: number): string {
  return count === 1 ? '1 event' : `${count} events`;
}
