import { once } from 'node:events';
import { createServer as createHttpServer } from 'node:http';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { gzipSync } from 'node:zlib';
import type { Fault, FaultKind } from '../../sandbox/faults.js';
import { startFeedServer } from '../../sandbox/feed-server.js';
import { CAMPUS, ended, FEEDS } from '../support/feeds.js';
import { campusFeed, feedOf, type InsideFeeds, startFeedsInside } from '../support/inside.js';
import { runByHand } from '../support/job.js';
import { until } from '../support/until.js';

type AnyFault = Fault | FaultKind | number;

const HOUR = 3_600_000;
const LIMITS = { response: 1_000, backoff: 1 };
const HUNG_UP = 'The feed closed the connection before its response was complete (UND_ERR_SOCKET).';
const TOO_SLOW = 'The feed took over 1 s to respond.';
const TOO_LARGE = 'The feed is larger than 1 MiB.';
const NO_JSON = 'The feed did not return JSON.';
const NO_SHAPE = {
  campus: 'The feed returned JSON whose data.events is not an array.',
  ticketing: 'The feed returned JSON that is not a page of events.',
};

describe.each(FEEDS)('the faulty $name feed', (kind) => {
  const { entry, named } = kind;
  let feeds: InsideFeeds;
  const shape = NO_SHAPE[kind.name];
  const pull = () => feeds.pull(feedOf(kind, feeds.server, LIMITS));

  beforeAll(async () => {
    feeds = await startFeedsInside();
  });
  beforeEach(() => feeds.reset());
  afterAll(() => feeds.close());

  /** An event from before, and one that a good feed would change. */
  async function prepare() {
    await feeds.serve(kind, entry(1, ended(kind)), entry(2));
    feeds.server[kind.name].setEvents([entry(2, named('B')), entry(3)]);
    return feeds.traces();
  }

  it.each<[AnyFault, string]>([
    [500, 'The feed returned 500.'],
    [404, 'The feed returned 404.'],
    [204, 'The feed returned 204.'],
    ['rate-limited', 'The feed returned 429. It asks to wait for 2 s.'],
    [{ kind: 'rate-limited', retryAfter: 3_600 }, 'The feed returned 429. It asks to wait for 3600 s.'],
    ['html', NO_JSON],
    ['truncated', NO_JSON],
    ['truncated-gzip', 'The feed closed the connection before its response was complete (Z_BUF_ERROR).'],
    ['other-shape', shape],
    [{ kind: 'other-shape', body: [1, 2] }, shape],
    [{ kind: 'other-shape', body: null }, shape],
    ['hang-up', HUNG_UP],
    ['hang-up-midway', HUNG_UP],
    [{ kind: 'hang-up-midway', chunked: true }, HUNG_UP],
    ['stall', TOO_SLOW],
    ['drip', TOO_SLOW],
    ['silent', TOO_SLOW],
    [{ kind: 'gzip-bomb', mib: 100 }, TOO_LARGE],
    [{ kind: 'oversized', mib: 100 }, TOO_LARGE],
    ['redirect', 'The feed redirects to another host.'],
    [{ kind: 'redirect', to: 'itself' }, 'The feed redirects too often.'],
  ])('with %j fails the run and changes no event', async (fault, error) => {
    const before = await prepare();
    feeds.server[kind.name].setFault(fault);
    const response = error === TOO_SLOW ? LIMITS.response : 30_000;
    const limits = { ...LIMITS, response, retryAfter: 1_000 };
    expect(await feeds.pull(feedOf(kind, feeds.server, limits))).toMatchObject({ outcome: 'FAILED', error });
    expect(await feeds.traces()).toEqual(before);
    const nothing = { received: 0, created: 0, updated: 0, completed: 0, reasons: [] };
    expect(await feeds.lastRun()).toMatchObject({
      outcome: 'FAILED',
      source: kind.source,
      error,
      ...nothing,
    });
  });

  it('fails the run if it is unavailable', async () => {
    const gone = await startFeedServer();
    await gone.close();
    const error = 'The feed could not be reached (ECONNREFUSED).';
    expect(await feeds.pull(feedOf(kind, gone, LIMITS))).toMatchObject({ outcome: 'FAILED', error });
  });

  it.each<[AnyFault, string]>([
    [401, 'The feed returned 401.'],
    ['html', NO_JSON],
    ['truncated', NO_JSON],
    ['other-shape', shape],
    [{ kind: 'gzip-bomb', mib: 100 }, TOO_LARGE],
    ['redirect', 'The feed redirects to another host.'],
    [{ kind: 'rate-limited', retryAfter: 3_600 }, 'The feed returned 429. It asks to wait for 3600 s.'],
  ])('with %j fails the job by hand, with its reason', async (fault, error) => {
    const before = await prepare();
    feeds.server[kind.name].setFault(fault);
    const settings = { ...feeds.settings, FEED_MAX_MB: '1' };
    const result = await runByHand(kind.job, feeds.service.database.url, settings);
    expect(result).toMatchObject({ outcome: 'FAILED', error });
    expect(await feeds.traces()).toEqual(before);
  });

  it.each<Fault>([
    { kind: 'status', status: 503, times: 3 },
    { kind: 'rate-limited', retryAfter: 1, times: 1 },
    { kind: 'rate-limited', retryAfter: new Date(Date.now() - HOUR).toUTCString(), times: 1 },
    { kind: 'hang-up', times: 1 },
    { kind: 'hang-up-midway', times: 2 },
    { kind: 'redirect', to: 'same-host' },
  ])('with %j for a while is stored nevertheless', async (fault) => {
    const feed = feeds.server[kind.name];
    feed.setEvents([entry(1)]);
    feed.setFault(fault);
    const before = feed.requests.count;
    expect(await feeds.pull(feedOf(kind, feeds.server, { backoff: 1 }))).toMatchObject({
      ...{ outcome: 'SUCCEEDED', created: 1 },
    });
    expect(feed.requests.count - before).toBe((fault.times ?? 1) + 1);
  });

  it('is requested at most four times', async () => {
    feeds.server[kind.name].setFault(500);
    const before = feeds.server[kind.name].requests.count;
    await pull();
    expect(feeds.server[kind.name].requests.count - before).toBe(4);
  });
});

describe('a feed at its own URL', () => {
  let feeds: InsideFeeds;

  beforeAll(async () => {
    feeds = await startFeedsInside();
  });
  beforeEach(() => feeds.reset());
  afterAll(() => feeds.close());

  it('is stored if it is large and disconnects midway once', async () => {
    const { campus } = feeds.server;
    const entries = Array.from({ length: 12_000 }, (_, number) => CAMPUS.entry(number));
    await feeds.serve(CAMPUS, ...entries.slice(0, 10));
    campus.setEvents(entries);
    campus.setFault({ kind: 'hang-up-midway', times: 1 });
    const before = campus.requests.count;
    const limits = { backoff: 1_000 };
    const pulled = feeds.pull(campusFeed(feeds.server, { maxMb: 64 }, limits));
    await until(() => campus.requests.count > before);
    campus.setEvents(entries.slice(0, 11));
    expect(await pulled).toMatchObject({ outcome: 'SUCCEEDED', received: 11, created: 1, unchanged: 10 });
  });

  it('cannot be reached in time if it accepts connections without a response', async () => {
    const sockets: Socket[] = [];
    const mute = createServer((socket) => sockets.push(socket.on('error', () => {})));
    await once(mute.listen(0, '127.0.0.1'), 'listening');
    const { port } = mute.address() as AddressInfo;
    const limits = { response: 20_000, backoff: 1, connect: 100, retries: 1 };
    const pulled = await feeds.pull(campusFeed({ url: `https://127.0.0.1:${port}` }, {}, limits));
    mute.close();
    for (const socket of sockets) socket.destroy(); // the sockets are not read, and so do not notice a close
    const error = 'The feed could not be reached in time.';
    expect(pulled).toMatchObject({ outcome: 'FAILED', error });
  });

  it.each([
    ['{"data":{"events":[{}', ',{}', ']}}', 'The feed returned over 2000000 values.'],
    ['{"data":{"events":[0', ',0', ']}}', 'The feed returned over 2000000 values.'],
  ])(
    'fails without much memory if a small response unpacks to millions of %s',
    async (start, middle, end, error) => {
      const body = gzipSync(start + middle.repeat(10 * 2 ** 20) + end, { level: 9 });
      expect(body.length).toBeLessThan(64 * 2 ** 10);
      const server = createHttpServer((_, response) => {
        response.writeHead(200, { 'content-type': 'application/json', 'content-encoding': 'gzip' }).end(body);
      });
      await once(server.listen(0, '127.0.0.1'), 'listening');
      const { port } = server.address() as AddressInfo;
      const before = process.memoryUsage().rss;
      const pulled = await feeds.pull(campusFeed({ url: `http://127.0.0.1:${port}` }, { maxMb: 32 }));
      server.close();
      expect(pulled).toMatchObject({ outcome: 'FAILED', error, received: 0 });
      expect(process.memoryUsage().rss - before).toBeLessThan(500 * 2 ** 20);
    },
  );

  it('shows its key nowhere', async () => {
    feeds.server.campus.setFault(500);
    const feed = campusFeed({ url: `${feeds.server.url}/?key=SECRET` }, {}, LIMITS);
    expect(JSON.stringify(await feeds.pull(feed))).not.toContain('SECRET');
    expect(feeds.server.campus.requests.lastUrl).toBe('/events?key=SECRET');
  });
});
