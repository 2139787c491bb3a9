import { Injectable } from '@nestjs/common';
import { NIL } from 'uuid';
import { inBatches } from '../database/batches.js';
import { Database } from '../database/database.js';
import { BATCH_TIMEOUT, writeBatch } from './event.batches.js';
import type { EventSource } from './event.entity.js';
import { UNENDED } from './event-status.js';

const BATCH = 1_000;
// As text, not as a parameter: only so does the planner know that the partial index fits.
const ENDED = `status IN (${UNENDED.map((status) => `'${status}'`)}) AND end_at < now()`;
const BEFORE_ALL = { endAt: '-infinity', id: NIL };

/** An event that has ended and is not marked as such. */
export interface EndedEvent {
  id: string;
  externalId: string | null;
  endAt: string;
}

/** Completes events whose end has passed, by the database's clock (decisions.md, "Events and gigs"). */
@Injectable()
export class CompletionService {
  constructor(private readonly database: Database) {}

  /** Completes every ended event and answers how many there were; `completed` is called after each batch. */
  async completeEnded(signal: AbortSignal, completed?: (count: number) => void): Promise<number> {
    let count = 0;
    for await (const batch of this.ended()) {
      signal.throwIfAborted();
      count += await this.complete(batch.map(({ id }) => id));
      completed?.(count);
    }
    return count;
  }

  /** Ended events, of one source or all, in batches of at most 1 000. */
  ended(source?: EventSource): AsyncGenerator<EndedEvent[]> {
    const text = `SELECT id, external_id AS "externalId", end_at AS "endAt" FROM events
                  WHERE ${ENDED} AND (end_at, id) > ($1, $2) AND ($3::text IS NULL OR source = $3)
                  ORDER BY end_at, id LIMIT ${BATCH}`;
    return inBatches(BATCH, ({ endAt, id }: Pick<EndedEvent, 'endAt' | 'id'> = BEFORE_ALL) =>
      this.database.query({ text, values: [endAt, id, source] }, undefined, BATCH_TIMEOUT),
    );
  }

  /** Completes those of these events that are still ended and unmarked, and answers how many there were. */
  async complete(ids: string[]): Promise<number> {
    if (ids.length === 0) return 0;
    const text = `UPDATE events SET status = 'COMPLETED', version = version + 1, updated_at = now()
                  WHERE id = ANY($1) AND ${ENDED} RETURNING id`;
    const done = await writeBatch(this.database, (transaction) =>
      this.database.query({ text, values: [ids] }, transaction, BATCH_TIMEOUT),
    );
    return done.length;
  }
}
