import type { ServerResponse } from 'node:http';
import type { Caller } from '../common/access.js';
import type { NotificationDto } from './notifications.dto.js';

/** Where a notification stands in the order of its inbox. */
export interface Position {
  createdAt: string;
  id: string;
}

/** A notification as SQL reads it. */
export type NotificationRow = NotificationDto & Position;

/** One client's stream, and what it has been sent. */
export class OpenStream {
  /** When its last look began, on the process's clock. Infinity while it reads its inbox by itself. */
  lookedAt = Number.POSITIVE_INFINITY;
  /** Ends with the queries that run for this stream alone. */
  work: Promise<void> = Promise.resolve();
  /** Everything up to here has been sent, or is not wanted. */
  position: Position;
  /** What was sent after that, in the order sent, and when. */
  private readonly sent = new Map<string, Position & { at: number }>();

  constructor(
    readonly caller: Caller,
    private readonly response: ServerResponse,
  ) {
    // A client that goes amid a write is no fault of the service, which an error that nobody hears would end.
    response.on('error', () => {});
  }

  /** Whether nothing can be written to it any more. */
  get isOver(): boolean {
    return this.response.writableEnded || this.response.destroyed;
  }

  /** Says that it is open. It sends everything after a position but what the client has. */
  begin(after: Position, had: string[]): void {
    this.position = after;
    const at = performance.now();
    for (const id of had) this.sent.set(id, { ...after, id, at });
    this.write(': connected\nretry: 2000\n\n');
  }

  /** Sends a notification unless it has been sent, and returns whether the client keeps up. */
  deliver(notification: NotificationRow): boolean {
    const { createdAt, id } = notification;
    if (isAfter(notification, this.position) && !this.sent.has(id)) {
      this.sent.set(id, { createdAt, id, at: performance.now() });
      this.send(notification);
    }
    return !this.response.writableNeedDrain;
  }

  /** Sends the next batch of the inbox, but what of it has been sent, and moves on behind it. */
  advance(batch: NotificationRow[]): void {
    for (const notification of batch) if (!this.sent.delete(notification.id)) this.send(notification);
    this.position = batch.at(-1) ?? this.position;
  }

  /** Forgets what was sent by then, on the process's clock, and moves on behind it. */
  forget(until: number): void {
    for (const [id, sent] of this.sent) {
      if (sent.at > until) break;
      if (isAfter(sent, this.position)) this.position = sent;
      this.sent.delete(id);
    }
  }

  /** Waits until the client has taken what was written, or has gone. */
  drained(): Promise<void> {
    const { response } = this;
    if (!response.writableNeedDrain) return Promise.resolve();
    return new Promise((resolve) => {
      const done = () => {
        response.off('drain', done).off('close', done);
        resolve();
      };
      response.on('drain', done).on('close', done);
    });
  }

  sendHeartbeat(): void {
    if (this.response.headersSent) this.write(': still here\n\n');
  }

  end(): void {
    if (this.response.headersSent) this.response.end();
  }

  private send(notification: NotificationRow): void {
    const { id } = notification;
    this.write(`id: ${id}\nevent: notification\ndata: ${JSON.stringify(notification)}\n\n`);
  }

  /** An ended stream stays open until its client has read it, and takes no more. */
  private write(text: string): void {
    if (!this.isOver) this.response.write(text);
  }
}

/** Times are ISO 8601 with milliseconds, and ids lower case: they sort as text. */
function isAfter(one: Position, other: Position): boolean {
  return one.createdAt + one.id > other.createdAt + other.id;
}
