import { Injectable } from '@nestjs/common';
import { validate as isUuid, v7 as uuidv7 } from 'uuid';
import type { Caller } from '../common/access.js';
import { MAX_TOTAL, type Page } from '../common/pagination.js';
import { Problem } from '../common/problem.js';
import { Database, type Transaction } from '../database/database.js';
import { countUpTo, readPage } from '../database/page-reader.js';
import { type Row, Where } from '../database/table.js';
import { type NotificationData, NotificationEntity, type NotificationType } from './notification.entity.js';
import type { ListNotificationsQuery, NotificationDto } from './notifications.dto.js';

/** Rows that one statement marks as read. */
const BATCH = 1_000;

type Notification = Row<NotificationEntity>;

@Injectable()
export class NotificationsService {
  constructor(private readonly database: Database) {}

  /** Notifies a user, in the transaction of what has happened. */
  async notify(
    recipientId: string,
    type: NotificationType,
    referenceId: string,
    data: NotificationData,
    transaction: Transaction,
  ): Promise<void> {
    const row = { id: uuidv7(), recipientId, type, referenceId, data };
    await this.database.execute(this.database.table(NotificationEntity).insertSilently([row]), transaction);
  }

  /** The caller's inbox, newest first. */
  list(caller: Caller, query: ListNotificationsQuery): Promise<Page<NotificationDto>> {
    const where = new Where().equals('t.recipient_id', caller.id);
    if (query.unread) where.and(`t.read_at IS ${query.unread === 'true' ? 'NULL' : 'NOT NULL'}`);
    const sort = { by: 'createdAt', descending: true } as const;
    return readPage(this.database, query, { entity: NotificationEntity, where, sort });
  }

  /** A notification of the caller's, or undefined. */
  async find(id: string, caller: Caller): Promise<Notification | undefined> {
    if (!isUuid(id)) return undefined;
    const [notification] = await this.database.query<Notification>({
      text: `SELECT ${this.database.table(NotificationEntity).select()} FROM notifications t
             WHERE t.recipient_id = $1 AND t.id = $2`,
      values: [caller.id, id],
    });
    return notification;
  }

  /** How many notifications the caller has not read, counted up to 1 000. */
  async countUnread(caller: Caller): Promise<number> {
    const unread = new Where().equals('t.recipient_id', caller.id).and('t.read_at IS NULL');
    return Math.min(
      await countUpTo(this.database, this.database.table(NotificationEntity), unread),
      MAX_TOTAL,
    );
  }

  /** Marks a notification as read (since when, stays) or unread. */
  async mark(notification: Notification, read: boolean): Promise<NotificationDto> {
    const readAt = read ? 'coalesce(read_at, now())' : 'NULL';
    const [marked] = await this.database.query<Notification>({
      text: `UPDATE notifications t SET read_at = ${readAt} WHERE recipient_id = $1 AND id = $2
             RETURNING ${this.database.table(NotificationEntity).select()}`,
      values: [notification.recipientId, notification.id],
    });
    if (!marked) throw new Problem('NOT_FOUND');
    return marked;
  }

  /** Marks all that the caller has not read, and answers how many there were. */
  async markAll(caller: Caller): Promise<number> {
    const text = `UPDATE notifications SET read_at = now() WHERE recipient_id = $1 AND read_at IS NULL AND id = ANY(
                    ARRAY(SELECT id FROM notifications WHERE recipient_id = $1 AND read_at IS NULL
                          ORDER BY created_at, id LIMIT ${BATCH}))`;
    let marked = 0;
    for (let batch = BATCH; batch === BATCH; marked += batch)
      batch = await this.database.execute({ text, values: [caller.id] });
    return marked;
  }
}
