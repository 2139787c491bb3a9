import { request as httpRequest, type IncomingHttpHeaders } from 'node:http';
import { connect } from 'node:net';
import { gunzipSync } from 'node:zlib';
import type { FaultType } from './fault-type.js';
import { FAULTS, type Fault, type FaultKind } from './faults.js';
import { type FeedServer, startFeedServer } from './feed-server.js';

const now = () => new Date('2026-11-20T18:00:00.000Z');
let feed: FeedServer;

beforeEach(async () => {
  feed = await startFeedServer({ now });
});
afterEach(() => feed.close());

describe('the feed server', () => {
  it('serves the events in the true shape', async () => {
    const answer = await get('/events');
    expect(answer.status).toBe(200);
    expect(answer.headers['content-type']).toMatch('application/json');
    expect(answer.json()).toMatchObject({ lastModified: '2026-11-20T18:00:00.000Z', status: 'success' });
    expect(eventsOf(answer)).toHaveLength(300);
    expect(answer.bytes.toString()).toContain('résumé');
  });

  it.each([
    ['gzip', true],
    ['br, gzip;q=0.5', true],
    ['*', true],
    ['gzip;q=0', false],
    ['br', false],
  ])('for "accept-encoding: %s" zips: %s', async (accept, zips) => {
    const answer = await get('/events', { 'accept-encoding': accept });
    expect(answer.headers['content-encoding']).toBe(zips ? 'gzip' : undefined);
    const bytes = zips ? gunzipSync(answer.bytes) : answer.bytes;
    expect(JSON.parse(bytes.toString()).data.events).toHaveLength(300);
  });

  it('knows nothing but its own path', async () => {
    expect((await get('/')).status).toBe(404);
    expect((await get('/events/1')).status).toBe(404);
    expect((await get('/events', {}, 'POST')).status).toBe(404);
  });

  it('counts what is asked of it', async () => {
    await get('/events', { 'user-agent': 'a test' });
    await get('/events?again', { 'user-agent': 'another' });
    await get('/elsewhere');
    expect(feed.campus.requests.count).toBe(2);
    expect(feed.campus.requests.lastHeaders?.['user-agent']).toBe('another');
    expect(feed.campus.requests.lastUrl).toBe('/events?again');
  });

  it('serves other events when told, and moves lastModified only then', async () => {
    let minute = 0;
    const other = await startFeedServer({ now: () => new Date(minute++ * 60_000), campus: () => [] });
    const lastModified = async () => (await get('/events', {}, 'GET', '', other.url)).json().lastModified;
    const first = await lastModified();
    expect(await lastModified()).toBe(first);
    other.campus.setEvents([{ id: 'one' }, null, 7]);
    expect(await lastModified()).not.toBe(first);
    expect(eventsOf(await get('/events', {}, 'GET', '', other.url))).toEqual([{ id: 'one' }, null, 7]);
    await other.close();
  });

  it('ends every connection at once when it closes', async () => {
    feed.campus.setFault('silent');
    const pending = get('/events');
    const idle = connect(Number(new URL(feed.url).port), '127.0.0.1');
    const idleClosed = new Promise((resolve) => idle.once('close', resolve));
    idle.on('error', () => undefined);
    await waitFor(() => feed.campus.requests.count === 1);
    const since = Date.now();
    await feed.close();
    expect((await pending).failed).toBe('ECONNRESET');
    await idleClosed;
    expect(Date.now() - since).toBeLessThan(3_000);
  });
});

describe('a fault', () => {
  it.each([500, 404, 401, 503])('of status %d answers so', async (status) => {
    feed.campus.setFault(status);
    const answer = await get('/events');
    expect(answer.status).toBe(status);
    expect(answer.json().status).toBe('error');
  });

  it('rate-limited answers 429 with Retry-After', async () => {
    feed.campus.setFault('rate-limited');
    expect(await get('/events')).toMatchObject({ status: 429, headers: { 'retry-after': '2' } });
    feed.campus.setFault({ kind: 'rate-limited', status: 503, retryAfter: 'Fri, 20 Nov 2026 18:00:05 GMT' });
    expect(await get('/events')).toMatchObject({
      status: 503,
      headers: { 'retry-after': 'Fri, 20 Nov 2026 18:00:05 GMT' },
    });
  });

  it('html is a page with 200', async () => {
    feed.campus.setFault('html');
    const answer = await get('/events');
    expect(answer).toMatchObject({ status: 200, headers: { 'content-type': 'text/html; charset=utf-8' } });
    expect(answer.bytes.toString()).toMatch(/^<!doctype html>/);
  });

  it('truncated is a whole answer with half of the JSON, zipped or not', async () => {
    feed.campus.setFault('truncated');
    const plain = await get('/events');
    expect(plain).toMatchObject({ status: 200, failed: null });
    expect(() => plain.json()).toThrow(SyntaxError);
    const zipped = await get('/events', { 'accept-encoding': 'gzip' });
    expect(gunzipSync(zipped.bytes).equals(plain.bytes)).toBe(true);
  });

  it('truncated-gzip is a whole answer with half of a gzip stream', async () => {
    feed.campus.setFault('truncated-gzip');
    const answer = await get('/events');
    expect(answer).toMatchObject({ status: 200, failed: null, headers: { 'content-encoding': 'gzip' } });
    expect(() => gunzipSync(answer.bytes)).toThrow('unexpected end of file');
  });

  it('other-shape is JSON, but not the feed’s', async () => {
    feed.campus.setFault('other-shape');
    expect(Array.isArray(eventsOf(await get('/events')))).toBe(false);
    feed.campus.setFault({ kind: 'other-shape', body: [1, 2] });
    expect((await get('/events')).json()).toEqual([1, 2]);
  });

  it('hang-up closes before a byte is sent', async () => {
    feed.campus.setFault('hang-up');
    expect(await get('/events')).toMatchObject({ status: null, failed: 'ECONNRESET' });
    expect((await rawGet()).text).toBe('');
  });

  it.each([false, true])('hang-up-midway closes within the body (chunked: %s)', async (chunked) => {
    const whole = (await get('/events')).bytes.length;
    feed.campus.setFault({ kind: 'hang-up-midway', chunked });
    const answer = await get('/events');
    expect(answer).toMatchObject({ status: 200, failed: 'ECONNRESET' });
    expect(answer.headers['content-length']).toBe(chunked ? undefined : `${whole}`);
    expect(answer.bytes.length).toBe(Math.floor(whole / 2));
  });

  it('stall sends half of the body and keeps the connection', async () => {
    const whole = (await get('/events')).bytes.length;
    feed.campus.setFault('stall');
    const answer = await get('/events', {}, 'GET', '', feed.url, 2_000);
    expect(answer).toMatchObject({ status: 200, failed: 'TIMEOUT' });
    expect(answer.bytes.length).toBe(Math.floor(whole / 2));
  });

  it('silent says nothing and keeps the connection', async () => {
    feed.campus.setFault('silent');
    const answer = await get('/events', {}, 'GET', '', feed.url, 300);
    expect(answer).toMatchObject({ status: null, failed: 'TIMEOUT' });
    expect(answer.bytes.length).toBe(0);
  });

  it('drip sends the true answer slowly', async () => {
    feed.campus.setEvents([]);
    const whole = (await get('/events')).bytes;
    feed.campus.setFault({ kind: 'drip', bytes: 8, everyMs: 20 });
    const since = Date.now();
    const answer = await get('/events');
    // Only lastModified may differ, and it does not: the events are the same.
    expect(answer.bytes).toEqual(whole);
    expect(Date.now() - since).toBeGreaterThan((whole.length / 8 - 2) * 20);
    feed.campus.setFault('drip');
    const cut = await get('/events', {}, 'GET', '', feed.url, 500);
    expect(cut.failed).toBe('TIMEOUT');
    expect(cut.bytes.length).toBeLessThan(4);
  });

  it('gzip-bomb is small on the wire and large unpacked, and good JSON', async () => {
    feed.campus.setFault({ kind: 'gzip-bomb', mib: 40 });
    const answer = await get('/events');
    expect(answer.headers['content-encoding']).toBe('gzip');
    expect(answer.bytes.length).toBeLessThan(200_000);
    const unpacked = gunzipSync(answer.bytes);
    expect(unpacked.length).toBe(40 * 1024 * 1024);
    expect(JSON.parse(unpacked.toString()).data.events).toHaveLength(300);
  });

  it('oversized is as large as asked for, plain, and good JSON', async () => {
    feed.campus.setFault('oversized');
    const answer = await get('/events', { 'accept-encoding': 'gzip' });
    expect(answer.bytes.length).toBe(65 * 1024 * 1024);
    expect(answer.headers['content-encoding']).toBeUndefined();
    expect(eventsOf(answer)).toHaveLength(300);
  });

  it.each([
    'oversized',
    'gzip-bomb',
    'drip',
    'hang-up-midway',
  ] as const)('%s bears a client that hangs up', async (kind) => {
    feed.campus.setFault(kind);
    await rawGet(100);
    feed.campus.setFault(null);
    expect((await get('/events')).status).toBe(200);
  });

  it('redirect leads to another host, or to the same, where the true answer is', async () => {
    feed.campus.setFault('redirect');
    const away = await get('/events');
    const other = feed.url.replace('127.0.0.1', 'localhost');
    expect(away).toMatchObject({ status: 302, headers: { location: `${other}/moved/events` } });
    expect(eventsOf(await get('/moved/events'))).toHaveLength(300);
    expect(feed.campus.requests).toMatchObject({ count: 2, lastUrl: '/moved/events' });

    feed.campus.setFault({ kind: 'redirect', to: 'same-host', status: 307 });
    expect(await get('/events')).toMatchObject({ status: 307, headers: { location: '/moved/events' } });
    feed.campus.setFault({ kind: 'redirect', to: 'itself' });
    expect((await get('/events')).headers.location).toBe('/events');
    feed.campus.setFault({ kind: 'redirect', to: 'http://elsewhere.example/' });
    expect((await get('/events')).headers.location).toBe('http://elsewhere.example/');
  });

  it('of so many times wears off', async () => {
    feed.campus.setFault({ kind: 'status', status: 503, times: 2 });
    expect((await get('/events')).status).toBe(503);
    expect((await get('/events')).status).toBe(503);
    expect((await get('/events')).status).toBe(200);
  });

  it('after so many requests lets these be', async () => {
    feed.campus.setFault({ kind: 'status', status: 503, after: 2, times: 1 });
    const statuses = [];
    for (let count = 0; count < 4; count += 1) statuses.push((await get('/events')).status);
    expect(statuses).toEqual([200, 200, 503, 200]);
  });

  it('of status 200 may say anything', async () => {
    feed.campus.setFault({ kind: 'status', status: 401, body: { fault: {} } });
    expect((await get('/events')).json()).toEqual({ fault: {} });
  });
});

describe('/faults', () => {
  it('shows what is on and what there is', async () => {
    const shown = (await get('/faults')).json();
    expect(shown.faults).toEqual({ campus: null, ticketing: null });
    expect(Object.keys(shown.possible)).toEqual(Object.keys(FAULTS));
    expect(shown.possible.status).toEqual({
      about: expect.any(String),
      options: { status: 500, body: null },
    });
  });

  it('switches a fault on and off', async () => {
    const set = await get('/faults', {}, 'PUT', '{"campus":{"kind":"status","status":418,"times":2}}');
    expect(set.json().faults).toMatchObject({ campus: { kind: 'status', status: 418, times: 2 } });
    expect((await get('/events')).status).toBe(418);
    expect((await get('/faults')).json().faults.campus.times).toBe(1);
    await get('/faults', {}, 'PUT', '{"campus":null}');
    expect((await get('/events')).status).toBe(200);
  });

  it.each(
    (Object.entries<FaultType>(FAULTS) as [FaultKind, FaultType][])
      .filter(([, { of }]) => of === undefined)
      .map(([kind]) => kind),
  )('takes "%s" by its name and with its own defaults', async (kind) => {
    expect((await get('/faults', {}, 'PUT', JSON.stringify({ campus: kind }))).status).toBe(200);
    const { options } = FAULTS[kind];
    expect(() => feed.campus.setFault({ kind, ...options } as Fault)).not.toThrow();
  });

  it.each([
    ['{"campus":"tired"}', 'There is no fault "tired"'],
    ['{"campus":{"kind":"toString"}}', 'There is no fault "toString"'],
    ['{"moon":"html"}', 'There is no endpoint "moon"'],
    ['{"campus":{"kind":"html","mib":3}}', 'no option "mib"'],
    ['{"campus":{"kind":"gzip-bomb","mib":"3"}}', '"mib" of "gzip-bomb" is something like 1024'],
    ['{"campus":{"kind":"html","times":0}}', '"times"'],
    ['{"campus":{"kind":"html","after":-1}}', '"after"'],
    ['{"campus":"quota"}', 'one of "ticketing" alone'],
    ['{"campus":99}', '"status" is 200 to 599'],
    ['{"campus":[]}', 'A fault is'],
    ['[]', 'Send an object'],
    ['{', 'JSON'],
  ])('refuses %s and changes nothing', async (body, reason) => {
    const answer = await get('/faults', {}, 'PUT', body);
    expect(answer.status).toBe(400);
    expect(answer.json().message).toContain(reason);
    expect((await get('/events')).status).toBe(200);
  });
});

interface Answer {
  status: number | null;
  headers: IncomingHttpHeaders;
  bytes: Buffer;
  failed: string | null;
  json(): { lastModified: string; status: string; message: string; data: { events: unknown[] } } & Record<
    'faults' | 'possible',
    { campus: { times: number }; status: unknown }
  >;
}

function eventsOf(answer: Answer): unknown[] {
  return answer.json().data.events;
}

/** One request on a connection of its own, with all that came back, however it ended. */
function get(
  path: string,
  headers: Record<string, string> = {},
  method = 'GET',
  body = '',
  url = feed.url,
  limitMs = 20_000,
): Promise<Answer> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    const answer: Answer = {
      status: null,
      headers: {},
      bytes: Buffer.alloc(0),
      failed: null,
      json: () => JSON.parse(answer.bytes.toString()),
    };
    const end = (failed: string | null) => {
      clearTimeout(timer);
      answer.failed ??= failed;
      answer.bytes = Buffer.concat(chunks);
      resolve(answer);
    };
    const request = httpRequest(url + path, { method, headers, agent: false }, (response) => {
      answer.status = response.statusCode ?? null;
      answer.headers = response.headers;
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () => end(null));
      response.on('error', (error: NodeJS.ErrnoException) => end(error.code ?? error.message));
    });
    const timer = setTimeout(() => {
      answer.failed = 'TIMEOUT';
      request.destroy();
    }, limitMs);
    request.on('error', (error: NodeJS.ErrnoException) => end(error.code ?? error.message));
    request.end(body);
  });
}

/** What comes over the wire, until the server closes or this client has enough. */
function rawGet(limitMs = 5_000): Promise<{ text: string }> {
  return new Promise((resolve) => {
    let text = '';
    const socket = connect(Number(new URL(feed.url).port), '127.0.0.1', () => {
      socket.write('GET /events HTTP/1.1\r\nHost: feed\r\n\r\n');
    });
    const timer = setTimeout(() => socket.destroy(), limitMs);
    socket.on('data', (chunk) => {
      text += chunk.toString('latin1');
    });
    socket.on('error', () => undefined);
    socket.on('close', () => {
      clearTimeout(timer);
      resolve({ text });
    });
  });
}

async function waitFor(condition: () => boolean): Promise<void> {
  while (!condition()) await new Promise((resolve) => setTimeout(resolve, 5));
}
