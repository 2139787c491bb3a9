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
  /** Whether there may be more notifications after `reached`, up to which the stream has read. */
  isBehind = false;
  reached: InboxPosition;
  /** Everything up to this position is settled, and was sent or is not wanted. Undefined before `begin`. */
  private position?: InboxPosition;
  /** The ids after `position` that were sent or are not wanted. */
  private readonly sent = new Set<string>();

  constructor(
    readonly caller: Caller,
    private readonly response: ServerResponse,
  ) {
    // A client that disconnects during a write is not a fault of the service. Without a listener, the error
    // would end the process.
    response.on('error', () => {});
  }

  /** Whether the stream is open and its client reads what is sent. */
  get keepsUp(): boolean {
    return this.position !== undefined && !this.isOver && !this.response.writableNeedDrain;
  }

  /**
   * Opens the stream. It sends everything after a position except the notifications that the client already
   * has.
   * @param had the ids of those
   */
  begin(after: InboxPosition, had: string[]): void {
    this.position = after;
    this.reached = after;
    for (const id of had) this.sent.add(id);
    this.write(': connected\nretry: 2000\n\n');
  }

  /** Lets a stream that has caught up read again what is not settled: more may have been committed. */
  rewind(): void {
    if (this.position && !this.isBehind) this.reached = this.position;
    this.isBehind = true;
  }

  /**
   * Sends the next notification of the inbox, unless it was sent already.
   * @param isSettled whether no earlier one will be committed any more
   */
  deliver(notification: NotificationRow, isSettled: boolean): void {
    const { createdAt, id } = notification;
    if (!this.sent.has(id))
      this.write(`id: ${id}\nevent: notification\ndata: ${JSON.stringify(notification)}\n\n`);
    const areAllSettled = isSettled && this.reached === this.position;
    this.reached = { createdAt, id };
    this.isBehind = true;
    if (areAllSettled) this.position = this.reached;
    if (areAllSettled) this.sent.delete(id);
    else this.sent.add(id);
  }

  sendHeartbeat(): void {
    if (this.response.headersSent) this.write(': still here\n\n');
  }

  end(): void {
    if (this.response.headersSent) this.response.end();
  }

  /** Whether nothing more can be written. */
  private get isOver(): boolean {
    return this.response.writableEnded || this.response.destroyed;
  }

  /** An ended stream stays open until its client has read it. It accepts no more writes. */
  private write(text: string): void {
    if (!this.isOver) this.response.write(text);
  }
}
