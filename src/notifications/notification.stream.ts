import type { ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { Injectable, Logger, type OnModuleDestroy } from '@nestjs/common';
import type { Caller } from '../common/access.js';
import { Problem } from '../common/problem.js';
import { type Beginning, NotificationReader } from './notification.reader.js';
import { OpenStream } from './open-stream.js';

/** Streams of a user that an instance holds (rules.md, "Limits"). */
const MOST_STREAMS = 5;
/** Milliseconds between two queries for what is new. One serves all streams of an instance. */
const POLL_EVERY = 500;
/**
 * Milliseconds that a look goes back behind the last one. What was written before that may have been committed after it,
 * for 5 s at most; as long again, since a look may wait for the database.
 */
const LOOK_BACK = 10_000;
/** Milliseconds between two heartbeats. */
const HEARTBEAT_EVERY = 15_000;

/**
 * Server-sent events (WHATWG HTML, 9.2): each new notification at least once, on whichever instance it was made. One
 * query serves all streams of the instance that keep up, and no database session is held (no-session.md). A stream that
 * resumes, or whose client reads slowly, goes through the inbox by itself, no faster than its client, until it is with
 * the others.
 */
@Injectable()
export class NotificationStream implements OnModuleDestroy {
  private readonly logger = new Logger(NotificationStream.name);
  private readonly streams = new Map<string, Set<OpenStream>>();
  private readonly stopping = new AbortController();
  private polling = false;

  constructor(private readonly reader: NotificationReader) {}

  onModuleDestroy(): void {
    this.stopping.abort();
    for (const stream of this.all()) stream.end();
  }

  /**
   * Makes room for a stream and finds out where it starts. The function that is returned opens it.
   * @throws Problem RATE_LIMITED where the caller has as many as there may be
   */
  async prepare(
    caller: Caller,
    response: ServerResponse,
    lastEventId: string | undefined,
  ): Promise<() => void> {
    const stream = this.admit(caller, response);
    const now = performance.now();
    const beginning = await this.reader.begin(caller, lastEventId);
    return () => this.open(stream, beginning, now);
  }

  private admit(caller: Caller, response: ServerResponse): OpenStream {
    const streams = this.streams.get(caller.id) ?? new Set();
    if (streams.size >= MOST_STREAMS)
      throw new Problem('RATE_LIMITED', `More than ${MOST_STREAMS} streams at the same time.`);
    const stream = new OpenStream(caller, response);
    const { socket } = response.req;
    if (socket.destroyed) return stream; // no event will report its end
    this.streams.set(caller.id, streams.add(stream));
    const release = () => {
      socket.off('close', release);
      streams.delete(stream);
      if (streams.size === 0 && this.streams.get(caller.id) === streams) this.streams.delete(caller.id);
    };
    response.once('close', release);
    socket.once('close', release); // an answer that queues behind another gets no event of its own
    return stream;
  }

  /** Sends until the client goes, the token ends or the service stops. */
  private open(stream: OpenStream, beginning: Beginning, now: number): void {
    stream.begin(beginning);
    if (this.stopping.signal.aborted) stream.end();
    else if (beginning.resumes) void this.catchUp(stream);
    else stream.lookedAt = now;
    if (!this.polling) void this.poll();
  }

  /** Looks for what is new, again and again while anyone is connected. */
  private async poll(): Promise<void> {
    const { signal } = this.stopping;
    this.polling = true;
    let beatAt = performance.now();
    for (let failed = false; this.streams.size > 0 && !signal.aborted; ) {
      try {
        await this.look();
        failed = false;
      } catch (error) {
        if (!failed) this.logger.warn(`New notifications cannot be looked for: ${(error as Error).message}`);
        failed = true;
      }
      const beats = performance.now() - beatAt >= HEARTBEAT_EVERY;
      if (beats) beatAt = performance.now();
      for (const stream of this.all()) {
        if (stream.caller.expiresAt * 1000 <= Date.now()) stream.end();
        else if (beats) stream.sendHeartbeat();
      }
      await sleep(POLL_EVERY, undefined, { signal }).catch(() => {});
    }
    this.polling = false;
  }

  /** Gives what is new to the streams that keep up. */
  private async look(): Promise<void> {
    const now = performance.now();
    const keepUp = [...this.all()].filter(({ lookedAt, isOver }) => lookedAt <= now && !isOver);
    if (keepUp.length === 0) return;
    const since = keepUp.reduce((least, { lookedAt }) => Math.min(least, lookedAt), now);
    const recipients = [...new Set(keepUp.map(({ caller }) => caller.id))];
    for await (const batch of this.reader.recent(recipients, LOOK_BACK + now - since))
      for (const notification of batch)
        for (const stream of this.streams.get(notification.recipientId) ?? [])
          if (stream.lookedAt <= now && !stream.isOver && !stream.deliver(notification))
            void this.catchUp(stream);
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
      for (;;) {
        await stream.drained();
        if (stream.isOver) return;
        const now = performance.now();
        const { batch, isLast } = await this.reader.settled(stream.caller.id, stream.position);
        if (stream.isOver) return;
        stream.advance(batch);
        if (isLast) {
          stream.lookedAt = now;
          return;
        }
      }
    } catch (error) {
      this.logger.warn(`Notifications cannot be read for a stream: ${(error as Error).message}`);
      stream.end(); // the client comes again, after the last that it has
    }
  }

  private *all(): Generator<OpenStream> {
    for (const streams of this.streams.values()) yield* streams;
  }
}
