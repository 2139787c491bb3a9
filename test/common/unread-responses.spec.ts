import { once } from 'node:events';
import { createServer, type Server, type ServerResponse } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { closeUnread } from '../../src/common/http/server.js';
import { until } from '../support/until.js';

/** More than the kernel buffers for a client that does not read. */
const LARGE = Buffer.alloc(64 * 2 ** 20);
const PERIOD = 100;

describe('an unread response', () => {
  let server: Server;
  let client: Socket;
  let response: ServerResponse;
  /** The number of expiries of the connection's timer. */
  let periods: number;

  /** Sends a request, and returns once the server has it. The client does not read. */
  const ask = async () => {
    server = createServer((_, created) => {
      response = created;
      periods = 0;
      created.socket!.on('timeout', () => (periods += 1));
    });
    closeUnread(server, PERIOD);
    await once(server.listen(0, '127.0.0.1'), 'listening');
    client = connect((server.address() as AddressInfo).port, '127.0.0.1').on('error', () => {});
    client.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
    await once(server, 'request');
  };
  afterEach(() => {
    client.destroy();
    server.close();
    server.closeAllConnections();
  });

  it('is closed after three periods', async () => {
    await ask();
    response.end(LARGE);
    await until(() => response.destroyed, 20);
    expect(periods).toBeGreaterThanOrEqual(3);
    let bytes = 0;
    client.on('data', (chunk) => (bytes += chunk.length));
    await once(client, 'close');
    expect(bytes).toBeLessThan(LARGE.length);
  });

  it('is not closed before it begins, however long that takes', async () => {
    await ask();
    await until(() => periods > 4, 20);
    response.end('late');
    const [chunk] = await once(client, 'data');
    expect(String(chunk)).toMatch(/late$/);
  });
});
