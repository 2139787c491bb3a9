import type { Client } from './client.js';
import { until } from './until.js';

// biome-ignore lint/suspicious/noExplicitAny: tests inspect it
type Notification = any;

/** A client of `GET /notifications/stream`, as the documentation shows it for browsers. */
export class EventStream {
  readonly received: { id: string; data: Notification }[] = [];
  comments = 0;
  ended = false;
  private returned = 0;

  private constructor(
    readonly response: Response,
    private readonly abort: AbortController,
  ) {}

  static async open(client: Client, headers: Record<string, string> = {}): Promise<EventStream> {
    const abort = new AbortController();
    let response!: Response;
    // A busy machine returns 503, and a client retries.
    await until(async () => {
      response = await client.fetch('/notifications/stream', { headers, signal: abort.signal });
      return response.status !== 503;
    });
    if (response.status !== 200) throw new Error(`The stream is ${response.status}`);
    const stream = new EventStream(response, abort);
    void stream.read().catch(() => {});
    await until(() => stream.comments > 0); // the first comment means that the stream is open
    return stream;
  }

  /** The next notifications, once they arrive. */
  async next(count: number): Promise<Notification[]> {
    await until(() => this.received.length >= this.returned + count);
    this.returned += count;
    return this.received.slice(this.returned - count, this.returned).map(({ data }) => data);
  }

  close(): void {
    this.abort.abort();
  }

  private async read(): Promise<void> {
    const decoder = new TextDecoder();
    let text = '';
    try {
      for await (const chunk of this.response.body!) {
        text += decoder.decode(chunk, { stream: true });
        const messages = text.split('\n\n');
        text = messages.pop() as string;
        for (const message of messages) this.receive(message);
      }
    } finally {
      this.ended = true;
    }
  }

  private receive(message: string): void {
    const field = (name: string) => new RegExp(`^${name}: (.*)$`, 'm').exec(message)?.[1];
    if (message.startsWith(':')) this.comments += 1;
    const data = field('data');
    if (data) this.received.push({ id: field('id') as string, data: JSON.parse(data) });
  }
}
