import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { startApp, type TestApp } from '../support/app.js';
import type { Client } from '../support/client.js';
import { createEvent, gigBody } from '../support/factories.js';
import { signToken } from '../support/tokens.js';

const LONG = 'Bring a friend and a game. '.repeat(100);
const UNPACK = { br: brotliDecompressSync, gzip: gunzipSync };

describe('compression', () => {
  let service: TestApp;
  let alice: Client;
  let event: string;

  beforeAll(async () => {
    service = await startApp({ TAGGER: 'off' });
    alice = service.as('alice');
    event = `/events/${(await createEvent(alice, gigBody({ description: LONG }))).id}`;
  });
  afterAll(() => service.close());

  /** A response as it is on the wire. */
  async function raw(
    path: string,
    headers: Record<string, string> = {},
    { method = 'GET', url = service.url } = {},
  ) {
    const authorization = `Bearer ${signToken({ sub: 'alice' })}`;
    const sent = request(url + path, { method, headers: { authorization, ...headers } }).end();
    const [response] = (await once(sent, 'response')) as [IncomingMessage];
    return { status: response.statusCode, headers: response.headers, bytes: await buffer(response) };
  }
  const accepting = (coding: string) => ({ 'accept-encoding': coding });
  const codingOf = async (path: string, accepted: string) =>
    (await raw(path, accepting(accepted))).headers['content-encoding'];

  it.each(['br', 'gzip'] as const)('returns the same content with %s', async (coding) => {
    for (const path of [event, '/events', '/openapi.json', '/openapi.yaml', '/docs/guide']) {
      const plain = await raw(path);
      const packed = await raw(path, accepting(coding));
      expect(plain.headers).not.toHaveProperty('content-encoding');
      expect(packed.headers).toMatchObject({
        'content-encoding': coding,
        'content-type': plain.headers['content-type'],
        'content-length': String(packed.bytes.length),
      });
      expect(packed.bytes.length).toBeLessThan(plain.bytes.length / 2);
      expect(UNPACK[coding](packed.bytes).equals(plain.bytes)).toBe(true);
      for (const { headers } of [plain, packed]) expect(headers.vary).toMatch(/\bAccept-Encoding\b/);
    }
  });

  it.each([
    ['gzip, deflate, br', 'br'],
    ['GZIP', 'gzip'],
    ['br;q=0.5, gzip;q=0.9', 'gzip'],
    ['br;q=0, gzip', 'gzip'],
    ['*', 'br'],
    ['identity, gzip', 'gzip'],
    ['identity, br;q=0.5', undefined],
    ['deflate', undefined],
    ['identity', undefined],
    ['gzip;q=0', undefined],
    ['', undefined],
    ['x'.repeat(5_000), undefined],
  ])('reads "%s" as %s', async (accepted, coding) => {
    expect(await codingOf('/events', accepted)).toBe(coding);
  });

  it('skips bodies under 1 KiB, and what is no page, script or JSON', async () => {
    await raw('/users/me');
    for (const path of ['/users/me', '/categories', '/metrics', '/docs']) {
      const { status, headers } = await raw(path, accepting('gzip, br'));
      expect({ path, status, coding: headers['content-encoding'] }).toEqual({
        path,
        status: 200,
        coding: undefined,
      });
    }
  });

  it('includes problems', async () => {
    const body = JSON.stringify(
      Object.fromEntries(Array.from({ length: 50 }, (_, n) => [`unknown ${n}`, n])),
    );
    const headers = { 'content-type': 'application/json', ...accepting('br') };
    const response = await alice.fetch('/events', { method: 'POST', headers, body });
    expect(response.headers.get('content-encoding')).toBe('br');
    expect(response.headers.get('content-type')).toMatch(/^application\/problem\+json/);
    expect(((await response.json()) as { errors: unknown[] }).errors.length).toBeGreaterThan(50);
  });

  it('includes a streamed list, but no stream of notifications', async () => {
    const gig = event.replace('events', 'gigs');
    await service.database.query(
      `INSERT INTO applications (id, gig_id, applicant_id, message)
       SELECT gen_random_uuid(), $1, 'user ' || n, repeat('Ä', 500) FROM generate_series(1, 300) n`,
      [event.split('/')[2]],
    );
    const plain = await raw(`${gig}/applications`);
    const packed = await raw(`${gig}/applications`, accepting('gzip'));
    expect(packed.headers['content-encoding']).toBe('gzip');
    expect(gunzipSync(packed.bytes).equals(plain.bytes)).toBe(true);
    const abort = new AbortController();
    const stream = await alice.fetch('/notifications/stream', {
      headers: accepting('gzip, br'),
      signal: abort.signal,
    });
    expect(stream.headers.get('content-encoding')).toBeNull();
    abort.abort();
  });

  it('returns the headers of GET for HEAD', async () => {
    for (const accepted of ['br', 'gzip', 'identity'])
      for (const path of [event, '/events', '/users/me']) {
        const get = await raw(path, accepting(accepted));
        const head = await raw(path, accepting(accepted), { method: 'HEAD' });
        expect(head.bytes).toHaveLength(0);
        const { date, 'x-request-id': id, ...headers } = get.headers;
        expect(head.headers).toMatchObject(headers);
      }
  });

  describe('with versions', () => {
    const tagOf = async (coding: string) => (await raw(event, accepting(coding))).headers.etag!;

    it('has one tag in all codings', async () => {
      const tags = await Promise.all(['identity', 'gzip', 'br'].map(tagOf));
      expect(new Set(tags).size).toBe(1);
      expect(tags[0]).toMatch(/^"\d+"$/);
    });

    it.each(['identity', 'gzip', 'br'])('recognizes the tag of %s', async (coding) => {
      const tag = await tagOf(coding);
      const held = await raw(event, { ...accepting(coding), 'if-none-match': `"0", W/${tag}` });
      expect(held).toMatchObject({ status: 304, headers: { etag: tag }, bytes: Buffer.alloc(0) });
      expect(held.headers).not.toHaveProperty('content-encoding');
      expect(held.headers.vary).toMatch(/Authorization, Accept-Encoding/);
      const title = `Read by ${coding}`;
      const changed = await alice.patch(event, { title }, { 'if-match': tag });
      expect({ status: changed.status, title: changed.body.title }).toEqual({ status: 200, title });
      expect((await alice.patch(event, { title: 'Late' }, { 'if-match': tag })).status).toBe(412);
      expect((await raw(event, { ...accepting(coding), 'if-none-match': tag })).status).toBe(200);
    });

    it.each(['"1-br"', '1', 'W/"1"', '""', '"1'])('does not recognize %s', async (tag) => {
      const { id } = await createEvent(alice);
      expect((await alice.patch(`/events/${id}`, { title: 'New' }, { 'if-match': tag })).status).toBe(412);
    });
  });

  it('can be left to a proxy', async () => {
    const off = await startApp({ COMPRESSION: 'off' }, service.database);
    const { headers } = await raw('/events', accepting('gzip, br'), { url: off.url });
    expect(headers).not.toHaveProperty('content-encoding');
    await off.close();
  });
});
