import type { ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { Injectable, Logger, type OnModuleDestroy } from '@nestjs/common';
import { NIL } from 'uuid';
import type { Caller } from '../common/access.js';
import { Database } from '../database/database.js';
import type { Row } from '../database/table.js';
import { NotificationEntity } from './notification.entity.js';
import { NotificationsService } from './notifications.service.js';

type Notification = Row<NotificationEntity>;

/** Milliseconds between two looks for what is new: so many queries an instance, however many are connected. */
const POLL_EVERY = 500;
/** Milliseconds back from the last look: what was written before it may have been committed after it. */
const OVERLAP = 5_000;
/** Milliseconds between two signs of life. */
const HEARTBEAT_EVERY = 15_000;
/** Missed notifications that one query takes when a stream resumes. */
const BATCH = 500;
/** Bytes that a client may leave unread before it is let go. */
const MAX_BACKLOG = 1024 * 1024;

/** What a stream starts with: what it missed, and what is too recent to be told from new by its time. */
export interface Beginning {
  missed: Notification[];
  seen: Notification[];
}

interface Stream {
  caller: Caller;
  response: ServerResponse;
  /** When (on the process's clock) each recent notification was sent, by id. */
  sent: Map<string, number>;
}

/**
 * Server-sent events (WHATWG HTML, 9.2): each new notification at least once, on whichever instance it was made. One
 * query serves all streams of the instance, and no database session is held (contract.md 6).
 */
@Injectable()
export class NotificationStream implements OnModuleDestroy {
  private readonly logger = new Logger(NotificationStream.name);
  private readonly streams = new Map<string, Set<Stream>>();
  private readonly stopping = new AbortController();
  private polling = false;
  private lookedAt = 0;

  constructor(
    private readonly database: Database,
    private readonly notifications: NotificationsService,
  ) {}

  onModuleDestroy(): void {
    this.stopping.abort();
    for (const stream of this.all()) stream.response.end();
  }

  /** What a stream that opens now begins with; after `lastEventId`, where that names a notification of the caller's. */
  async begin(caller: Caller, lastEventId: string | undefined): Promise<Beginning> {
    const last = lastEventId === undefined ? undefined : await this.notifications.find(lastEventId, caller);
    const seen = await this.read('t.recipient_id = $2', OVERLAP, caller.id);
    const missed: Notification[] = [];
    for (let from = last && before(last.createdAt, OVERLAP), id = ''; from !== undefined; ) {
      const batch = await this.after(caller, from, id);
      missed.push(...batch.filter((notification) => notification.id !== last?.id));
      const end = batch.length === BATCH ? batch.at(-1) : undefined;
      from = end?.createdAt;
      id = end?.id ?? '';
    }
    return { missed, seen };
  }

  /** Sends on the response until the client goes, the token ends or the service stops. */
  join(caller: Caller, response: ServerResponse, { missed, seen }: Beginning): void {
    const stream: Stream = { caller, response, sent: new Map() };
    const streams = this.streams.get(caller.id) ?? new Set();
    this.streams.set(caller.id, streams.add(stream));
    response.once('close', () => {
      streams.delete(stream);
      if (streams.size === 0 && this.streams.get(caller.id) === streams) this.streams.delete(caller.id);
    });
    response.write(': connected\nretry: 2000\n\n');
    for (const notification of missed) this.send(stream, notification);
    for (const { id } of seen) stream.sent.set(id, performance.now());
    if (this.stopping.signal.aborted) response.end();
    else if (!this.polling) void this.poll();
  }

  /** Looks for what is new, again and again while anyone is connected. */
  private async poll(): Promise<void> {
    const { signal } = this.stopping;
    this.polling = true;
    this.lookedAt = performance.now();
    let beatAt = performance.now();
    for (let failed = false; this.streams.size > 0 && !signal.aborted; ) {
      try {
        await this.deliver();
        failed = false;
      } catch (error) {
        if (!failed) this.logger.warn(`New notifications cannot be looked for: ${(error as Error).message}`);
        failed = true;
      }
      const beats = performance.now() - beatAt >= HEARTBEAT_EVERY;
      if (beats) beatAt = performance.now();
      for (const stream of this.all()) this.tend(stream, beats);
      await sleep(POLL_EVERY, undefined, { signal }).catch(() => {});
    }
    this.polling = false;
  }

  private async deliver(): Promise<void> {
    const now = performance.now();
    const recipients = [...this.streams.keys()];
    const fresh = await this.read('t.recipient_id = ANY($2)', OVERLAP + now - this.lookedAt, recipients);
    this.lookedAt = now;
    for (const notification of fresh)
      for (const stream of this.streams.get(notification.recipientId) ?? []) this.send(stream, notification);
  }

  private send({ response, sent }: Stream, notification: Notification): void {
    if (sent.has(notification.id)) return;
    sent.set(notification.id, performance.now());
    response.write(`id: ${notification.id}\nevent: notification\ndata: ${JSON.stringify(notification)}\n\n`);
  }

  /** Ends a stream whose token has ended or whose client does not read; else gives a sign of life and forgets the old. */
  private tend({ caller, response, sent }: Stream, beats: boolean): void {
    if (response.writableLength > MAX_BACKLOG) return void response.destroy();
    if (caller.expiresAt * 1000 <= Date.now()) return void response.end();
    if (!beats) return;
    response.write(': still here\n\n');
    for (const [id, at] of sent) if (performance.now() - at > 2 * OVERLAP) sent.delete(id);
  }

  private *all(): Generator<Stream> {
    for (const streams of this.streams.values()) yield* streams;
  }

  /** Notifications of the last milliseconds, by the database's clock, oldest first. */
  private read(whose: string, milliseconds: number, recipients: string | string[]): Promise<Notification[]> {
    return this.database.query<Notification>({
      text: `SELECT ${this.database.table(NotificationEntity).select()} FROM notifications t
             WHERE t.created_at > statement_timestamp() - make_interval(secs => $1) AND ${whose}
             ORDER BY t.created_at, t.id`,
      values: [milliseconds / 1000, recipients],
    });
  }

  private after(caller: Caller, from: string, id: string): Promise<Notification[]> {
    return this.database.query<Notification>({
      text: `SELECT ${this.database.table(NotificationEntity).select()} FROM notifications t
             WHERE t.recipient_id = $1 AND (t.created_at, t.id) > ($2, $3)
             ORDER BY t.created_at, t.id LIMIT ${BATCH}`,
      values: [caller.id, from, id || NIL],
    });
  }
}

/** ISO 8601, some milliseconds earlier. */
function before(instant: string, milliseconds: number): string {
  return new Date(Date.parse(instant) - milliseconds).toISOString();
}
