import { once } from 'node:events';
import { createServer, type IncomingMessage, request, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/**
 * A proxy on 127.0.0.1 that serves the service below a path and strips the path, as nginx does with
 * `location /api/ { proxy_pass http://service/; }`. The service gets its own address as `Host`.
 */
export class StrippingProxy {
  /** The target. It is started after the proxy, since it needs the proxy's address. */
  target = '';
  /** Requests outside the proxy's path, which get 404. */
  readonly astray: string[] = [];

  private constructor(
    private readonly server: Server,
    private readonly path: string,
  ) {
    server.on('request', (incoming, response) => this.pass(incoming, response));
  }

  /** @param path of the service, such as `/api` */
  static async start(path: string): Promise<StrippingProxy> {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    return new StrippingProxy(server, path);
  }

  /** The URL for clients, with the path. */
  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}${this.path}`;
  }

  async close(): Promise<void> {
    this.server.close();
    this.server.closeAllConnections();
    await once(this.server, 'close');
  }

  private pass(incoming: IncomingMessage, response: ServerResponse): void {
    const { url = '', method, headers } = incoming;
    const { pathname, search } = new URL(url, this.url);
    if (pathname !== this.path && !pathname.startsWith(`${this.path}/`)) {
      this.astray.push(url);
      response.writeHead(404).end();
      return;
    }
    const { host, hostname, port } = new URL(this.target);
    const path = (pathname.slice(this.path.length) || '/') + search;
    const outgoing = request({ hostname, port, path, method, headers: { ...headers, host } }, (received) => {
      response.writeHead(received.statusCode!, received.headers);
      received.pipe(response);
    });
    outgoing.on('error', () => response.destroy());
    response.on('close', () => outgoing.destroy());
    incoming.pipe(outgoing);
  }
}
