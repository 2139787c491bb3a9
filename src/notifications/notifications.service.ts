import { Injectable } from '@nestjs/common';
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
import { OwnTable } from '../users/own-data.js';
import { nameOf } from '../users/users.service.js';
import { Outbox, type Reference, WebhookMessage } from '../webhook/outbox.js';
import { NotificationEntity } from './notification.entity.js';
import {
  AGREED_TERMS,
  type AgreedTerm,
  type ListNotificationsQuery,
  type NotificationDto,
  type NotificationType,
} from './notifications.dto.js';

/** Rows that one statement marks as read. TypeORM's `update` has no limit. */
const BATCH = 1_000;
/** The lock makes PostgreSQL check the conditions again on a row that a concurrent change has held. */
const MARK_ALL = `
  UPDATE notifications SET read_at = now() WHERE recipient_id = $1 AND id = ANY(
    ARRAY(SELECT id FROM notifications WHERE recipient_id = $1 AND read_at IS NULL
            AND ($2::timestamptz IS NULL OR coalesce(merged_at, created_at) <= $2)
          ORDER BY created_at, id LIMIT ${BATCH} FOR NO KEY UPDATE))`;

/** Each application waits for this statement. TypeORM's `insert` takes twice the processor time. */
const NOTIFY = `
  INSERT INTO notifications (id, recipient_id, type, reference_id, data) VALUES ($1, $2, $3, $4,
    jsonb_build_object('gigId', $5::text, 'gigTitle', $6::text, 'applicantName', ${nameOf('$7')}) || $8::jsonb)`;
/** The type of the webhook's messages. A change that is merged into a notification has none. */
const MESSAGE = 'notification.created';

/** SQL of a new UUIDv7 (RFC 9562, 5.7). PostgreSQL has `uuidv7()` from version 18. */
const UUIDV7 = `(lpad(to_hex((extract(epoch FROM clock_timestamp()) * 1000)::bigint), 12, '0') || '7'
  || substr(replace(gen_random_uuid()::text, '-', ''), 14))::uuid`;
/** SQL of the unread notifications of the type `$1` about the gigs `$2`. */
const UNREAD = `reference_id = ANY($2) AND reference_type = 'EVENT' AND type = $1 AND read_at IS NULL`;
const INFORMED = `SELECT reference_id, recipient_id FROM notifications WHERE ${UNREAD}`;
/**
 * SQL that merges the changed terms `$4` into unread notifications, but not into those that their recipients
 * read at the same time. Those from before terms were stored keep null: they stand for unknown ones.
 */
const MERGED = `
    UPDATE notifications n SET merged_at = now(), data = jsonb_set(n.data, '{changed}',
      CASE WHEN jsonb_typeof(n.data -> 'changed') = 'array' THEN to_jsonb(ARRAY(
        SELECT term FROM unnest('{${AGREED_TERMS}}'::text[]) WITH ORDINALITY AS terms (term, nth)
        WHERE n.data -> 'changed' ? term OR term = ANY($4) ORDER BY nth)) ELSE 'null' END)
    FROM recipients WHERE ${UNREAD} AND recipients.gig_id = n.reference_id AND recipients.id = n.recipient_id
    RETURNING n.reference_id, n.recipient_id`;
/**
 * SQL that notifies recipients, except those who are `informed`: they have an unread notification of this
 * type about the gig, and a change is merged into it. The rows never reach the process. TypeORM's
 * `valuesFromSelect` has no lateral join. `NOT IN` is a hash lookup; on a table without statistics the
 * planner would run `NOT EXISTS` as a scan per recipient.
 */
const NOTIFY_ALL = `
  INSERT INTO notifications (id, recipient_id, type, reference_type, reference_id, data)
  SELECT ${UUIDV7}, id, $1, 'EVENT', gig_id,
         jsonb_build_object('gigId', gig_id, 'gigTitle', title, 'applicantName', name)
           || CASE WHEN $4::text[] IS NULL THEN '{}' ELSE jsonb_build_object('changed', $4) END
  FROM recipients WHERE (gig_id, id) NOT IN (TABLE informed)`;
/** SQL of the recipients of a change of gigs. @param recipients SQL of those of a `gig` */
const recipientsOf = (recipients: string) => `
  recipients AS (
    SELECT gig.id AS gig_id, gig.title, recipient.* FROM unnest($2::text[], $3::text[]) gig (id, title)
    CROSS JOIN LATERAL (${recipients}) recipient)`;

/** SQL that notifies recipients of starts. The rows never reach the process. TypeORM selects from no CTE. */
const NOTIFY_STARTS = `
  INSERT INTO notifications (id, recipient_id, type, reference_type, reference_id, data)
  SELECT ${UUIDV7}, id, 'EVENT_STARTS', 'EVENT', event_id, jsonb_build_object('eventId', event_id, 'eventTitle', title,
           'startAt', to_char(start_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))
  FROM recipients`;
const COUNT_STARTS = `
  SELECT (SELECT count(*)::int FROM advanced) AS advanced, (SELECT count(*)::int FROM written) AS notified`;

/** The data of notifications from before a member of it existed. */
const BEFORE: Partial<Record<NotificationType, object>> = {
  APPLICATION_ACCEPTED: { note: null },
  APPLICATION_REJECTED: { note: null },
  GIG_CHANGED: { changed: null },
};
/** A stored notification with all members of its data. */
export const complete = <Row extends NotificationDto>(row: Row): Row => ({
  ...row,
  data: { ...BEFORE[row.type], ...row.data },
});

/** SQL of the columns of a `NotificationDto`. */
export const COLUMNS = `
  id, type, reference_id AS "referenceId", reference_type AS "referenceType", recipient_id AS "recipientId",
  read_at AS "readAt", created_at AS "createdAt", data`;
const CONDITIONS = { all: '', unread: 'AND read_at IS NULL', read: 'AND read_at IS NOT NULL' };
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

/** The gig and the applicant, and further members of the data. */
type NotificationSubject = { gigId: string; gigTitle: string; applicantId: string; note?: string | null };

@Injectable()
export class NotificationsService implements AccessPolicy<NotificationEntity> {
  constructor(
    @InjectRepository(NotificationEntity) private readonly notifications: Repository<NotificationEntity>,
    private readonly statements: Statements,
    private readonly transactions: Transactions,
    private readonly outbox: Outbox,
  ) {}

  @OwnTable({ name: 'notifications', order: 6 })
  ownNotifications(): OwnTable<NotificationEntity> {
    return {
      entity: NotificationEntity,
      owner: 'recipientId',
      toDtos: (notifications) => notifications.map(complete),
    };
  }

  @WebhookMessage(MESSAGE)
  message({ userId, id }: Reference): Promise<NotificationDto | null> {
    return this.find(id, { id: userId });
  }

  /** Notifies a user, in the transaction of the change. */
  async notify(
    recipientId: string,
    type: NotificationType,
    referenceId: string,
    { gigId, gigTitle, applicantId, ...further }: NotificationSubject,
    manager: EntityManager,
  ): Promise<void> {
    const values = [uuidv7(), recipientId, type, referenceId, gigId, gigTitle, applicantId, further];
    const text = this.outbox.alongside(MESSAGE, NOTIFY, 'recipient_id');
    await this.statements.query({ name: 'notify', text, values }, { manager });
  }

  /**
   * Notifies the applicants of gigs, with one statement in the transaction of the change. Those with an
   * unread notification of this type get no second one.
   * @param changed the changed terms, if the type is GIG_CHANGED
   * @param recipients SQL of the ids and names of the applicants of a `gig`
   */
  async notifyAll(
    recipients: string,
    type: NotificationType,
    gigs: { id: string; title: string }[],
    manager: EntityManager,
    changed?: AgreedTerm[],
  ): Promise<void> {
    const values = [type, gigs.map(({ id }) => id), gigs.map(({ title }) => title), changed];
    const queries = [recipientsOf(recipients), `informed AS (${changed ? MERGED : INFORMED})`];
    const text = this.outbox.alongside(MESSAGE, NOTIFY_ALL, 'recipient_id', queries);
    if (gigs.length > 0) await runLong(manager, text, values);
  }

  /**
   * Notifies users that events start, and records how far that has come, with one statement.
   * @param ctes SQL of two CTEs: `recipients` (`id`, `event_id`, `title`, `start_at`), and `advanced`, which
   * records it
   * @returns the rows of `advanced`, and the notifications
   */
  async notifyStarts(ctes: string): Promise<{ advanced: number; notified: number }> {
    const text = this.outbox.alongside(MESSAGE, NOTIFY_STARTS, 'recipient_id', [ctes], COUNT_STARTS);
    const notify = () => this.statements.query<{ advanced: number; notified: number }>({ text, values: [] });
    const [counts] = await this.transactions.inTurn(Symbol.for('reminders'), notify);
    return counts!;
  }

  /** The caller's inbox, newest first. */
  async list(
    { id: recipientId }: Caller,
    { unread, limit = DEFAULT_LIMIT, ...start }: ListNotificationsQuery,
  ): Promise<Page<NotificationDto>> {
    const filter = unread === undefined ? 'all' : unread ? 'unread' : 'read';
    const scope = fingerprint('notifications', recipientId, filter);
    const { position, offset } = startOfPage(scope, start, POSITION);
    const { at, id } = position ?? FIRST;
    const found = await this.statements.query<NotificationDto & { matches: number }>({
      ...inbox(filter),
      values: [recipientId, at, id, limit + 1, offset],
    });
    const matches = found[0]?.matches ?? (await this.count(recipientId, filter));
    const data = found.slice(0, limit).map(({ matches: _, ...notification }) => complete(notification));
    const last = data.at(-1);
    const nextCursor =
      last && found.length > limit ? encodeCursor(scope, { at: last.createdAt, id: last.id }) : null;
    return toPage(data, matches, limit, offset, nextCursor);
  }

  /**
   * A notification of the caller, or null. Other callers cannot see that it exists. A malformed id counts as
   * unknown.
   */
  async find(id: string, { id: recipientId }: Pick<Caller, 'id'>): Promise<NotificationEntity | null> {
    const found = isUuid(id) && (await this.notifications.findOneBy({ recipientId, id }));
    return found ? complete(found) : null;
  }

  /** The number of unread notifications of the caller, up to 1 000. */
  async countUnread(caller: Caller): Promise<number> {
    return Math.min(await this.count(caller.id, 'unread'), MAX_TOTAL);
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
    const marked = await this.find(id, { id: recipientId });
    if (!marked) throw new Problem('NOT_FOUND');
    return marked;
  }

  /**
   * Marks all unread notifications of the caller as read, in batches.
   * @param until the latest time of their creation or last change, if not all are meant
   * @returns the number marked
   */
  async markAll({ id }: Caller, until?: string): Promise<number> {
    const markSome = () => this.notifications.query<[unknown, number]>(MARK_ALL, [id, until]);
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
