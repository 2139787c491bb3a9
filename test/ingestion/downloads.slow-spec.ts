import { once } from 'node:events';
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { type DownloadLimits, Downloads } from '../../src/ingestion/download/downloads.js';

const MIB = 2 ** 20;
type Reply = (response: ServerResponse, path: string) => void;
const json: Reply = (response) => void response.writeHead(200).end('{"a":1}');
const status =
  (code: number, headers: Record<string, string> = {}, body = ''): Reply =>
  (response) =>
    void response.writeHead(code, headers).end(body);

/** A server of feeds, with its requests. */
class FeedHost {
  readonly paths: string[] = [];
  /** The time of the last request (milliseconds). */
  lastAt = 0;
  reply: Reply = json;

  private constructor(
    private readonly server: Server,
    readonly url: string,
  ) {}

  static async start(): Promise<FeedHost> {
    const server = createServer(({ url = '' }, response) => {
      host.paths.push(url);
      host.lastAt = performance.now();
      host.reply(response, url);
    });
    await once(server.listen(0, '127.0.0.1'), 'listening');
    const host = new FeedHost(server, `http://127.0.0.1:${(server.address() as AddressInfo).port}`);
    return host;
  }

  close(): void {
    this.server.close();
    this.server.closeAllConnections();
  }
}

describe('a download', () => {
  let host: FeedHost;
  let other: FeedHost;

  beforeEach(async () => {
    host = await FeedHost.start();
    other = await FeedHost.start();
  });
  afterEach(() => {
    host.close();
    other.close();
  });

  const downloads = (limits: Partial<DownloadLimits> = {}, more: object = {}) => {
    const signal = new AbortController().signal;
    return new Downloads({ maxMb: 1, signal, limits: { backoff: 1, ...limits }, ...more });
  };
  const get = (limits?: Partial<DownloadLimits>, more?: object, path = '/') =>
    downloads(limits, more).get(new URL(path, host.url));
  /** Milliseconds from the start to the last request. */
  const spanOf = async (work: () => Promise<unknown>) => {
    const start = performance.now();
    await work();
    return host.lastAt - start;
  };

  describe('that is redirected', () => {
    const toOther = () => [
      `${other.url}/`,
      other.url.replace('http:', ''),
      host.url.replace('127.0.0.1', 'localhost'),
      `${host.url.replace('http:', 'https:')}/`,
      host.url.replace('//', '//user@').replace(/:\d+$/, ''),
      'ftp://127.0.0.1/',
      'http://',
    ];

    it('follows none to another host, port or scheme', async () => {
      expect(await downloads().get(new URL(other.url))).toMatchObject({ document: { a: 1 } });
      expect(other.paths).toEqual(['/']);
      for (const location of toOther()) {
        host.reply = status(302, { location });
        await expect(get()).rejects.toThrow('The feed redirects to another host.');
      }
      expect(other.paths).toEqual(['/']);
      expect(host.paths).toHaveLength(toOther().length);
    });

    it.each([301, 302, 303, 307, 308])('by %i is followed on the same host', async (code) => {
      const replies: Record<string, Reply> = {
        '/': status(code, { location: '/a?b=1' }),
        '/a?b=1': status(code, { location: `${host.url}/c` }),
        '/c': json,
      };
      host.reply = (response, path) => replies[path]!(response, path);
      expect(await get()).toMatchObject({ document: { a: 1 } });
      expect(host.paths).toEqual(['/', '/a?b=1', '/c']);
    });

    it('is followed five times at most', async () => {
      const hops =
        (count: number): Reply =>
        (response, path) =>
          (path === `/${count}` ? json : status(302, { location: `/${Number(path.slice(1)) + 1}` }))(
            response,
            path,
          );
      host.reply = hops(5);
      expect(await get({}, {}, '/0')).toMatchObject({ document: { a: 1 } });
      host.paths.splice(0);
      host.reply = hops(6);
      await expect(get({}, {}, '/0')).rejects.toThrow('The feed redirects too often.');
      expect(host.paths).toHaveLength(6);
    });

    it('without a Location is refused', async () => {
      host.reply = status(302);
      await expect(get()).rejects.toThrow('The feed returned 302.');
      expect(host.paths).toHaveLength(1);
    });
  });

  describe('that fails', () => {
    /** A reply to the first requests, and a good one to the rest. */
    const atFirst =
      (count: number, reply: Reply): Reply =>
      (response, path) =>
        (host.paths.length <= count ? reply : json)(response, path);
    const disconnect: Reply = (response) => void response.socket!.destroy();

    it.each<[string, Reply]>([
      ['429', status(429)],
      ['500', status(500)],
      ['503', status(503)],
      ['a closed connection', disconnect],
    ])('with %s is retried three times', async (_what, reply) => {
      host.reply = atFirst(3, reply);
      expect(await get()).toMatchObject({ document: { a: 1 } });
      expect(host.paths).toHaveLength(4);
      host.paths.splice(0);
      host.reply = reply;
      await expect(get()).rejects.toThrow(/^The feed (?:returned|closed)/);
      expect(host.paths).toHaveLength(4);
    });

    it.each([204, 400, 401, 404, 499])('with %i is not retried', async (code) => {
      host.reply = atFirst(1, status(code));
      await expect(get()).rejects.toThrow(`The feed returned ${code}.`);
      expect(host.paths).toHaveLength(1);
    });

    it('reports the reason of the feed, and is not retried if that is final', async () => {
      host.reply = status(429, {}, 'over the quota');
      const explain = (body: string) => ({ why: body, isFinal: body === 'over the quota' });
      await expect(get({}, { explain })).rejects.toThrow('The feed returned 429: over the quota.');
      expect(host.paths).toHaveLength(1);
      host.reply = atFirst(2, status(429, {}, 'too fast'));
      expect(await get({}, { explain })).toMatchObject({ document: { a: 1 } });
    });

    it('waits as long as the feed requests, up to a limit', async () => {
      host.reply = atFirst(1, status(429, { 'retry-after': '1' }));
      expect(await spanOf(get)).toBeGreaterThanOrEqual(990);
      host.paths.splice(0);
      host.reply = status(503, { 'retry-after': '61' });
      await expect(get()).rejects.toThrow('The feed returned 503. It asks to wait for 61 s.');
      expect(host.paths).toHaveLength(1);
    });

    it('doubles the delay each time', async () => {
      host.reply = atFirst(3, status(500));
      // Each delay is shorter by a quarter at most, or longer.
      expect(await spanOf(() => get({ backoff: 100 }))).toBeGreaterThanOrEqual(0.75 * (100 + 200 + 400) - 5);
    });
  });

  it.each<[string, Reply]>([
    ['begins', () => {}],
    ['ends', (response) => void response.writeHead(200).write('{"a":')],
  ])('with a response that never %s is aborted, and not retried', async (_what, reply) => {
    host.reply = reply;
    await expect(get({ response: 100 })).rejects.toThrow('The feed took over 0.1 s to respond.');
    expect(host.paths).toHaveLength(1);
  });

  it('ends when it is aborted, even between two attempts', async () => {
    for (const reply of [() => {}, status(500)] as Reply[]) {
      const stop = new AbortController();
      host.reply = (response, path) => {
        reply(response, path);
        stop.abort(new Error('enough'));
      };
      await expect(get({ backoff: 60_000 }, { signal: stop.signal })).rejects.toThrow('enough');
    }
    expect(host.paths).toHaveLength(2);
  });

  it('pauses between any two requests', async () => {
    const paced = downloads({ pace: 50 });
    host.reply = (response, path) => (path === '/' ? status(302, { location: '/a' }) : json)(response, path);
    const both = () => Promise.all([paced.get(new URL(host.url)), paced.get(new URL('/b', host.url))]);
    expect(await spanOf(both)).toBeGreaterThanOrEqual(2 * 50 - 5);
    expect(host.paths).toHaveLength(3);
  });

  describe('of a large response', () => {
    const text = (bytes: number) => `"${'x'.repeat(bytes - 2)}"`;
    const replies: [string, (bytes: number) => Reply][] = [
      ['plain', (bytes) => status(200, {}, text(bytes))],
      ...['gzip', 'x-gzip', 'GZIP'].map((coding): [string, (bytes: number) => Reply] => [
        coding,
        (bytes) => (response) =>
          void response.writeHead(200, { 'content-encoding': coding }).end(gzipSync(text(bytes))),
      ]),
    ];

    it.each(replies)(
      'is refused above its limit, uncompressed and with earlier documents (%s)',
      async (_what, reply) => {
        host.reply = reply(MIB);
        expect((await get()).bytes).toBe(MIB);
        await expect(downloads().get(new URL(host.url), 1)).rejects.toThrow('The feed is larger than 1 MiB.');
        host.reply = reply(MIB + 1);
        await expect(get()).rejects.toThrow('The feed is larger than 1 MiB.');
        expect(host.paths).toHaveLength(3);
      },
    );

    it('is refused if it claims to be gzip and is not', async () => {
      host.reply = status(200, { 'content-encoding': 'gzip' }, '{"a":1}');
      await expect(get()).rejects.toThrow('The feed returned invalid gzip.');
      expect(host.paths).toHaveLength(1);
    });
  });
});
