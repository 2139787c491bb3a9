import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describeInBrowser } from '../docs/browser.js';
import { startApp, type TestApp } from '../support/app.js';
import { EventStream } from '../support/event-stream.js';
import { gigBody } from '../support/factories.js';
import { TcpProxy } from '../support/tcp-proxy.js';
import { signToken } from '../support/tokens.js';
import { until } from '../support/until.js';
import { inBrowser, inNode, openApp, type RunningReader, type StartReader } from './notification-readers.js';

const NAME = 'the notifications of the client';

describe(`${NAME}, in Node`, () => runs(inNode));
await describeInBrowser(`${NAME}, in Chromium`, (browser) => {
  runs(inBrowser(browser));

  it('can be used beside pages, problems and token renewal', async () => {
    const service = await startApp();
    const page = await openApp(browser);
    const tokens = { refused: 'expired', next: signToken({ sub: 'olga' }) };
    const told = await page.evaluate(`(async () => {
      const { createClient, ProblemError, unwrap } = await import('events-and-gigs-client');
      const tokens = ${JSON.stringify(tokens)};
      const token = (refused) => (refused ? tokens.next : tokens.refused);
      const client = createClient({ baseUrl: '${service.url}', token });
      const body = ${JSON.stringify(gigBody())};
      for (const _ of 'abc') unwrap(await client.POST('/gigs', { body }));
      const told = [];
      for await (const { creatorId } of client.items('/gigs', { params: { query: { limit: 2 } } })) told.push(creatorId);
      const refusal = await client.POST('/gigs', { body: {} }).then(unwrap).catch((error) => error);
      return [...told, refusal instanceof ProblemError, refusal.problem.code];
    })()`);
    expect(told).toEqual(['olga', 'olga', 'olga', true, 'VALIDATION_FAILED']);
    await page.close();
    await service.close();
  });
});

function runs(place: StartReader): void {
  let service: TestApp;
  let gigId: string;
  let applicants = 0;

  /** Somebody applies, and Olga is notified. */
  const apply = async (): Promise<string> => {
    applicants += 1;
    const { status, body } = await service.as(`applicant-${applicants}`).post(`/gigs/${gigId}/applications`);
    expect(status).toBe(201);
    return body.id;
  };
  const running: RunningReader[] = [];
  const start: StartReader = async (...options) => {
    const reader = await place(...options);
    running.push(reader);
    return reader;
  };
  const token = () => signToken({ sub: 'olga' });
  const references = (received: object[]) =>
    received.map((notification) => (notification as { referenceId: string }).referenceId);

  beforeAll(async () => {
    service = await startApp();
    gigId = (await service.as('olga').post('/gigs', gigBody())).body.id;
  });
  afterEach(async () => {
    for (const reader of running.splice(0)) {
      await reader.stop();
      await reader.ended;
    }
  });
  afterAll(() => service.close());

  it('resumes after a disconnection, and misses nothing', async () => {
    const proxy = await TcpProxy.to(service.url);
    const reader = await start(proxy.url, token());
    const first: string[] = [];
    await until(async () => {
      first.push(await apply()); // until the reader listens
      return reader.received.length > 0;
    });
    await proxy.close();
    const missed = await apply();
    await proxy.open();
    await until(() => references(reader.received).includes(missed));
    const last = await apply();
    await until(() => references(reader.received).includes(last));
    // Notifications shortly before a disconnection may be repeated, even from before the reader.
    const since = first.slice(first.indexOf(references(reader.received)[0]!));
    expect(references(reader.received)).toEqual(expect.arrayContaining([...since, missed, last]));
    await reader.stop();
    expect(await reader.ended).toEqual({});
    await proxy.close();
  });

  it('waits while the user has the maximum number of streams', async () => {
    const streams: EventStream[] = [];
    await until(async () => {
      // The stream of the previous test may still count.
      const opened = await EventStream.open(service.as('olga')).catch(() => undefined);
      if (opened) streams.push(opened);
      return streams.length === 5;
    });
    const proxy = await TcpProxy.to(service.url);
    const reader = await start(proxy.url, token());
    await until(() => proxy.sent.match(/GET \/notifications\/stream/g)?.length === 2);
    streams[0]!.close();
    await until(async () => {
      await apply();
      return reader.received.length > 0;
    });
    await reader.stop();
    expect(await reader.ended).toEqual({});
    for (const stream of streams) stream.close();
    await proxy.close();
  });

  it('stops when its token is refused', async () => {
    const reader = await start(service.url, 'no token');
    expect(await reader.ended).toEqual({ status: 401, code: 'UNAUTHENTICATED' });
  });

  it('waits for the requested time, and leaves a silent connection', async () => {
    const asked: { at: number; lastEventId: string | undefined }[] = [];
    const turns: ((response: ServerResponse) => void)[] = [
      (response) => response.writeHead(503, { 'retry-after': '3' }).end('{}'),
      (response) => response.write(': connected\n\nid: 1\nevent: notification\ndata: {"id":"1"}\n\n'),
      (response) => response.write('id: 2\nevent: notification\ndata: {"id":"2"}\n\n'),
    ];
    const listener = (request: IncomingMessage, response: ServerResponse) => {
      response.setHeader('access-control-allow-origin', '*');
      response.setHeader('access-control-allow-headers', 'authorization, last-event-id');
      response.setHeader('access-control-expose-headers', 'retry-after');
      if (request.method === 'OPTIONS') return void response.writeHead(204).end();
      const turn = turns[asked.length];
      asked.push({ at: performance.now(), lastEventId: request.headers['last-event-id'] as string });
      turn?.(response);
    };
    const server = createServer(listener).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const reader = await start(url, token(), 1_000);
    await until(() => reader.received.length === 2);
    await reader.stop();
    expect(await reader.ended).toEqual({});
    expect(reader.received.map(({ id }) => id)).toEqual(['1', '2']);
    expect(asked.slice(0, 3).map(({ lastEventId }) => lastEventId)).toEqual([undefined, undefined, '1']);
    expect(asked[1]!.at - asked[0]!.at).toBeGreaterThan(2_990); // its own first delay is at most 1 s
    server.close();
    server.closeAllConnections();
  });
}
