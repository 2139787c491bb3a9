import type { OutgoingHttpHeaders, ServerResponse } from 'node:http';
import { Injectable, Logger, type OnModuleDestroy } from '@nestjs/common';
import { Interval } from '@nestjs/schedule';
import type { FastifyReply } from 'fastify';
import { MAX } from 'uuid';
import type { Caller } from '../common/access.js';
import { Measured, type Sample } from '../common/discovery.js';
import { UNCACHED_HEADERS } from '../common/http/headers.js';
import { Problem } from '../common/problem.js';
import { Statements } from '../database/statements.js';
import { COLUMNS, complete, NotificationsService } from './notifications.service.js';
import { type InboxPosition, type NotificationRow, OpenStream } from './open-stream.js';

/** Maximum number of streams per user and instance (rules.md, "Limits"). */
const MAX_STREAMS = 5;
/** Milliseconds between two polls of all streams, and between two of those that are behind. */
const POLL_EVERY = 500;
const CATCH_UP_EVERY = 25;
/** Milliseconds between two heartbeats. */
const HEARTBEAT_EVERY = 15_000;
/** Milliseconds that a resumed stream repeats: a statement that took so long may have ended in the break. */
const OVERLAP = 30_000;
/**
 * The time before which every inserted row is committed or rolled back for later statements: the start of
 * the role's oldest transaction that writes, at most two minutes ago. The margin is for one that is about to
 * write. Rows of a longer one, and of other roles, may be missed.
 */
const SETTLED = `
  SELECT greatest(clock_timestamp() - interval '2 minutes',
                  least(clock_timestamp() - interval '5 seconds', min(xact_start))) AS "settledAt"
  FROM pg_stat_activity WHERE datname = current_database() AND backend_xid IS NOT NULL`;
/** Notifications per query, for all streams together, but at least one for each. */
const BATCH = 1_000;
/**
 * Maximum number of ids that a new stream skips because its client has them. Beyond it, some are sent twice.
 */
const MAX_SEEN = 1_000;

const HEADERS = {
  ...UNCACHED_HEADERS,
  'content-type': 'text/event-stream; charset=utf-8',
  connection: 'close', // the connection ends with the stream
  'x-accel-buffering': 'no', // reverse proxies must not buffer messages
};

/** The latest notifications of an inbox that are not settled. */
const SEEN = `
  SELECT id FROM notifications WHERE recipient_id = $1 AND created_at > $2
  ORDER BY created_at DESC, id DESC LIMIT ${MAX_SEEN}`;
/**
 * The next `$4` notifications of each inbox in `$1` after its position in `$2` and `$3`. TypeORM does not
 * support lateral joins.
 */
const NEXT = `
  SELECT next.*, nth::int, "createdAt" < $5 AS "isSettled"
  FROM unnest($1::text[], $2::timestamptz[], $3::uuid[]) WITH ORDINALITY inbox (recipient, at, last, nth)
    CROSS JOIN LATERAL (
      SELECT ${COLUMNS} FROM notifications
      WHERE recipient_id = inbox.recipient AND (created_at, id) > (inbox.at, inbox.last)
      ORDER BY created_at, id LIMIT $4) next
  ORDER BY nth, "createdAt", id`;

/** `nth` is the number of the inbox, from 1. */
type NextRow = NotificationRow & { nth: number; isSettled: boolean };

/**
 * Server-sent events (WHATWG HTML, 9.2): each new notification is sent at least once, whichever instance
 * created it. One query serves all streams of the instance whose clients keep up, each from its own position,
 * and no database session is reserved (no-session.md).
 */
@Injectable()
export class NotificationStream implements OnModuleDestroy {
  private readonly logger = new Logger(NotificationStream.name);
  private readonly streams = new Set<OpenStream>();
  private isStopping = false;
  private isPolling = false;
  /** The time of the next poll of all streams, by `performance.now()`. */
  private dueAt = 0;
  private hasFailed = false;

  constructor(
    private readonly statements: Statements,
    private readonly notifications: NotificationsService,
  ) {}

  @Measured({ notification_streams: 'Open streams of notifications.' })
  measure(): Sample[] {
    return [['notification_streams', this.streams.size]];
  }

  onModuleDestroy(): void {
    this.isStopping = true;
    for (const stream of this.streams) stream.end();
  }

  /**
   * Sends new notifications, or those after `lastEventId`, until the client disconnects, the token expires or
   * the service stops.
   * @throws Problem RATE_LIMITED where the caller has the maximum number of streams
   */
  async open(caller: Caller, reply: FastifyReply, lastEventId: string | undefined): Promise<void> {
    if (reply.request.method === 'HEAD') return void reply.headers(HEADERS).send();
    const own = [...this.streams].filter((stream) => stream.caller.id === caller.id);
    if (own.length >= MAX_STREAMS)
      throw Problem.by('streams', `More than ${MAX_STREAMS} streams at the same time.`);
    const stream = new OpenStream(caller, reply.raw);
    const start = this.startOf(caller, lastEventId);
    this.count(stream, reply.raw, start);
    const { after, seen } = await start;
    reply.hijack();
    const headers = reply.getHeaders() as OutgoingHttpHeaders;
    reply.raw.writeHead(200, { ...headers, ...HEADERS, 'x-request-id': reply.request.id });
    stream.begin(after, seen);
    if (this.isStopping) stream.end();
  }

  /** Counts a stream until its client has disconnected and the query of its start has ended. */
  private count(stream: OpenStream, response: ServerResponse, start: Promise<unknown>): void {
    const { socket } = response.req;
    this.streams.add(stream);
    const release = async () => {
      socket.off('close', release);
      await Promise.allSettled([start]);
      this.streams.delete(stream);
    };
    response.once('close', release);
    socket.once('close', release); // a pipelined response behind another one emits no close event
    if (socket.destroyed) setImmediate(release); // it will emit no more events
  }

  /** The start of a stream: after `lastEventId` if that is a notification of the caller, otherwise now. */
  private async startOf(caller: Caller, lastEventId = ''): Promise<{ after: InboxPosition; seen: string[] }> {
    const last = await this.notifications.find(lastEventId, caller);
    const settledAt = await this.settledAt();
    if (last) {
      const [createdAt] = [new Date(last.createdAt.getTime() - OVERLAP).toISOString(), settledAt].sort();
      return { after: { createdAt: createdAt!, id: MAX }, seen: [last.id] };
    }
    const seen = await this.statements.query<{ id: string }>({ text: SEEN, values: [caller.id, settledAt] });
    return { after: { createdAt: settledAt, id: MAX }, seen: seen.map(({ id }) => id) };
  }

  private async settledAt(): Promise<string> {
    const [row] = await this.statements.query<{ settledAt: string }>({ text: SETTLED, values: [] });
    return row!.settledAt;
  }

  /** Polls the streams that are behind, or all if that is due, and ends those with expired tokens. */
  @Interval(CATCH_UP_EVERY)
  async poll(isDue = performance.now() >= this.dueAt): Promise<void> {
    for (const stream of this.streams) if (stream.caller.expiresAt * 1000 <= Date.now()) stream.end();
    if (this.isPolling) return;
    this.isPolling = true;
    try {
      await this.sendNew(isDue);
      this.hasFailed = false;
    } catch (error) {
      if (!this.hasFailed)
        this.logger.warn(`New notifications cannot be queried: ${(error as Error).message}`);
      this.hasFailed = true;
    }
    this.isPolling = false;
  }

  @Interval(HEARTBEAT_EVERY)
  sendHeartbeats(): void {
    for (const stream of this.streams) stream.sendHeartbeat();
  }

  /** Sends the next notifications to streams whose clients keep up. */
  private async sendNew(isDue: boolean): Promise<void> {
    if (isDue) this.dueAt = performance.now() + POLL_EVERY;
    if (isDue) for (const stream of this.streams) stream.rewind();
    const streams = [...this.streams].filter(({ isBehind, keepsUp }) => isBehind && keepsUp);
    if (streams.length === 0) return;
    const settledAt = await this.settledAt();
    const values = [
      streams.map(({ caller }) => caller.id),
      streams.map(({ reached }) => reached.createdAt),
      streams.map(({ reached }) => reached.id),
      Math.ceil(BATCH / streams.length),
      settledAt,
    ];
    for (const stream of streams) stream.isBehind = false;
    const rows = await this.statements.query<NextRow>({ text: NEXT, values });
    for (const { nth, isSettled, ...notification } of rows)
      streams[nth - 1]!.deliver(complete(notification), isSettled);
  }
}
