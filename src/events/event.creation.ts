import { Injectable } from '@nestjs/common';
import type { Caller } from '../common/access.js';
import { requestFingerprint } from '../common/http/idempotency-key.js';
import { Problem } from '../common/problem.js';
import { Database } from '../database/database.js';
import { RowReader } from '../database/row-reader.js';
import { RowWriter } from '../database/row-writer.js';
import type { Row, Statement } from '../database/table.js';
import { Creations } from '../users/creations.js';
import { EventEntity } from './event.entity.js';

type NewEvent = Partial<Row<EventEntity>> & { id: string };

/** How long a key is kept (decisions.md, "Events and gigs"). */
const KEPT = `interval '24 hours'`;

/** Writes new events, under an `Idempotency-Key` once. */
@Injectable()
export class EventCreation {
  private readonly written = new RowReader(this.database, EventEntity, ['version']);
  private readonly rows = new RowWriter<EventEntity>(this.database, (events) => this.statement(events));

  constructor(
    private readonly database: Database,
    private readonly creations: Creations,
  ) {}

  /** Writes an event. @throws Problem LIMIT_REACHED */
  async insert(event: NewEvent): Promise<Row<EventEntity>> {
    return this.assertStored(await this.rows.insert(event));
  }

  /**
   * Writes the event that `draft` makes of the request, or answers the one that was written under the key before. The
   * key is written in the event's transaction, so no lock is held while the draft is made.
   * @throws Problem IDEMPOTENCY_KEY_REUSED for another request under the key, NOT_FOUND where its event is gone, LIMIT_REACHED
   */
  async once(
    caller: Caller,
    key: string,
    request: object,
    draft: () => Promise<NewEvent>,
  ): Promise<Row<EventEntity>> {
    const fingerprint = requestFingerprint(request);
    const before = await this.recall(caller, key, fingerprint);
    if (before) return before;
    const event = await draft();
    const written = await this.database.transaction(async (transaction) => {
      const claim = { text: CLAIM, values: [caller.id, key, fingerprint, event.id] };
      // Another that writes under this key is waited for here, until its transaction ends.
      const claimed = await this.database.execute(claim, transaction);
      if (!claimed) return undefined;
      const [stored] = await this.database.query<Row<EventEntity>>(this.statement([event]), transaction);
      return this.assertStored(stored);
    });
    return written ?? (await this.recall(caller, key, fingerprint)) ?? this.once(caller, key, request, draft);
  }

  /** The INSERT of events, but of those whose creators have reached their limit. */
  private statement(events: readonly NewEvent[]): Statement {
    const table = this.database.table(EventEntity);
    if (!this.creations.areLimited) return table.insertAll(events, ['version']);
    const insert = table.insertSome(events, 'creator_id IN (SELECT user_id FROM counted)', ['version']);
    const creatorIds = events.map(({ creatorId }) => creatorId);
    return this.creations.counting('EVENT', creatorIds, insert);
  }

  private assertStored(event: Row<EventEntity> | undefined): Row<EventEntity> {
    if (!event) throw this.creations.refusal('EVENT');
    return event;
  }

  private async recall(
    caller: Caller,
    key: string,
    fingerprint: string,
  ): Promise<Row<EventEntity> | undefined> {
    const [known] = await this.database.query<{ fingerprint: string; eventId: string }>({
      text: `SELECT fingerprint, event_id AS "eventId" FROM idempotency_keys
             WHERE user_id = $1 AND key = $2 AND created_at > now() - ${KEPT}`,
      values: [caller.id, key],
    });
    if (!known) return undefined;
    if (known.fingerprint !== fingerprint) throw new Problem('IDEMPOTENCY_KEY_REUSED');
    const event = await this.written.find(known.eventId);
    if (!event)
      throw new Problem('NOT_FOUND', 'What was created under this Idempotency-Key has been deleted.');
    return event;
  }
}

/** Takes a key that is free, or past its time though not yet purged. */
const CLAIM = `
  INSERT INTO idempotency_keys AS k (user_id, key, fingerprint, event_id) VALUES ($1, $2, $3, $4)
  ON CONFLICT (user_id, key) DO UPDATE
    SET fingerprint = excluded.fingerprint, event_id = excluded.event_id, created_at = excluded.created_at
    WHERE k.created_at <= excluded.created_at - ${KEPT}`;
