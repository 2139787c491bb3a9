import { Injectable } from '@nestjs/common';
import { IsNull, Not } from 'typeorm';
import { v7 as uuidv7 } from 'uuid';
import type { Caller } from '../common/access.js';
import { MAX_TOTAL, type Page } from '../common/pagination.js';
import { Problem } from '../common/problem.js';
import { Database, type Transaction } from '../database/database.js';
import { Repository } from '../database/repository.js';
import type { Row } from '../database/table.js';
import { InjectTable } from '../database/table.provider.js';
import { type NotificationData, NotificationEntity, type NotificationType } from './notification.entity.js';
import type { ListNotificationsQuery, NotificationDto } from './notifications.dto.js';

/** Rows that one statement marks as read. */
const BATCH = 1_000;

type Notification = Row<NotificationEntity>;

@Injectable()
export class NotificationsService {
  constructor(
    private readonly database: Database,
    @InjectTable(NotificationEntity) private readonly notifications: Repository<NotificationEntity>,
  ) {}

  /** Notifies a user, in the transaction of what has happened. */
  async notify(
    recipientId: string,
    type: NotificationType,
    referenceId: string,
    data: NotificationData,
    transaction: Transaction,
  ): Promise<void> {
    const row = { id: uuidv7(), recipientId, type, referenceId, data };
    await this.notifications.insert(row, { select: [], transaction });
  }

  /** The caller's inbox, newest first. */
  list(caller: Caller, query: ListNotificationsQuery): Promise<Page<NotificationDto>> {
    const readAt = query.unread === 'true' ? IsNull() : Not(IsNull());
    const where = query.unread ? { recipientId: caller.id, readAt } : { recipientId: caller.id };
    return this.notifications.page(query, { where, order: { createdAt: 'DESC' } });
  }

  /** A notification of the caller's, or undefined. */
  find(id: string, caller: Caller): Promise<Notification | undefined> {
    return this.notifications.findOneBy({ recipientId: caller.id, id });
  }

  /** How many notifications the caller has not read, counted up to 1 000. */
  async countUnread(caller: Caller): Promise<number> {
    const unread = await this.notifications.countBy({ recipientId: caller.id, readAt: IsNull() });
    return Math.min(unread, MAX_TOTAL);
  }

  /** Marks a notification as read or unread. One that is read keeps its time. */
  async mark({ recipientId, id }: Notification, read: boolean): Promise<NotificationDto> {
    const [marked] = read
      ? await this.notifications.update({ recipientId, id, readAt: IsNull() }, { readAt: () => 'now()' })
      : await this.notifications.update({ recipientId, id }, { readAt: null });
    const notification = marked ?? (await this.notifications.findOneBy({ recipientId, id }));
    if (!notification) throw new Problem('NOT_FOUND');
    return notification;
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
