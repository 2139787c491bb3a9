import type { OutgoingHttpHeaders, ServerResponse } from 'node:http';
import { Injectable, Logger, type OnModuleDestroy } from '@nestjs/common';
import { Interval } from '@nestjs/schedule';
import type { FastifyReply } from 'fastify';
import { MAX, NIL } from 'uuid';
import type { Caller } from '../common/access.js';
import { UNCACHED_HEADERS } from '../common/http/headers.js';
import { Problem } from '../common/problem.js';
import { Statements } from '../database/statements.js';
import { COLUMNS, NotificationsService } from './notifications.service.js';
import { type NotificationRow, OpenStream, type Position } from './open-stream.js';

/** Streams of a user that an instance holds (rules.md, "Limits"). */
const MOST_STREAMS = 5;
/** Milliseconds between two queries for what is new. One serves all streams of an instance. */
const POLL_EVERY = 500;
/** Milliseconds between two heartbeats. */
const HEARTBEAT_EVERY = 15_000;
/** Milliseconds after which everything that was written has been committed. */
const SETTLED_AFTER = 5_000;
/** Milliseconds that a look goes back behind the last one: a look may wait for the database as long again. */
const LOOK_BACK = 2 * SETTLED_AFTER;
/** Notifications that one query reads for one stream, and for all streams that keep up. */
const OWN_BATCH = 200;
const SHARED_BATCH = 1_000;
/** Ids that a new stream skips because its client has them. Past this many, some are sent twice. */
const MOST_SEEN = 1_000;

const BEFORE_ALL: Position = { createdAt: '-infinity', id: NIL };

const HEADERS = {
  ...UNCACHED_HEADERS,
  'content-type': 'text/event-stream; charset=utf-8',
  connection: 'close', // it ends with the stream
  'x-accel-buffering': 'no', // reverse proxies hand each message on at once
};

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

/**
 * Server-sent events (WHATWG HTML, 9.2): each new notification at least once, on whichever instance it was made. One
 * query serves all streams of the instance that keep up, and no database session is held (no-session.md). A stream that
 * begins, or whose client reads slowly, goes through the inbox by itself, no faster than its client, until it is with
 * the others.
 */
@Injectable()
export class NotificationStream implements OnModuleDestroy {
  private readonly logger = new Logger(NotificationStream.name);
  private readonly streams = new Set<OpenStream>();
  private isStopping = false;
  private isLooking = false;
  private hasFailed = false;

  constructor(
    private readonly statements: Statements,
    private readonly notifications: NotificationsService,
  ) {}

  onModuleDestroy(): void {
    this.isStopping = true;
    for (const stream of this.streams) stream.end();
  }

  /**
   * Sends what is new, or what came after `lastEventId`, until the client disconnects, the token ends or the service stops.
   * @throws Problem RATE_LIMITED where the caller has as many streams as there may be
   */
  async open(caller: Caller, reply: FastifyReply, lastEventId: string | undefined): Promise<void> {
    if (reply.request.method === 'HEAD') return void reply.headers(HEADERS).send();
    const stream = this.admit(caller, reply.raw);
    const beginning = this.beginning(caller, lastEventId);
    stream.work = beginning.then(
      () => {},
      () => {},
    );
    const { after, seen } = await beginning;
    reply.hijack();
    const headers = reply.getHeaders() as OutgoingHttpHeaders;
    reply.raw.writeHead(200, { ...headers, ...HEADERS, 'x-request-id': reply.request.id });
    stream.begin(after, seen);
    if (this.isStopping) stream.end();
    else stream.work = this.catchUp(stream);
  }

  /** A stream counts until its client has disconnected and the queries for it have ended. */
  private admit(caller: Caller, response: ServerResponse): OpenStream {
    const own = [...this.streams].filter((stream) => stream.caller.id === caller.id);
    if (own.length >= MOST_STREAMS)
      throw new Problem('RATE_LIMITED', `More than ${MOST_STREAMS} streams at the same time.`);
    const stream = new OpenStream(caller, response);
    const { socket } = response.req;
    this.streams.add(stream);
    const release = async () => {
      socket.off('close', release);
      await stream.work;
      this.streams.delete(stream);
    };
    response.once('close', release);
    socket.once('close', release); // a response that queues behind another gets no event of its own
    if (socket.destroyed) setImmediate(release); // no event will report its end
    return stream;
  }

  /** Where a stream starts: after `lastEventId`, where that names a notification of the caller's, else with what is new. */
  private async beginning(caller: Caller, lastEventId = ''): Promise<{ after: Position; seen: string[] }> {
    const last = await this.notifications.find(lastEventId, caller);
    if (last) {
      const createdAt = new Date(last.createdAt.getTime() - SETTLED_AFTER).toISOString();
      return { after: { createdAt, id: MAX }, seen: [last.id] };
    }
    const statement = { text: NEW_STREAM, values: [caller.id, SETTLED_AFTER / 1000] };
    const [now] = await this.statements.query<{ createdAt: string; seen: string[] }>(statement);
    return { after: { createdAt: now!.createdAt, id: MAX }, seen: now!.seen };
  }

  /** Looks for what is new, and ends the streams whose tokens have ended. */
  @Interval(POLL_EVERY)
  async poll(): Promise<void> {
    for (const stream of this.streams) if (stream.caller.expiresAt * 1000 <= Date.now()) stream.end();
    if (this.isLooking) return;
    this.isLooking = true;
    try {
      await this.look();
      this.hasFailed = false;
    } catch (error) {
      if (!this.hasFailed)
        this.logger.warn(`New notifications cannot be looked for: ${(error as Error).message}`);
      this.hasFailed = true;
    }
    this.isLooking = false;
  }

  @Interval(HEARTBEAT_EVERY)
  sendHeartbeats(): void {
    for (const stream of this.streams) stream.sendHeartbeat();
  }

  /** Gives what is new to the streams that keep up. */
  private async look(): Promise<void> {
    const now = performance.now();
    const keepUp = [...this.streams].filter(({ lookedAt, isOver }) => lookedAt <= now && !isOver);
    if (keepUp.length === 0) return;
    const since = keepUp.reduce((least, { lookedAt }) => Math.min(least, lookedAt), now);
    const seconds = (LOOK_BACK + now - since) / 1000;
    const byRecipient = new Map<string, OpenStream[]>(keepUp.map(({ caller }) => [caller.id, []]));
    for (const stream of keepUp) byRecipient.get(stream.caller.id)!.push(stream);
    let after = BEFORE_ALL;
    for (let isLast = false; !isLast; ) {
      const values = [seconds, [...byRecipient.keys()], after.createdAt, after.id];
      const batch = await this.statements.query<NotificationRow>({ text: RECENT, values });
      for (const notification of batch)
        for (const stream of byRecipient.get(notification.recipientId)!)
          if (stream.lookedAt <= now && !stream.isOver && !stream.deliver(notification))
            stream.work = this.catchUp(stream);
      after = batch.at(-1) ?? after;
      isLast = batch.length < SHARED_BATCH;
    }
    for (const stream of keepUp) {
      if (stream.lookedAt > now) continue; // it has fallen behind meanwhile
      stream.lookedAt = now;
      stream.forget(now - LOOK_BACK);
    }
  }

  /** Sends what stands in the inbox, batch by batch as the client takes it; then it is with the others again. */
  private async catchUp(stream: OpenStream): Promise<void> {
    stream.lookedAt = Number.POSITIVE_INFINITY;
    try {
      for (let isLast = false; !isLast; ) {
        await stream.drained();
        if (stream.isOver) return;
        const now = performance.now();
        const { createdAt, id } = stream.position;
        const values = [stream.caller.id, createdAt, id, SETTLED_AFTER / 1000];
        const batch = await this.statements.query<NotificationRow>({ text: SETTLED, values });
        stream.advance(batch);
        isLast = batch.length < OWN_BATCH;
        if (isLast) stream.lookedAt = now;
      }
    } catch (error) {
      this.logger.warn(`Notifications cannot be read for a stream: ${(error as Error).message}`);
      stream.end(); // the client comes again, after the last that it has
    }
  }
}
