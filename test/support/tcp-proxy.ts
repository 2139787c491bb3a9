import { once } from 'node:events';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { freePort } from '../../src/database/embedded/embedded-process.js';

/** A proxy between the service and its database, which can so become unavailable without a change to it. */
export class TcpProxy {
  private server?: Server;
  private readonly sockets = new Set<Socket>();
  private mute = false;
  /** The output of the service so far, as text. */
  sent = '';

  private constructor(
    private readonly target: URL,
    readonly url: string,
    private readonly port: number,
  ) {}

  /** A proxy to the server of this URL. */
  static async to(url: string, { open = true } = {}): Promise<TcpProxy> {
    const port = await freePort();
    const through = new URL(url);
    through.port = String(port);
    const proxy = new TcpProxy(new URL(url), through.href, port);
    if (open) await proxy.open();
    return proxy;
  }

  async open(): Promise<void> {
    this.mute = false;
    this.server = createServer((client) => this.join(client));
    this.server.listen(this.port, '127.0.0.1');
    await once(this.server, 'listening');
  }

  /** Resets connections and refuses new ones, as a stopped server does. */
  async close(): Promise<void> {
    const { server } = this;
    this.server = undefined;
    for (const socket of this.sockets) socket.destroy();
    if (!server) return;
    server.close();
    await once(server, 'close');
  }

  /** Keeps connections without passing data, as a hanging server does. */
  hang(): void {
    this.mute = true;
  }

  private join(client: Socket): void {
    const upstream = connect(Number(this.target.port), this.target.hostname);
    for (const [from, to] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      this.sockets.add(from);
      from.on('data', (chunk) => {
        if (from === client) this.sent += chunk.toString('latin1');
        if (!this.mute) to.write(chunk);
      });
      from.on('error', () => {});
      from.on('close', () => {
        this.sockets.delete(from);
        to.destroy();
      });
    }
  }
}
