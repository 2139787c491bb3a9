import { Injectable, type OnModuleInit } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { type EntityManager, IsNull, Not, type Repository } from 'typeorm';
import { MAX, v7 as uuidv7 } from 'uuid';
import type { AccessPolicy, Caller } from '../common/access.js';
import {
  DEFAULT_LIMIT,
  encodeCursor,
  fingerprint,
  MAX_TOTAL,
  type Page,
  POSITION,
  startOfPage,
  toPage,
} from '../common/pagination.js';
import { Problem } from '../common/problem.js';
import { isUuid } from '../common/text.js';
import { Statements } from '../database/statements.js';
import { runLong, Transactions } from '../database/transactions.js';
import { OwnData } from '../users/own-data.js';
import { nameOf } from '../users/users.service.js';
import { NotificationEntity } from './notification.entity.js';
import type { ListNotificationsQuery, NotificationDto, NotificationType } from './notifications.dto.js';

/** Rows that one statement marks as read. TypeORM's `update` has no limit. */
const BATCH = 1_000;
const MARK_ALL = `
  UPDATE notifications SET read_at = now() WHERE recipient_id = $1 AND read_at IS NULL AND id = ANY(
    ARRAY(SELECT id FROM notifications WHERE recipient_id = $1 AND read_at IS NULL
          ORDER BY created_at, id LIMIT ${BATCH}))`;

/** Each application waits for this statement. TypeORM's `insert` takes twice the processor time. */
const NOTIFY = {
  name: 'notify',
  text: `INSERT INTO notifications (id, recipient_id, type, reference_id, data) VALUES ($1, $2, $3, $4,
           jsonb_build_object('gigId', $5::text, 'gigTitle', $6::text, 'applicantName', ${nameOf('$7')}))`,
};

/** SQL of a new UUIDv7 (RFC 9562, 5.7). PostgreSQL has `uuidv7()` from version 18. */
const UUIDV7 = `(lpad(to_hex((extract(epoch FROM clock_timestamp()) * 1000)::bigint), 12, '0') || '7'
  || substr(replace(gen_random_uuid()::text, '-', ''), 14))::uuid`;
/**
 * SQL that notifies recipients. It skips recipients with an unread notification of this type about the gig.
 * The rows never reach the process. TypeORM's `valuesFromSelect` has no lateral join. `NOT IN` is a hash
 * lookup; on a table without statistics the planner would run `NOT EXISTS` as a scan per recipient.
 */
const notifyAll = (recipients: string) => `
  INSERT INTO notifications (id, recipient_id, type, reference_type, reference_id, data)
  SELECT ${UUIDV7}, recipient.id, $1, 'EVENT', gig.id,
         jsonb_build_object('gigId', gig.id, 'gigTitle', gig.title, 'applicantName', recipient.name)
  FROM unnest($2::text[], $3::text[]) gig (id, title) CROSS JOIN LATERAL (${recipients}) recipient
  WHERE (gig.id, recipient.id) NOT IN (
    SELECT reference_id, recipient_id FROM notifications
    WHERE reference_id = ANY($2) AND reference_type = 'EVENT' AND type = $1 AND read_at IS NULL)`;

/** SQL of the columns of a `NotificationDto`. */
export const COLUMNS = `
  id, type, reference_id AS "referenceId", reference_type AS "referenceType", recipient_id AS "recipientId",
  read_at AS "readAt", created_at AS "createdAt", data`;
const CONDITIONS = { all: '', true: 'AND read_at IS NULL', false: 'AND read_at IS NOT NULL' };
const count = (filter: keyof typeof CONDITIONS) => `(SELECT count(*)::int FROM (
  SELECT 1 FROM notifications WHERE recipient_id = $1 ${CONDITIONS[filter]} LIMIT ${MAX_TOTAL + 1}) counted) AS matches`;
/** A page with its total. TypeORM's `findAndCount` takes three times the processor time, and counts all. */
const inbox = (filter: keyof typeof CONDITIONS) => ({
  name: `inbox ${filter}`,
  text: `SELECT ${COLUMNS}, ${count(filter)}
         FROM notifications WHERE recipient_id = $1 ${CONDITIONS[filter]} AND (created_at, id) < ($2, $3)
         ORDER BY created_at DESC, id DESC LIMIT $4 OFFSET $5`,
});
const FIRST = { at: 'infinity', id: MAX };

@Injectable()
export class NotificationsService implements AccessPolicy<NotificationEntity>, OnModuleInit {
  constructor(
    @InjectRepository(NotificationEntity) private readonly notifications: Repository<NotificationEntity>,
    private readonly statements: Statements,
    private readonly transactions: Transactions,
    private readonly ownData: OwnData,
  ) {}

  onModuleInit(): void {
    this.ownData.add('notifications', {
      rows: this.notifications,
      owner: 'recipientId',
      toDtos: (notifications) => notifications,
    });
  }

  /** Notifies a user, in the transaction of the change. */
  async notify(
    recipientId: string,
    type: NotificationType,
    referenceId: string,
    { gigId, gigTitle, applicantId }: { gigId: string; gigTitle: string; applicantId: string },
    manager: EntityManager,
  ): Promise<void> {
    const values = [uuidv7(), recipientId, type, referenceId, gigId, gigTitle, applicantId];
    await this.statements.query({ ...NOTIFY, values }, { manager });
  }

  /**
   * Notifies the applicants of gigs, with one statement in the transaction of the change. Skips recipients
   * with an unread notification of this type.
   * @param recipients SQL of the ids and names of the applicants of a `gig`
   */
  async notifyAll(
    recipients: string,
    type: NotificationType,
    gigs: { id: string; title: string }[],
    manager: EntityManager,
  ): Promise<void> {
    const values = [type, gigs.map(({ id }) => id), gigs.map(({ title }) => title)];
    if (gigs.length > 0) await runLong(manager, notifyAll(recipients), values);
  }

  /** The caller's inbox, newest first. */
  async list(
    { id: recipientId }: Caller,
    { unread, limit = DEFAULT_LIMIT, ...start }: ListNotificationsQuery,
  ): Promise<Page<NotificationDto>> {
    const filter = unread ?? 'all';
    const scope = fingerprint('notifications', recipientId, filter);
    const { position, offset } = startOfPage(scope, start, POSITION);
    const { at, id } = position ?? FIRST;
    const found = await this.statements.query<NotificationDto & { matches: number }>({
      ...inbox(filter),
      values: [recipientId, at, id, limit + 1, offset],
    });
    const matches = found[0]?.matches ?? (await this.count(recipientId, filter));
    const data = found.slice(0, limit).map(({ matches: _, ...notification }) => notification);
    const last = data.at(-1);
    const nextCursor =
      last && found.length > limit ? encodeCursor(scope, { at: last.createdAt, id: last.id }) : null;
    return toPage(data, matches, limit, offset, nextCursor);
  }

  /**
   * A notification of the caller, or null. Other callers cannot see that it exists. A malformed id counts as
   * unknown.
   */
  async find(id: string, { id: recipientId }: Caller): Promise<NotificationEntity | null> {
    return isUuid(id) ? this.notifications.findOneBy({ recipientId, id }) : null;
  }

  /** The number of unread notifications of the caller, up to 1 000. */
  async countUnread(caller: Caller): Promise<number> {
    return Math.min(await this.count(caller.id, 'true'), MAX_TOTAL);
  }

  /**
   * Marks a notification as read or unread. A read notification that is marked as read again keeps its time.
   */
  async mark(notification: NotificationEntity, read?: boolean): Promise<NotificationDto> {
    if (read === undefined) return notification;
    const { recipientId, id } = notification;
    const where = { recipientId, id, readAt: read ? IsNull() : Not(IsNull()) };
    const mark = () => this.notifications.update(where, { readAt: read ? () => 'now()' : null });
    await this.transactions.inTurn(recipientId, mark);
    const marked = await this.notifications.findOneBy({ recipientId, id });
    if (!marked) throw new Problem('NOT_FOUND');
    return marked;
  }

  /** Marks all unread notifications of the caller as read, in batches. @returns the number marked */
  async markAll({ id }: Caller): Promise<number> {
    const markSome = () => this.notifications.query<[unknown, number]>(MARK_ALL, [id]);
    let marked = 0;
    for (let batch = BATCH; batch === BATCH; marked += batch)
      [, batch] = await this.transactions.inTurn(id, markSome);
    return marked;
  }

  /** Counts notifications, up to one more than the limit of totals. TypeORM's `count` has no limit. */
  private async count(recipientId: string, filter: keyof typeof CONDITIONS): Promise<number> {
    const [{ matches }] = await this.notifications.query(`SELECT ${count(filter)}`, [recipientId]);
    return matches;
  }
}
