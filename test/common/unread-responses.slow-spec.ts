import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { closeUnread } from '../../src/common/http/server.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { createEvent, eventBody } from '../support/factories.js';
import { Service } from '../support/service.js';
import { signToken } from '../support/tokens.js';
import { until } from '../support/until.js';

const MIB = 1024 * 1024;

/** A client that sends requests, and by default reads no response. */
class Reader {
  ended = false;
  private received = '';

  private constructor(readonly socket: Socket) {
    socket.on('close', () => {
      this.ended = true;
    });
    socket.on('error', () => {});
  }

  static async ask(url: string, head: string): Promise<Reader> {
    const { hostname, port } = new URL(url);
    const socket = connect(Number(port), hostname).pause();
    const reader = new Reader(socket);
    await once(socket, 'connect');
    socket.write(head);
    return reader;
  }

  /** The status of the response. */
  async status(): Promise<number> {
    this.socket.setEncoding('latin1').once('data', (chunk: string) => {
      this.received = chunk;
      this.socket.pause();
    });
    this.socket.resume();
    await until(() => this.received !== '' || this.ended);
    return Number(this.received.split(' ')[1]);
  }
}

/** The number of a server's connections. */
const connections = (server: Server) =>
  new Promise<number>((resolve) => server.getConnections((_error, count) => resolve(count)));

const get = (path: string, user: string) =>
  `GET ${path} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${signToken({ sub: user })}\r\n\r\n`;

describe('clients that do not read', () => {
  describe('on a server with a short period', () => {
    let server: Server;
    let url: string;
    beforeAll(async () => {
      server = createServer((request, response) => {
        if (request.url === '/slow') setTimeout(() => response.end('at last'), 2_000);
        else if (request.url === '/stream') response.write('hello');
        else response.end('😀'.repeat(9 * MIB));
      });
      closeUnread(server, 350);
      server.listen(0, '127.0.0.1');
      await once(server, 'listening');
      url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    });
    afterAll(() => {
      server.closeAllConnections();
      server.close();
    });

    it('are disconnected, even if they go on sending', async () => {
      const silent = await Reader.ask(url, get('/', 'x'));
      const busy = await Reader.ask(url, get('/', 'x'));
      const sending = setInterval(() => busy.socket.write(get('/', 'x')), 10);
      await until(async () => (await connections(server)) === 0);
      clearInterval(sending);
      for (const { socket } of [silent, busy]) socket.destroy();
    });

    it('are distinguished from slow readers', async () => {
      const slow = await Reader.ask(url, get('/', 'x'));
      let received = 0;
      slow.socket.on('data', (chunk: Buffer) => {
        received += chunk.length;
        slow.socket.pause();
        setTimeout(() => slow.socket.resume(), 8);
      });
      slow.socket.resume();
      await until(() => received > 32 * MIB || slow.ended);
      expect({ ended: slow.ended }).toEqual({ ended: false });
      slow.socket.destroy();
    });

    it('are distinguished from clients that wait for a response or have read all of it', async () => {
      const waiting = await Reader.ask(url, get('/slow', 'x'));
      const streaming = await Reader.ask(url, get('/stream', 'x'));
      expect(await waiting.status()).toBe(200);
      expect([waiting.ended, streaming.ended]).toEqual([false, false]);
      for (const { socket } of [waiting, streaming]) socket.destroy();
    });
  });

  describe('at the service', () => {
    let database: TestDatabase;
    let service: Service;
    const path = '/events?limit=100';

    beforeAll(async () => {
      database = await createTestDatabase();
      service = await Service.start(database.url, { RATE_LIMIT: '100000', LOG_LEVEL: 'warn' });
      await service.ready();
      const description = '😀'.repeat(20_000);
      for (let n = 0; n < 100; n += 1) await createEvent(service.as('author'), eventBody({ description }));
    });
    afterAll(async () => {
      await service.stop('SIGKILL');
      await database.drop();
    });

    it('cause no 5xx if they disconnect while they send', async () => {
      const head = `POST /events HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 100\r\n`;
      const token = `Authorization: Bearer ${signToken({ sub: 'leaver' })}\r\n`;
      for (let n = 0; n < 10; n += 1) {
        const leaver = await Reader.ask(service.url, `${head}${token}\r\n{`);
        await service.as('leaver').get('/users/me'); // the service reads the body by then
        leaver.socket.destroy();
        await until(() => leaver.ended);
      }
      await service.as('leaver').get('/users/me');
      expect(service.output).not.toContain('"level":50');
    });

    it('take bounded memory, do not affect others, and are disconnected', async () => {
      const readers = await Promise.all(
        Array.from({ length: 390 }, () => Reader.ask(service.url, get(path, 'glutton'))),
      );
      // A pipeline does not help.
      const pipeline = await Reader.ask(service.url, get(path, 'glutton').repeat(100));
      const startedAt = performance.now();
      let peak = 0;
      const asked = new Set<number>();
      while (performance.now() - startedAt < 10_000) {
        asked.add((await fetch(`${service.url}/health/live`)).status);
        peak = Math.max(peak, await service.resident());
        await sleep(100);
      }
      expect([...asked]).toEqual([200]);
      expect(peak).toBeLessThan(1_200 * MIB);
      expect(readers.some(({ ended }) => ended)).toBe(false);

      // On a busy machine some pages time out: their short refusals are sent, and leave room for others.
      let refused = await service.as('glutton').get('/users/me');
      await until(async () => {
        if (refused.status !== 429) readers.push(await Reader.ask(service.url, get(path, 'glutton')));
        refused = await service.as('glutton').get('/users/me');
        return refused.status === 429;
      });
      expect(refused.headers.get('retry-after')).toBe('1');
      expect((await service.as('other').get('/users/me')).status).toBe(200);

      // Closed connections do not count.
      await until(async () => (await service.as('glutton').get('/users/me')).status === 200);
      for (const { socket } of [...readers, pipeline]) socket.destroy();
    });
  });
});
