import { type ClientRequest, get, type IncomingMessage } from 'node:http';

/** Streams that are opened at the same time. */
const OPENING = 50;

/** A notification that came on a stream. */
export interface Arrival {
  /** Whose stream it came on: the index of its token. */
  stream: number;
  /** The application that it is about. */
  applicationId: string;
  /** Milliseconds on this process's clock. */
  at: number;
}

/** A client of `GET /notifications/stream` for many users, each with a connection of their own. */
export class StreamClient {
  readonly arrivals: Arrival[] = [];
  /** Streams that have shown a sign of life after their greeting. */
  readonly alive = new Set<number>();
  /** Why a stream is not open any more. */
  readonly broken = new Map<number, string>();
  private readonly requests: ClientRequest[] = [];
  private closing = false;

  constructor(
    private readonly url: string,
    private readonly tokens: string[],
  ) {}

  /** How many streams are open. */
  get open(): number {
    return this.requests.length - this.broken.size;
  }

  /**
   * Opens streams until there are so many.
   * @throws Error when one of them is refused or ends before its greeting
   */
  async openUpTo(count: number, signal: AbortSignal): Promise<void> {
    while (this.requests.length < count) {
      signal.throwIfAborted();
      const size = Math.min(OPENING, count - this.requests.length);
      await Promise.all(Array.from({ length: size }, () => this.openOne(this.requests.length)));
    }
  }

  /** Closes all of them. */
  async close(): Promise<void> {
    this.closing = true;
    for (const request of this.requests) request.destroy();
  }

  private openOne(stream: number): Promise<void> {
    return new Promise((resolve, reject) => {
      const headers = { authorization: `Bearer ${this.tokens[stream]}` };
      const fail = (reason: string) => {
        if (this.closing) return;
        this.broken.set(stream, reason);
        reject(new Error(`Stream ${stream} is not open: ${reason}`)); // no effect after it was open
      };
      const request = get(`${this.url}/notifications/stream`, { headers, agent: false }, (response) => {
        if (response.statusCode !== 200) return fail(`status ${response.statusCode}`);
        response.on('close', () => fail('it ended'));
        response.on('error', (error) => fail(error.message));
        this.read(stream, response, resolve);
      });
      request.on('error', (error) => fail(error.message));
      this.requests.push(request);
    });
  }

  private read(stream: number, response: IncomingMessage, greeted: () => void): void {
    let text = '';
    response.setEncoding('utf8').on('data', (chunk: string) => {
      const at = performance.now();
      const messages = (text + chunk).split('\n\n');
      text = messages.pop()!;
      for (const message of messages) {
        const data = /^data: (.*)$/m.exec(message)?.[1];
        if (data) this.arrivals.push({ stream, applicationId: JSON.parse(data).referenceId, at });
        else if (message.startsWith(': connected')) greeted();
        else this.alive.add(stream);
      }
    });
  }
}
