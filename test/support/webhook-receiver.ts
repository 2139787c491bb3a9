import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { Webhook } from 'standardwebhooks';

/** A message that the receiver got, and whose signature it has verified. */
export interface Received {
  path: string;
  headers: IncomingHttpHeaders;
  /** The `webhook-id`. */
  id: string;
  // biome-ignore lint/suspicious/noExplicitAny: tests inspect it
  body: any;
}

export type Reception = (response: ServerResponse, message: Received) => void;

export const SECRET = `whsec_${Buffer.from('a secret of the webhook of tests').toString('base64')}`;

export const responds =
  (status: number, headers: Record<string, string> = {}): Reception =>
  (response) =>
    void response.writeHead(status, headers).end('{}');
export const accepts = responds(200);

/** An operator's receiver. It verifies signatures with the package of Standard Webhooks. */
export class WebhookReceiver {
  readonly messages: Received[] = [];
  /** Errors of the verification. */
  readonly faults: unknown[] = [];
  behave: Reception = accepts;

  private constructor(
    readonly url: string,
    readonly close: () => Promise<void>,
  ) {}

  static async start(): Promise<WebhookReceiver> {
    const sockets = new Set<Socket>();
    const server = createServer(async (request, response) => {
      response.on('error', () => {});
      const { url = '', headers } = request;
      receiver.receive(url, headers, await text(request), response);
    });
    server.on('connection', (socket) => {
      sockets.add(socket);
      socket.on('error', () => {}).once('close', () => sockets.delete(socket));
    });
    await once(server.listen(0, '127.0.0.1'), 'listening');
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const receiver = new WebhookReceiver(url, async () => {
      server.close();
      for (const socket of sockets) socket.destroy();
      await once(server, 'close');
    });
    return receiver;
  }

  /** The service's settings for this receiver. */
  get settings(): Record<string, string> {
    return { WEBHOOK_URL: `${this.url}/hook`, WEBHOOK_SECRET: SECRET };
  }

  /** The data of the messages. */
  get data() {
    return this.messages.map(({ body }) => body.data);
  }

  private receive(path: string, headers: IncomingHttpHeaders, body: string, response: ServerResponse): void {
    try {
      new Webhook(SECRET).verify(body, headers as Record<string, string>);
    } catch (error) {
      this.faults.push(error);
    }
    const message = { path, headers, id: String(headers['webhook-id']), body: JSON.parse(body) };
    this.messages.push(message);
    this.behave(response, message);
  }
}
