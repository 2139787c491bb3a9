import type { Fault, FaultKind } from '../sandbox/faults.js';
import { type FeedServer, startFeedServer } from '../sandbox/feed-server.js';
import { type ExternalEvent, ExternalEventsService } from '../src/events/external-events.service.js';
import { CampusFeed } from '../src/ingestion/campus.feed.js';
import { IngestionService } from '../src/ingestion/ingestion.service.js';
import { JobsService } from '../src/jobs/jobs.service.js';
import { TaggingService } from '../src/tagging/tagging.service.js';
import { startApp, type TestApp } from './app.js';
import type { Client } from './client.js';
import type { TestDatabase } from './database.js';
import { TcpProxy } from './net.js';
import { until } from './until.js';

const HOUR = 3_600_000;
const SITE = 'https://studentlife.example.edu/Events.aspx';
const never = new AbortController().signal;
const inHours = (hours: number) => new Date(Date.now() + hours * HOUR).toISOString();

/** An entry of the feed; says what a test does not care about. */
function entry(number: number, changes: object = {}) {
  return {
    id: `${SITE}?e=${number}`,
    itemHash: `hash of ${number}`,
    title: `Jazz concert ${number}`,
    description: 'Main Library',
    content: 'The **jazz** ensemble plays standards. Live music, free for students.',
    startDate: inHours(24),
    endDate: inHours(26),
    location: 'Weigel Hall',
    tags: ['Social'],
    link: `${SITE}?e=${number}`,
    label: 'Student Life',
    campus: 'columbus',
    color: '#bb0000',
    ...changes,
  };
}

describe('the campus feed', () => {
  let server: FeedServer;
  let service: TestApp;
  let alice: Client;

  const sync = () =>
    service.app.get(JobsService, { strict: false }).runByHand('campus-sync', { signal: never });
  const serve = async (...entries: unknown[]) => {
    server.setEvents(entries);
    return sync();
  };
  const lastRun = async () => (await alice.get('/ingestion/runs?limit=1')).body.data[0];
  const rows = (columns: string) =>
    service.database.query(`SELECT ${columns} FROM events ORDER BY external_id`);
  const distinct = (columns: string) => service.database.query(`SELECT DISTINCT ${columns} FROM events`);
  /** Every row with the transactions that wrote it: equal means untouched. */
  const traces = () => rows('xmin::text, xmax::text, ctid::text, events.*');
  const eventOf = async (number: number) => {
    const [row] = await service.database.query<{ id: string }>(
      'SELECT id FROM events WHERE external_id = $1',
      [`${SITE}?e=${number}`],
    );
    return (await alice.get(`/events/${row!.id}`)).body;
  };

  beforeAll(async () => {
    server = await startFeedServer();
    service = await startApp({ CAMPUS_FEED_URL: server.url });
    alice = service.as('alice');
  });
  beforeEach(async () => {
    server.setFault(null);
    await service.database.query('TRUNCATE events, ingestion_runs, job_claims CASCADE');
  });
  afterAll(async () => {
    await service.close();
    await server.close();
  });

  describe('taken in', () => {
    it('becomes events, field by field', async () => {
      const sent = entry(1);
      expect(await serve(sent)).toMatchObject({ outcome: 'SUCCEEDED', received: 1, created: 1, error: null });
      const event = await eventOf(1);
      expect(event).toEqual({
        id: expect.stringMatching(/^[0-9a-f-]{14}5/),
        title: sent.title,
        description: sent.content,
        type: 'EVENT',
        location: { name: 'Weigel Hall' },
        startAt: sent.startDate,
        endAt: sent.endDate,
        status: 'OPEN',
        source: 'CAMPUS_API',
        creatorId: null,
        externalId: sent.id,
        externalUrl: sent.link,
        ticketUrl: null,
        tags: expect.arrayContaining([expect.any(String)]),
        summary: expect.any(String),
        category: 'MUSIC',
        compensation: null,
        createdAt: expect.any(String),
        updatedAt: expect.any(String),
      });
      for (const answer of [
        await alice.patch(`/events/${event.id}`, {}),
        await alice.delete(`/events/${event.id}`),
      ])
        expect(answer.body.code).toBe('EXTERNAL_EVENT');
    });

    it('asks politely', async () => {
      await serve();
      const headers = server.requests.lastHeaders!;
      expect(server.requests.lastUrl).toMatch(/\/events$/);
      expect(headers['user-agent']).toContain('events-and-gigs');
      expect(headers['accept-encoding']).toContain('gzip');
    });

    it('takes the sandbox feed whole, with tags for each', async () => {
      const feed = await startFeedServer();
      const result = await pull(feed);
      expect(result).toMatchObject({ outcome: 'SUCCEEDED', rejected: 0 });
      expect(result.received).toBe(Number(result.created) + Number(result.ignored));
      const [{ count }] = (await service.database.query<{ count: number }>(
        `SELECT count(*)::int FROM events WHERE tagging = 'DONE' AND category IS NOT NULL AND cardinality(tags) > 0`,
      )) as [{ count: number }];
      expect(count).toBeGreaterThan(0.9 * Number(result.created));
      expect(await pull(feed)).toMatchObject({ created: 0, updated: 0, unchanged: result.created });
      await feed.close();
    });

    it('lets bad entries cost no good one', async () => {
      const result = await serve(
        entry(1),
        null,
        7,
        [],
        entry(2, { title: null }),
        entry(3, { content: 'a\0' }),
        entry(4),
      );
      expect(result).toMatchObject({ outcome: 'SUCCEEDED', received: 7, created: 2, rejected: 5 });
      expect((await lastRun()).reasons).toHaveLength(5);
    });

    it('keeps at its own id an event that was loaded by other means', async () => {
      await service.database.query(
        `INSERT INTO events (id, title, description, type, location, start_at, source, external_id)
         VALUES (gen_random_uuid(), 'Loaded', '', 'EVENT', '{"name": "Here"}', now(), 'CAMPUS_API', $1)`,
        [entry(1).id],
      );
      expect(await serve(entry(1))).toMatchObject({ created: 0, updated: 1 });
      expect(await rows('title')).toEqual([{ title: 'Jazz concert 1' }]);
    });

    it('rejects an id that an event of the other source has', async () => {
      await service.database.query(
        `INSERT INTO events (id, title, description, type, location, start_at, source, external_id)
         VALUES (gen_random_uuid(), 'Ticketed', '', 'EVENT', '{"name": "Here"}', now(), 'TICKET_API', $1)`,
        [entry(1).id],
      );
      expect(await serve(entry(1), entry(2))).toMatchObject({
        outcome: 'SUCCEEDED',
        created: 1,
        rejected: 1,
      });
      expect((await lastRun()).reasons).toEqual([`${entry(1).id} is the id of an event of another source`]);
      expect((await eventOf(1)).title).toBe('Ticketed');
    });

    it('makes each event once where several pull at once', async () => {
      server.setEvents(Array.from({ length: 700 }, (_, number) => entry(number)));
      const results = await Promise.all([1, 2, 3].map(() => pull(server)));
      expect(results.map(({ outcome }) => outcome)).toEqual(['SUCCEEDED', 'SUCCEEDED', 'SUCCEEDED']);
      expect(results.reduce((sum, { created }) => sum + Number(created), 0)).toBe(700);
      expect(await distinct('tagging, version, type, external_id IS NULL AS "null"')).toHaveLength(1);
    });
  });

  describe('taken in again', () => {
    it('touches no row whose hash is the same', async () => {
      await serve(entry(1), entry(2), entry(3));
      const before = await traces();
      const result = await serve(
        entry(1, { title: 'Other, yet the hash is the same' }),
        entry(2),
        entry(3, { itemHash: 'B' }),
      );
      expect(result).toMatchObject({ created: 0, updated: 1, unchanged: 2 });
      const after = await traces();
      expect(after.slice(0, 2)).toEqual(before.slice(0, 2));
      expect(after[2]!.xmin).not.toBe(before[2]!.xmin);
    });

    it('writes three times where a hash goes A, B, A, and keeps the tags', async () => {
      await serve(entry(1, { itemHash: 'A' }));
      const { tags, category, summary } = await eventOf(1);
      expect(tags).not.toHaveLength(0);
      const changed = { title: 'Chess night', content: 'Chess.', location: null, link: null, endDate: null };
      expect(await serve(entry(1, { itemHash: 'B', ...changed }))).toMatchObject({ updated: 1 });
      expect(await eventOf(1)).toMatchObject({
        ...{ title: 'Chess night', description: 'Chess.', location: { name: 'Main Library' } },
        ...{ externalUrl: null, endAt: null, tags, category, summary },
      });
      expect(await serve(entry(1, { itemHash: 'A' }))).toMatchObject({ updated: 1 });
      expect(await eventOf(1)).toMatchObject({ title: 'Jazz concert 1', tags, category, summary });
      expect(await rows('version, item_hash')).toEqual([{ version: 4, item_hash: 'A' }]); // 2 is the tags'
    });

    it('changes a completed event that comes back with a later end, but not its status', async () => {
      await serve(entry(1, { startDate: inHours(-3), endDate: inHours(-1) }));
      await serve();
      expect(await eventOf(1)).toMatchObject({ status: 'COMPLETED' });
      const later = inHours(5);
      await serve(entry(1, { itemHash: 'B', startDate: inHours(-3), endDate: later }));
      expect(await eventOf(1)).toMatchObject({ status: 'COMPLETED', endAt: later });
    });
  });

  describe('without events that it had', () => {
    const ended = { startDate: inHours(-3), endDate: inHours(-1) };

    it('completes only those that have ended', async () => {
      await serve(entry(1, ended), entry(2), entry(3, { endDate: null }), entry(4, ended));
      const before = await traces();
      expect(await serve(entry(4, ended))).toMatchObject({
        outcome: 'SUCCEEDED',
        completed: 1,
        unchanged: 1,
      });
      expect(await rows('status')).toEqual(
        ['COMPLETED', 'OPEN', 'OPEN', 'OPEN'].map((status) => ({ status })),
      );
      expect((await traces()).slice(1)).toEqual(before.slice(1));
    });

    it('takes a rejected or ignored entry for one that has not disappeared', async () => {
      await serve(entry(1, ended), entry(2, ended));
      expect(
        await serve(entry(1, { ...ended, title: null }), entry(2, { ...ended, campus: 'newark' })),
      ).toMatchObject({
        ...{ completed: 0, rejected: 1, ignored: 1 },
      });
    });

    it('deletes nothing when it is suddenly empty, and leaves users and other feeds alone', async () => {
      await serve(entry(1, ended), entry(2), entry(3));
      await service.database.query(
        `INSERT INTO events (id, title, description, type, location, start_at, end_at, source)
         SELECT gen_random_uuid(), 'Other', '', 'EVENT', '{"name": "Here"}', now(), now() - interval '1 hour', source
         FROM unnest(ARRAY['USER', 'TICKET_API']) source`,
      );
      expect(await serve()).toMatchObject({ outcome: 'SUCCEEDED', received: 0, completed: 1 });
      const counts = await service.database.query(
        'SELECT status, count(*)::int FROM events GROUP BY status ORDER BY status',
      );
      expect(counts).toEqual([
        { status: 'COMPLETED', count: 1 },
        { status: 'OPEN', count: 4 },
      ]);
    });
  });

  describe('that misbehaves', () => {
    const LIMITS = { answer: 1_000, backoff: 1 };
    const faults: [Fault | FaultKind | number, string][] = [
      [500, 'The feed answered 500.'],
      [404, 'The feed answered 404.'],
      [204, 'The feed answered 204.'],
      [{ kind: 'rate-limited', retryAfter: 3_600 }, 'The feed answered 429. It asks to wait for 3600 s.'],
      ['html', 'The feed answered what is no JSON.'],
      ['truncated', 'The feed answered what is no JSON.'],
      ['truncated-gzip', 'The feed hung up before its answer was whole (Z_BUF_ERROR).'],
      ['other-shape', 'The feed answered JSON whose data.events is no array.'],
      ['hang-up', 'The feed hung up before its answer was whole (UND_ERR_SOCKET).'],
      ['hang-up-midway', 'The feed hung up before its answer was whole (UND_ERR_SOCKET).'],
      [
        { kind: 'hang-up-midway', chunked: true },
        'The feed hung up before its answer was whole (UND_ERR_SOCKET).',
      ],
      ['stall', 'The feed took over 1 s to answer.'],
      ['drip', 'The feed took over 1 s to answer.'],
      ['silent', 'The feed took over 1 s to answer.'],
      [{ kind: 'gzip-bomb', mib: 100 }, 'The feed is larger than 1 MiB.'],
      [{ kind: 'oversized', mib: 100 }, 'The feed is larger than 1 MiB.'],
      ['redirect', 'The feed redirects to another host.'],
      [{ kind: 'redirect', to: 'itself' }, 'The feed redirects again and again.'],
    ];

    it.each(faults)('by %j fails the run and touches no event', async (fault, error) => {
      const ended = { startDate: inHours(-3), endDate: inHours(-1) };
      await serve(entry(1, ended), entry(2));
      const before = await traces();
      server.setEvents([entry(2, { itemHash: 'B' }), entry(3)]);
      server.setFault(fault);
      expect(await pull(server, LIMITS)).toMatchObject({ outcome: 'FAILED', error });
      expect(await traces()).toEqual(before);
      expect(await lastRun()).toMatchObject({ outcome: 'FAILED', error, received: 0, completed: 0 });
    });

    it('by not being there fails the run', async () => {
      const gone = await startFeedServer();
      await gone.close();
      const error = 'The feed could not be reached (ECONNREFUSED).';
      expect(await pull(gone, LIMITS)).toMatchObject({ outcome: 'FAILED', error });
    });

    it.each<Fault>([
      { kind: 'status', status: 503, times: 3 },
      { kind: 'rate-limited', retryAfter: 1, times: 1 },
      { kind: 'rate-limited', retryAfter: new Date(Date.now() - HOUR).toUTCString(), times: 1 },
      { kind: 'hang-up-midway', times: 2 },
      { kind: 'redirect', to: 'same-host' },
    ])('by %j for a while is taken in all the same', async (fault) => {
      server.setEvents([entry(1)]);
      server.setFault(fault);
      const before = server.requests.count;
      expect(await pull(server, { backoff: 1 })).toMatchObject({ outcome: 'SUCCEEDED', created: 1 });
      expect(server.requests.count - before).toBe((fault.times ?? 1) + 1);
    });

    it('is asked at most four times', async () => {
      server.setFault(500);
      const before = server.requests.count;
      await pull(server, LIMITS);
      expect(server.requests.count - before).toBe(4);
    });

    it('shows no key that its address holds', async () => {
      const feed = new CampusFeed(`${server.url}/?key=SECRET`, 2 ** 20, LIMITS);
      server.setFault(500);
      expect(JSON.stringify(await pullFrom(feed))).not.toContain('SECRET');
      expect(server.requests.lastUrl).toBe('/events?key=SECRET');
    });
  });

  describe('and the tagger', () => {
    it('tags what an earlier run has stored and not reached', async () => {
      const stored: ExternalEvent = {
        ...{
          externalId: entry(1).id,
          source: 'CAMPUS_API',
          itemHash: entry(1).itemHash,
          title: entry(1).title,
        },
        ...{ description: 'Live jazz.', location: { name: 'Here' }, startAt: inHours(1), endAt: null },
        ...{ externalUrl: null, ticketUrl: null },
      };
      await service.app.get(ExternalEventsService).store([stored], 'PENDING');
      expect(await serve(entry(1))).toMatchObject({ created: 0, unchanged: 1 });
      expect(await eventOf(1)).toMatchObject({ category: 'MUSIC', tags: expect.arrayContaining(['jazz']) });
    });

    it('stores events whose tagging fails without tags, and does not try again', async () => {
      await withTagger(
        async () => undefined,
        () => serve(entry(1)),
      );
      expect(await eventOf(1)).toMatchObject({ tags: [], category: null, summary: null });
      expect(await serve(entry(1))).toMatchObject({ outcome: 'SUCCEEDED', unchanged: 1 });
      expect(await rows('tagging, tags')).toEqual([{ tagging: 'FAILED', tags: [] }]);
    });

    it('tags four at a time', async () => {
      let [busy, most] = [0, 0];
      const slow = async () => {
        busy += 1;
        most = Math.max(most, busy);
        await new Promise((resolve) => setTimeout(resolve, 5));
        busy -= 1;
        return undefined;
      };
      await withTagger(slow, () => serve(...Array.from({ length: 30 }, (_, number) => entry(number))));
      expect(most).toBe(4);
    });

    it('leaves alone what someone else has tagged meanwhile', async () => {
      const meanwhile = async () => {
        await service.database.query(`UPDATE events SET tags = '{mine}', tagging = 'DONE'`);
        return { tags: ['late'], category: null, summary: null };
      };
      await withTagger(meanwhile, () => serve(entry(1)));
      expect(await rows('tags')).toEqual([{ tags: ['mine'] }]);
    });

    it('has nothing to reach where it is off', async () => {
      const off = await startApp({ CAMPUS_FEED_URL: server.url, TAGGER: 'off' }, service.database);
      server.setEvents([entry(1)]);
      await off.app.get(JobsService, { strict: false }).runByHand('campus-sync', { signal: never });
      expect(await rows('tagging, tags, category')).toEqual([{ tagging: 'DONE', tags: [], category: null }]);
      await off.close();
    });

    const withTagger = async <Result>(
      tag: TaggingService['tag'],
      work: () => Promise<Result>,
    ): Promise<Result> => {
      const tagging = service.app.get(TaggingService, { strict: false });
      Object.assign(tagging, { tag });
      return work().finally(() => delete (tagging as Partial<TaggingService>).tag);
    };
  });

  describe('and its runs', () => {
    it('are shown newest first', async () => {
      await serve(entry(1), entry(2, { campus: 'newark' }));
      await serve(entry(1));
      const { status, body } = await alice.get('/ingestion/runs');
      expect({ status, total: body.total }).toEqual({ status: 200, total: 2 });
      expect(body.data[1]).toEqual({
        ...{ id: expect.any(String), source: 'CAMPUS_API', outcome: 'SUCCEEDED' },
        ...{ startedAt: expect.any(String), finishedAt: expect.any(String) },
        ...{ received: 2, created: 1, updated: 0, unchanged: 0, ignored: 1, rejected: 0, completed: 0 },
        ...{ error: null, reasons: [] },
      });
      expect(body.data[0]).toMatchObject({ unchanged: 1, created: 0 });
      expect(body.data[0].startedAt > body.data[1].startedAt).toBe(true);
    });

    it('are listed by source', async () => {
      await serve();
      expect((await alice.get('/ingestion/runs?source=CAMPUS_API')).body.total).toBe(1);
      expect((await alice.get('/ingestion/runs?source=TICKET_API')).body.total).toBe(0);
      expect((await alice.get('/ingestion/runs?source=USER')).status).toBe(400);
      expect((await service.as(null).get('/ingestion/runs')).status).toBe(401);
    });

    it('are marked as interrupted when the next one finds them unfinished', async () => {
      await service.database.query(
        `INSERT INTO ingestion_runs (id, source) VALUES (gen_random_uuid(), 'CAMPUS_API'), (gen_random_uuid(), 'TICKET_API')`,
      );
      await serve();
      const { data } = (await alice.get('/ingestion/runs?source=CAMPUS_API')).body;
      expect(data.map((run: { outcome: string; error: string }) => [run.outcome, run.error])).toEqual([
        ['SUCCEEDED', null],
        ['FAILED', 'The run was interrupted.'],
      ]);
      expect((await alice.get('/ingestion/runs?source=TICKET_API')).body.data[0].outcome).toBeNull();
    });

    it('are skipped, by hand only, where no URL is set', async () => {
      const unset = await startApp({}, service.database);
      const result = await unset.app
        .get(JobsService, { strict: false })
        .runByHand('campus-sync', { signal: never });
      expect(result).toMatchObject({ outcome: 'SKIPPED', error: 'CAMPUS_FEED_URL is not set.' });
      expect(await lastRun()).toMatchObject({ outcome: 'SKIPPED' });
      await unset.close();
    });

    it('that are broken off say so, and the next one finishes the work', async () => {
      const breakOff = new AbortController();
      server.setEvents(Array.from({ length: 600 }, (_, number) => entry(number)));
      const feed = new CampusFeed(server.url, 2 ** 26);
      const result = await service.app.get(IngestionService, { strict: false }).pull(feed, {
        signal: breakOff.signal,
        progress: (step) => step === 'stored' && breakOff.abort(new Error('the service stopped')),
      });
      const error = 'The run was broken off: the service stopped.';
      expect(result).toMatchObject({ outcome: 'FAILED', error, created: 500 });
      expect(await sync()).toMatchObject({ outcome: 'SUCCEEDED', created: 100, unchanged: 500 });
      expect(await distinct('tagging, external_id IS NULL AS "null"')).toEqual([
        { tagging: 'DONE', null: false },
      ]);
    });
  });

  describe('at start-up', () => {
    const scheduled = (database: Pick<TestDatabase, 'url'>) =>
      startApp({ CAMPUS_FEED_URL: server.url, SCHEDULER_ENABLED: 'true' }, database as TestDatabase);
    const isTaken = async () => {
      const [run] = await service.database.query<{ outcome: string }>('SELECT outcome FROM ingestion_runs');
      return run?.outcome === 'SUCCEEDED';
    };

    it('is pulled, unless its last success is not over 6 hours old', async () => {
      server.setEvents([entry(1)]);
      const first = await scheduled(service.database);
      await until(isTaken);
      await first.close();
      const asked = server.requests.count;
      const second = await scheduled(service.database);
      await second.close();
      expect(server.requests.count).toBe(asked);

      await service.database.query(
        `UPDATE ingestion_runs SET started_at = started_at - interval '6 hours 1 minute'`,
      );
      const third = await scheduled(service.database);
      await until(() => server.requests.count > asked);
      await third.close();
    });

    it('delays no start, and is broken off by a stop', async () => {
      server.setFault('silent');
      const slow = await scheduled(service.database);
      await until(async () => (await service.database.query('SELECT 1 FROM ingestion_runs')).length === 1);
      expect((await slow.as('alice').get('/events')).status).toBe(200);
      await slow.close();
      expect(await lastRun()).toMatchObject({ error: 'The run was broken off: the service stopped.' });
    });

    it('is pulled once the database is there', async () => {
      const proxy = await TcpProxy.to(service.database.url, { open: false });
      server.setEvents([entry(1)]);
      const waiting = await scheduled({ url: proxy.url });
      expect((await service.database.query('SELECT 1 FROM ingestion_runs')).length).toBe(0);
      await proxy.open();
      await until(isTaken);
      await waiting.close();
      await proxy.close();
    });
  });

  /** Pulls from a server with limits of the test's own, and at most 1 MiB. */
  const pull = (from: FeedServer, limits?: ConstructorParameters<typeof CampusFeed>[2]) =>
    pullFrom(new CampusFeed(from.url, 2 ** 20, limits));
  const pullFrom = (feed: CampusFeed) =>
    service.app.get(IngestionService, { strict: false }).pull(feed, { signal: never });
});
