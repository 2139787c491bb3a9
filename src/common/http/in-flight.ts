import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';

/** Counts the requests of each user or address whose answers are not sent completely. */
export class InFlight {
  private readonly counts = new Map<string, number>();
  private readonly ofSocket = new WeakMap<Socket, Map<IncomingMessage, string>>();

  constructor(private readonly most: number) {}

  /** Counts a request, and returns true, unless its user or address has the most that are allowed. */
  enter(request: IncomingMessage, asker: string): boolean {
    if (request.socket.destroyed) return true; // no event will report its end
    const count = this.counts.get(asker) ?? 0;
    if (count >= this.most) return false;
    this.counts.set(asker, count + 1);
    this.requestsOn(request.socket).set(request, asker);
    return true;
  }

  /** Counts a request no more, once its answer is sent. */
  leave(request: IncomingMessage): void {
    const requests = this.ofSocket.get(request.socket);
    const asker = requests?.get(request);
    if (asker !== undefined && requests?.delete(request)) this.release(asker);
  }

  /** When the connection ends, answers that queue behind another report no end of their own. So all are released then. */
  private requestsOn(socket: Socket): Map<IncomingMessage, string> {
    let requests = this.ofSocket.get(socket);
    if (!requests) {
      const opened = new Map<IncomingMessage, string>();
      socket.once('close', () => {
        for (const request of opened.keys()) this.leave(request);
      });
      this.ofSocket.set(socket, opened);
      requests = opened;
    }
    return requests;
  }

  private release(asker: string): void {
    const count = this.counts.get(asker) ?? 0;
    if (count > 1) this.counts.set(asker, count - 1);
    else this.counts.delete(asker);
  }
}
