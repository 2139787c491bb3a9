import type { ServerResponse } from 'node:http';
import type { Caller } from '../common/access.js';
import type { NotificationDto } from './notifications.dto.js';

/** The sort key of a notification in its inbox. */
export interface InboxPosition {
  createdAt: string;
  id: string;
}

/** A notification as returned by SQL. */
export type NotificationRow = NotificationDto & InboxPosition;

/** The stream of one client. It tracks the notifications that were sent. */
export class OpenStream {
  /**
   * The time at which its last poll began, by `performance.now()`. Infinity while it catches up on its own.
   */
  polledAt = Number.POSITIVE_INFINITY;
  /** Settles when the queries that run for this stream alone have ended. */
  work: Promise<void> = Promise.resolve();
  /** Everything up to this position has been sent or is not wanted. */
  position: InboxPosition;
  /** The notifications after `position` that were sent, in the order sent, with the time of sending. */
  private readonly sent = new Map<string, InboxPosition & { at: number }>();

  constructor(
    readonly caller: Caller,
    private readonly response: ServerResponse,
  ) {
    // A client that disconnects during a write is not a fault of the service. Without a listener, the error
    // would end the process.
    response.on('error', () => {});
  }

  /** Whether nothing more can be written. */
  get isOver(): boolean {
    return this.response.writableEnded || this.response.destroyed;
  }

  /**
   * Opens the stream. It sends everything after a position except the notifications that the client already
   * has.
   * @param had the ids of those
   */
  begin(after: InboxPosition, had: string[]): void {
    this.position = after;
    const at = performance.now();
    for (const id of had) this.sent.set(id, { ...after, id, at });
    this.write(': connected\nretry: 2000\n\n');
  }

  /** Sends a notification unless it was sent already. @returns whether the client keeps up */
  deliver(notification: NotificationRow): boolean {
    const { createdAt, id } = notification;
    if (isAfter(notification, this.position) && !this.sent.has(id)) {
      this.sent.set(id, { createdAt, id, at: performance.now() });
      this.send(notification);
    }
    return !this.response.writableNeedDrain;
  }

  /**
   * Sends the next batch of the inbox without the notifications that were sent already, and advances the
   * position.
   */
  advance(batch: NotificationRow[]): void {
    for (const notification of batch) if (!this.sent.delete(notification.id)) this.send(notification);
    this.position = batch.at(-1) ?? this.position;
  }

  /** Evicts the notifications sent up to a time by `performance.now()`, and advances the position. */
  evict(until: number): void {
    for (const [id, sent] of this.sent) {
      if (sent.at > until) break;
      if (isAfter(sent, this.position)) this.position = sent;
      this.sent.delete(id);
    }
  }

  /** Waits until the client has read the buffered data or has disconnected. */
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

  /** An ended stream stays open until its client has read it. It accepts no more writes. */
  private write(text: string): void {
    if (!this.isOver) this.response.write(text);
  }
}

/** Compares positions as text: times are ISO 8601 with milliseconds, and ids are lower case. */
function isAfter(one: InboxPosition, other: InboxPosition): boolean {
  return one.createdAt + one.id > other.createdAt + other.id;
}
