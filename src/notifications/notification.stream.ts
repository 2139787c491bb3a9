import type { OutgoingHttpHeaders, ServerResponse } from 'node:http';
import { Injectable, Logger, type OnModuleDestroy } from '@nestjs/common';
import { Interval } from '@nestjs/schedule';
import type { FastifyReply } from 'fastify';
import { MAX, NIL } from 'uuid';
import type { Caller } from '../common/access.js';
import { Measured, type Sample } from '../common/discovery.js';
import { UNCACHED_HEADERS } from '../common/http/headers.js';
import { Problem } from '../common/problem.js';
import { Statements } from '../database/statements.js';
import { COLUMNS, complete, NotificationsService } from './notifications.service.js';
import { type InboxPosition, type NotificationRow, OpenStream } from './open-stream.js';

/** Maximum number of streams per user and instance (rules.md, "Limits"). */
const MAX_STREAMS = 5;
/** Milliseconds between two polls. One query serves all streams of an instance. */
const POLL_EVERY = 500;
/** Milliseconds between two heartbeats. */
const HEARTBEAT_EVERY = 15_000;
/** Milliseconds after which every inserted row is assumed to be committed or rolled back. */
const SETTLED_AFTER = 5_000;
/**
 * Milliseconds that a poll looks back behind the previous one: a poll may also wait that long for the
 * database.
 */
const LOOKBACK = 2 * SETTLED_AFTER;
/** Notifications per query: for one stream that catches up, and for all streams that keep up. */
const OWN_BATCH = 200;
const SHARED_BATCH = 1_000;
/**
 * Maximum number of ids that a new stream skips because its client has them. Beyond it, some are sent twice.
 */
const MAX_SEEN = 1_000;

const BEFORE_ALL: InboxPosition = { createdAt: '-infinity', id: NIL };

const HEADERS = {
  ...UNCACHED_HEADERS,
  'content-type': 'text/event-stream; charset=utf-8',
  connection: 'close', // the connection ends with the stream
  'x-accel-buffering': 'no', // reverse proxies must not buffer messages
};

/** The time of the database and the ids in one statement, which TypeORM cannot write. */
const NEW_STREAM = `
  SELECT statement_timestamp() - make_interval(secs => $2) AS "createdAt", ARRAY(
    SELECT id FROM notifications
    WHERE recipient_id = $1 AND created_at > statement_timestamp() - make_interval(secs => $2)
    ORDER BY created_at DESC, id DESC LIMIT ${MAX_SEEN}) AS seen`;
/**
 * If the inner query had the condition on `created_at`, the planner could sort the whole inbox. TypeORM's
 * `getMany` takes almost twice the processor time, here and below.
 */
const SETTLED = `
  SELECT ${COLUMNS} FROM (
    SELECT * FROM notifications WHERE recipient_id = $1 AND (created_at, id) > ($2, $3)
    ORDER BY created_at, id LIMIT ${OWN_BATCH}) next
  WHERE created_at <= statement_timestamp() - make_interval(secs => $4) ORDER BY created_at, id`;
/**
 * Each instance runs it twice a second. It is not prepared: the best plan depends on the number of
 * recipients.
 */
const RECENT = `
  SELECT ${COLUMNS} FROM notifications
  WHERE created_at > statement_timestamp() - make_interval(secs => $1) AND recipient_id = ANY($2)
    AND (created_at, id) > ($3, $4)
  ORDER BY created_at, id LIMIT ${SHARED_BATCH}`;

/**
 * Server-sent events (WHATWG HTML, 9.2): each new notification is sent at least once, whichever instance
 * created it. One query serves all streams of the instance that keep up, and no database session is reserved
 * (no-session.md). A stream that starts, or whose client reads slowly, reads its inbox on its own at the pace
 * of the client, until it has caught up with the others.
 */
@Injectable()
export class NotificationStream implements OnModuleDestroy {
  private readonly logger = new Logger(NotificationStream.name);
  private readonly streams = new Set<OpenStream>();
  private isStopping = false;
  private isPolling = false;
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
    const stream = this.admit(caller, reply.raw);
    const start = this.startOf(caller, lastEventId);
    stream.work = start.then(
      () => {},
      () => {},
    );
    const { after, seen } = await start;
    reply.hijack();
    const headers = reply.getHeaders() as OutgoingHttpHeaders;
    reply.raw.writeHead(200, { ...headers, ...HEADERS, 'x-request-id': reply.request.id });
    stream.begin(after, seen);
    if (this.isStopping) stream.end();
    else stream.work = this.catchUp(stream);
  }

  /** Registers a stream. It counts until its client has disconnected and its queries have ended. */
  private admit(caller: Caller, response: ServerResponse): OpenStream {
    const own = [...this.streams].filter((stream) => stream.caller.id === caller.id);
    if (own.length >= MAX_STREAMS)
      throw Problem.by('streams', `More than ${MAX_STREAMS} streams at the same time.`);
    const stream = new OpenStream(caller, response);
    const { socket } = response.req;
    this.streams.add(stream);
    const release = async () => {
      socket.off('close', release);
      await stream.work;
      this.streams.delete(stream);
    };
    response.once('close', release);
    socket.once('close', release); // a pipelined response behind another one emits no close event
    if (socket.destroyed) setImmediate(release); // it will emit no more events
    return stream;
  }

  /** The start of a stream: after `lastEventId` if that is a notification of the caller, otherwise now. */
  private async startOf(caller: Caller, lastEventId = ''): Promise<{ after: InboxPosition; seen: string[] }> {
    const last = await this.notifications.find(lastEventId, caller);
    if (last) {
      const createdAt = new Date(last.createdAt.getTime() - SETTLED_AFTER).toISOString();
      return { after: { createdAt, id: MAX }, seen: [last.id] };
    }
    const statement = { text: NEW_STREAM, values: [caller.id, SETTLED_AFTER / 1000] };
    const [now] = await this.statements.query<{ createdAt: string; seen: string[] }>(statement);
    return { after: { createdAt: now!.createdAt, id: MAX }, seen: now!.seen };
  }

  /** Polls for new notifications, and ends the streams with expired tokens. */
  @Interval(POLL_EVERY)
  async poll(): Promise<void> {
    for (const stream of this.streams) if (stream.caller.expiresAt * 1000 <= Date.now()) stream.end();
    if (this.isPolling) return;
    this.isPolling = true;
    try {
      await this.pollShared();
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

  /** Sends new notifications to the streams that keep up. */
  private async pollShared(): Promise<void> {
    const now = performance.now();
    const keepUp = [...this.streams].filter(({ polledAt, isOver }) => polledAt <= now && !isOver);
    if (keepUp.length === 0) return;
    const since = keepUp.reduce((least, { polledAt }) => Math.min(least, polledAt), now);
    const seconds = (LOOKBACK + now - since) / 1000;
    const byRecipient = new Map<string, OpenStream[]>(keepUp.map(({ caller }) => [caller.id, []]));
    for (const stream of keepUp) byRecipient.get(stream.caller.id)!.push(stream);
    let after = BEFORE_ALL;
    for (let isLast = false; !isLast; ) {
      const values = [seconds, [...byRecipient.keys()], after.createdAt, after.id];
      const rows = await this.statements.query<NotificationRow>({ text: RECENT, values });
      const batch = rows.map(complete);
      for (const notification of batch)
        for (const stream of byRecipient.get(notification.recipientId)!)
          if (stream.polledAt <= now && !stream.isOver && !stream.deliver(notification))
            stream.work = this.catchUp(stream);
      after = batch.at(-1) ?? after;
      isLast = batch.length < SHARED_BATCH;
    }
    for (const stream of keepUp) {
      if (stream.polledAt > now) continue; // it has fallen behind during the poll
      stream.polledAt = now;
      stream.evict(now - LOOKBACK);
    }
  }

  /** Sends the inbox in batches, at the pace of the client. Then the stream joins the shared poll again. */
  private async catchUp(stream: OpenStream): Promise<void> {
    stream.polledAt = Number.POSITIVE_INFINITY;
    try {
      for (let isLast = false; !isLast; ) {
        await stream.drained();
        if (stream.isOver) return;
        const now = performance.now();
        const { createdAt, id } = stream.position;
        const values = [stream.caller.id, createdAt, id, SETTLED_AFTER / 1000];
        const batch = await this.statements.query<NotificationRow>({ text: SETTLED, values });
        stream.advance(batch.map(complete));
        isLast = batch.length < OWN_BATCH;
        if (isLast) stream.polledAt = now;
      }
    } catch (error) {
      this.logger.warn(`Notifications cannot be read for a stream: ${(error as Error).message}`);
      stream.end(); // the client reconnects and sends its last event id
    }
  }
}
