import { Injectable } from '@nestjs/common';
import { MAX, NIL } from 'uuid';
import type { Caller } from '../common/access.js';
import { Database } from '../database/database.js';
import { inBatches } from '../database/in-batches.js';
import { Repository } from '../database/repository.js';
import type { Row } from '../database/table.js';
import { InjectTable } from '../database/table.provider.js';
import { NotificationEntity } from './notification.entity.js';
import { NotificationsService } from './notifications.service.js';

type Notification = Row<NotificationEntity>;

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
    private readonly database: Database,
    @InjectTable(NotificationEntity) private readonly rows: Repository<NotificationEntity>,
    private readonly notifications: NotificationsService,
  ) {}

  /** Starts after `lastEventId`, where that names a notification of the caller's, else with what is new. */
  async begin(caller: Caller, lastEventId: string | undefined): Promise<Beginning> {
    const last = lastEventId === undefined ? undefined : await this.notifications.find(lastEventId, caller);
    if (last) return { after: settledBefore(last.createdAt), seen: [last.id], resumes: true };
    const [now] = await this.database.query<{ createdAt: string; seen: string[] }>({
      text: `SELECT statement_timestamp() - make_interval(secs => $2) AS "createdAt", ARRAY(
               SELECT id FROM notifications
               WHERE recipient_id = $1 AND created_at > statement_timestamp() - make_interval(secs => $2)
               ORDER BY created_at DESC, id DESC LIMIT ${MOST_SEEN}) AS seen`,
      values: [caller.id, SETTLED_AFTER / 1000],
    });
    return { after: { createdAt: now!.createdAt, id: MAX }, seen: now!.seen, resumes: false };
  }

  /** The next batch of a user's settled notifications, and whether it is the last. */
  async settled(recipient: string, after: Position): Promise<{ batch: Notification[]; isLast: boolean }> {
    // With the condition of settled rows in the same query, the planner may sort the whole inbox.
    const batch = await this.database.query<Notification>({
      text: `SELECT ${this.rows.columns()} FROM (
               SELECT * FROM notifications WHERE recipient_id = $1 AND (created_at, id) > ($2, $3)
               ORDER BY created_at, id LIMIT ${OWN_BATCH}) t
             WHERE t.created_at <= statement_timestamp() - make_interval(secs => $4)
             ORDER BY t.created_at, t.id`,
      values: [recipient, after.createdAt, after.id, SETTLED_AFTER / 1000],
    });
    return { batch, isLast: batch.length < OWN_BATCH };
  }

  /** What was written for these recipients in the last milliseconds of the database's clock, in batches. */
  recent(recipients: string[], milliseconds: number): AsyncGenerator<Notification[]> {
    const text = `SELECT ${this.rows.columns()} FROM notifications t
                  WHERE t.created_at > statement_timestamp() - make_interval(secs => $1) AND t.recipient_id = ANY($2)
                    AND (t.created_at, t.id) > ($3, $4)
                  ORDER BY t.created_at, t.id LIMIT ${SHARED_BATCH}`;
    return inBatches(SHARED_BATCH, ({ createdAt, id }: Position = BEFORE_ALL) =>
      this.database.query({ text, values: [milliseconds / 1000, recipients, createdAt, id] }),
    );
  }
}

/** The position before which everything had been committed when this was written. */
function settledBefore(createdAt: string): Position {
  return { createdAt: new Date(Date.parse(createdAt) - SETTLED_AFTER).toISOString(), id: MAX };
}
