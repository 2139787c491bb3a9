import { Injectable } from '@nestjs/common';
import { MAX, NIL } from 'uuid';
import type { Caller } from '../common/access.js';
import { Statements } from '../database/statements.js';
import type { NotificationDto } from './notifications.dto.js';
import { COLUMNS, NotificationsService } from './notifications.service.js';

/** Milliseconds after which everything that was written has been committed. */
const SETTLED_AFTER = 5_000;
/** Notifications that one query reads for one stream, and for all streams that keep up. */
const OWN_BATCH = 200;
const SHARED_BATCH = 1_000;
/** Ids that a new stream skips because its client has them. Past this many, some are sent twice. */
const MOST_SEEN = 1_000;

/** Where a notification stands in the order of its inbox. */
export interface Position {
  createdAt: string;
  id: string;
}

const BEFORE_ALL: Position = { createdAt: '-infinity', id: NIL };

const NEW_STREAM = `
  SELECT statement_timestamp() - make_interval(secs => $2) AS "createdAt", ARRAY(
    SELECT id FROM notifications
    WHERE recipient_id = $1 AND created_at > statement_timestamp() - make_interval(secs => $2)
    ORDER BY created_at DESC, id DESC LIMIT ${MOST_SEEN}) AS seen`;
/** With the condition of settled rows in the inner query, the planner may sort the whole inbox. */
const SETTLED = `
  SELECT ${COLUMNS} FROM (
    SELECT * FROM notifications WHERE recipient_id = $1 AND (created_at, id) > ($2, $3)
    ORDER BY created_at, id LIMIT ${OWN_BATCH}) next
  WHERE created_at <= statement_timestamp() - make_interval(secs => $4) ORDER BY created_at, id`;
/** Each instance asks twice a second. It has no name: how many recipients there are decides the plan. */
const RECENT = `
  SELECT ${COLUMNS} FROM notifications
  WHERE created_at > statement_timestamp() - make_interval(secs => $1) AND recipient_id = ANY($2)
    AND (created_at, id) > ($3, $4)
  ORDER BY created_at, id LIMIT ${SHARED_BATCH}`;

/** Where a stream starts: it sends everything after a position but what the client has seen. */
export interface Beginning {
  after: Position;
  seen: string[];
  /** Whether something may have been missed since. */
  resumes: boolean;
}

/** Reads notifications for streams, oldest first and in batches, so that memory does not grow with the inbox. */
@Injectable()
export class NotificationReader {
  constructor(
    private readonly statements: Statements,
    private readonly notifications: NotificationsService,
  ) {}

  /** Starts after `lastEventId`, where that names a notification of the caller's, else with what is new. */
  async begin(caller: Caller, lastEventId: string | undefined): Promise<Beginning> {
    const last = lastEventId === undefined ? undefined : await this.notifications.find(lastEventId, caller);
    if (last) return { after: settledBefore(last.createdAt.getTime()), seen: [last.id], resumes: true };
    const [now] = await this.statements.query<{ createdAt: string; seen: string[] }>({
      text: NEW_STREAM,
      values: [caller.id, SETTLED_AFTER / 1000],
    });
    return { after: { createdAt: now!.createdAt, id: MAX }, seen: now!.seen, resumes: false };
  }

  /** The next batch of a user's settled notifications, and whether it is the last. */
  async settled(recipient: string, after: Position): Promise<{ batch: NotificationDto[]; isLast: boolean }> {
    const values = [recipient, after.createdAt, after.id, SETTLED_AFTER / 1000];
    const batch = await this.statements.query<NotificationDto>({ text: SETTLED, values });
    return { batch, isLast: batch.length < OWN_BATCH };
  }

  /** What was written for these recipients in the last milliseconds of the database's clock, in batches. */
  async *recent(recipients: string[], milliseconds: number): AsyncGenerator<NotificationDto[], void, void> {
    let after: Position | undefined = BEFORE_ALL;
    while (after) {
      const values: unknown[] = [milliseconds / 1000, recipients, after.createdAt, after.id];
      const batch = await this.statements.query<NotificationDto>({ text: RECENT, values });
      yield batch;
      after = batch.length === SHARED_BATCH ? batch.at(-1) : undefined;
    }
  }
}

/** The position before which everything had been committed when this was written. */
function settledBefore(time: number): Position {
  return { createdAt: new Date(time - SETTLED_AFTER).toISOString(), id: MAX };
}
