import { type FeedServer, startFeedServer } from '../../sandbox/feed-server.js';
import { JobsService } from '../../src/jobs/jobs.service.js';
import { PAUSE } from '../../src/llm/language-model.js';
import type { Client } from '../support/client.js';
import { createEvent, eventBody } from '../support/factories.js';
import { type InsideApp, startInside } from '../support/inside.js';
import {
  type Behaviour,
  completes,
  disconnects,
  hangs,
  ModelServer,
  returns,
} from '../support/model-server.js';
import { until } from '../support/until.js';

const GOOD = { tags: ['jazz'], category: 'MUSIC', summary: 'A trio plays standards.' };
const PREVIEW = { title: 'Jazz', description: 'A trio', type: 'EVENT' };
const NONE = { tags: [], category: null, summary: null };
/** Longer than any test: the service waits for a hanging model until the test ends the response. */
const FOREVER = '60000';
const isOfFeed = ({ data }: { data: { title: string } }) => data.title.startsWith('Feed');

describe('a language model', () => {
  const systemNow = Date.now;
  let model: ModelServer;
  let opened: (InsideApp | FeedServer)[];

  beforeEach(async () => {
    opened = [];
    model = await ModelServer.start();
  });
  afterEach(async () => {
    Date.now = systemNow;
    await model.close();
    for (const each of opened) await each.close();
  });

  const start = async (overrides: Record<string, string> = {}) => {
    const service = await startInside(model.environment(overrides));
    opened.push(service);
    return service;
  };
  const statusesOf = async (posts: Promise<{ status: number }>[]) =>
    new Set((await Promise.all(posts)).map(({ status }) => status));

  describe('that fails repeatedly', () => {
    /** Stops the clock of the breaker: it probes the model only when the test says so. */
    const passTime = (milliseconds: number) => {
      const now = Date.now() + milliseconds;
      Date.now = () => now;
    };

    it.each<[string, Behaviour]>([
      ['by hanging', hangs],
      ['with 500', returns('', 500)],
      ['with 429', returns('', 429, { 'retry-after': '3600' })],
      ['with 401', returns('', 401)],
    ])('%s is paused', async (_how, behaviour) => {
      const service = await start({ TAGGER_TIMEOUT_MS: '4000' });
      const alice = service.as('alice');
      model.behave = behaviour;
      passTime(0);
      await Promise.all(Array.from({ length: 5 }, (_, n) => createEvent(service.as(`user ${n}`))));
      const { length } = model.requests;
      for (let n = 0; n < 20; n += 1) expect(await createEvent(alice)).toMatchObject(NONE);
      expect(model.requests).toHaveLength(length);
      expect((await alice.get('/metrics')).text).toMatch(/^language_model_call.*_count\{.*"given_up"\} 20$/m);
    });

    it('gets one creation as a probe, while others do without, and all again after recovery', async () => {
      const alice = (await start({ TAGGER_TIMEOUT_MS: FOREVER })).as('alice');
      passTime(0);
      model.behave = returns('', 401);
      for (let n = 0; n < 5; n += 1) await createEvent(alice);
      model.reset(hangs);

      passTime(PAUSE);
      const trial = createEvent(alice);
      await until(() => model.waiting.size === 1);
      for (let n = 0; n < 5; n += 1) expect(await createEvent(alice)).toMatchObject(NONE);
      model.release(returns('', 401));
      expect(await trial).toMatchObject(NONE);
      // The model still fails: the breaker opens for as long again.
      expect(await createEvent(alice)).toMatchObject(NONE);
      expect(model.requests).toHaveLength(1);

      passTime(PAUSE);
      model.behave = completes(GOOD);
      expect(await createEvent(alice)).toMatchObject(GOOD);
      expect(await createEvent(alice)).toMatchObject(GOOD);
    });

    it('is never probed with a text of a user, which might hang it', async () => {
      const service = await start({ TAGGER_TIMEOUT_MS: '1000' });
      const [mallory, alice] = [service.as('mallory'), service.as('alice')];
      const good = completes(GOOD);
      model.behave = returns('', 500);
      passTime(0);
      await Promise.all(Array.from({ length: 5 }, (_, n) => createEvent(service.as(`user ${n}`))));
      model.behave = (response, request) => request.data.title === 'Hang' || good(response, request);
      for (let n = 0; n < 3; n += 1) {
        passTime(PAUSE);
        expect(await createEvent(mallory, { title: 'Hang' })).toMatchObject(NONE);
        expect(await createEvent(alice)).toMatchObject(GOOD);
      }
    });

    it('is still called for others if one user makes it hang and talk nonsense by turns', async () => {
      const service = await start({ TAGGER_TIMEOUT_MS: '1000' });
      const [mallory, alice] = [service.as('mallory'), service.as('alice')];
      for (let n = 0; n < 5; n += 1) {
        model.behave = hangs;
        expect(await createEvent(mallory)).toMatchObject(NONE);
        model.behave = completes({ labels: ['jazz'] });
        expect(await createEvent(mallory)).toMatchObject(NONE);
      }
      model.behave = completes(GOOD);
      expect(await createEvent(alice)).toMatchObject(GOOD);
    });

    it('is still called for others whatever texts make it return', async () => {
      const alice = (await start()).as('alice');
      const tooLarge = returns(' '.repeat(300 * 1024));
      for (const behaviour of [completes('garbage'), returns('', 400), returns('<html>'), tooLarge]) {
        model.behave = behaviour;
        for (let n = 0; n < 6; n += 1) expect(await createEvent(alice)).toMatchObject(NONE);
      }
      model.behave = completes(GOOD);
      expect(await createEvent(alice)).toMatchObject(GOOD);
    });

    it.each<[string, Behaviour]>([
      ['by hanging', hangs],
      ['with 500', returns('', 500)],
      ['by hanging up', disconnects],
    ])('is still called for others if texts of one user %s', async (_how, behaviour) => {
      const service = await start({ TAGGER_TIMEOUT_MS: '1000' });
      const [mallory, alice] = [service.as('mallory'), service.as('alice')];
      const thread = async (client: Client) => (await client.post('/conversations')).body.id;
      const threads = { mallory: await thread(mallory), alice: await thread(alice) };
      const ask = (client: Client, id: string) =>
        client.post(`/conversations/${id}/messages`, { content: 'jazz?' });
      model.behave = behaviour;
      for (let n = 0; n < 4; n += 1) {
        expect(await createEvent(mallory)).toMatchObject(NONE);
        expect((await ask(mallory, threads.mallory)).status).toBe(201);
        expect((await mallory.post('/tagging/preview', PREVIEW)).body).toEqual(NONE);
      }
      model.reset(completes(GOOD));
      expect(await createEvent(alice)).toMatchObject(GOOD);
      await ask(alice, threads.alice);
      expect(model.requests).toHaveLength(2);
    });
  });

  describe('that hangs', () => {
    it('gets two calls of a user at once; eight of others wait, and the rest do without', async () => {
      const service = await start({ TAGGER_TIMEOUT_MS: FOREVER });
      let answered = 0;
      const create = (id: string) => createEvent(service.as(id)).finally(() => (answered += 1));
      const posts = Array.from({ length: 12 }, () => create('alice'));
      await until(() => model.waiting.size === 2 && answered === 2);
      const other = create('bob');
      await until(() => model.waiting.size === 3);
      model.behave = completes(GOOD);
      model.release(completes(GOOD));
      const tagged = (await Promise.all(posts)).filter(({ category }) => category === 'MUSIC');
      expect(tagged).toHaveLength(10);
      expect(await other).toMatchObject(GOOD);
    });

    it('gets two calls of a user at once, for any purpose', async () => {
      const service = await start({ TAGGER_TIMEOUT_MS: FOREVER });
      const alice = service.as('alice');
      const { id } = (await alice.post('/conversations')).body;
      const requests = [
        alice.post('/tagging/preview', PREVIEW),
        alice.post(`/conversations/${id}/messages`, { content: 'jazz?' }),
        createEvent(alice),
        alice.post(`/conversations/${id}/messages`, { content: 'blues?' }),
      ];
      await until(() => model.waiting.size === 2);
      const other = createEvent(service.as('bob'));
      await until(() => model.waiting.size === 3);
      model.behave = completes(GOOD);
      model.release(completes(GOOD));
      await Promise.all([...requests, other]);
      expect(model.peak).toBe(3);
    });

    it('gets 32 calls at once; 32 of the others wait, and the rest do without', async () => {
      const service = await start({ TAGGER_TIMEOUT_MS: FOREVER });
      let answered = 0;
      const create = (id: string) => createEvent(service.as(id)).finally(() => (answered += 1));
      const posts = Array.from({ length: 74 }, (_, n) => create(`user ${n}`));
      await until(() => model.waiting.size === 32 && answered === 10);
      model.behave = completes(GOOD);
      model.release(completes(GOOD));
      const tagged = (await Promise.all(posts)).filter(({ category }) => category === 'MUSIC');
      expect(tagged).toHaveLength(64);
      expect(model.peak).toBe(32);
    });

    it('holds no database connection, and delays no other endpoint', async () => {
      const service = await start({ TAGGER_TIMEOUT_MS: FOREVER, DATABASE_POOL_SIZE: '1' });
      const alice = service.as('alice');
      let answered = 0;
      const create = (n: number) =>
        service
          .as(`user ${n}`)
          .post('/events', eventBody(), n % 10 ? {} : { 'idempotency-key': `key ${n}` })
          .finally(() => (answered += 1));
      const posts = Array.from({ length: 74 }, (_, n) => create(n));
      await until(() => model.waiting.size === 32 && answered === 10);
      // A few at a time: many at once could wait too long for the only connection.
      while (posts.length < 200) {
        const more = Array.from({ length: 10 }, (_, n) => create(posts.length + n));
        await Promise.all(more);
        posts.push(...more);
      }
      for (const path of ['/events', '/events?q=jazz', '/users/me', '/categories', '/health/ready'])
        expect((await alice.get(path)).status).toBe(200);
      const { body } = await alice.post('/collections', { name: 'Plans' });
      expect(body.ownerId).toBe('alice');
      expect(model.waiting.size).toBe(32);
      model.behave = completes(GOOD);
      model.release(completes(GOOD));
      expect(await statusesOf(posts)).toEqual(new Set([201]));
    });

    it('returns to a user without a turn when the time is up', async () => {
      const alice = (await start({ TAGGER_TIMEOUT_MS: '1000' })).as('alice');
      const posts = Array.from({ length: 40 }, () => createEvent(alice));
      for (const event of await Promise.all(posts)) expect(event).toMatchObject(NONE);
      await until(() => model.waiting.size === 0 && model.aborted === model.requests.length);
    });
  });

  describe('during an ingestion', () => {
    const startWithFeed = async (events: number, timeout = FOREVER) => {
      const entries = Array.from({ length: events }, (_, n) => ({
        ...{
          id: `https://feed.example.edu/${n}`,
          itemHash: `${n}`,
          title: `Feed ${n}`,
          content: 'Live jazz.',
        },
        ...{ startDate: '2031-03-01T18:00:00.000Z', endDate: null, location: 'Hall', campus: 'columbus' },
      }));
      const feed = await startFeedServer({ campus: () => entries });
      opened.push(feed);
      const service = await start({ CAMPUS_FEED_URL: feed.url, TAGGER_TIMEOUT_MS: timeout });
      const stopping = new AbortController();
      const run = () =>
        service.app.get(JobsService, { strict: false }).run('campus-sync', { signal: stopping.signal });
      const tagged = () =>
        service.database
          .query<{ count: number }>('SELECT count(*)::int FROM events WHERE category IS NOT NULL')
          .then(([row]) => row!.count);
      return { alice: service.as('alice'), as: service.as, stopping, run, tagged };
    };

    it('serves requests while the ingestion waits, with four of its events at a time', async () => {
      const { alice, run, tagged } = await startWithFeed(30);
      const good = completes(GOOD);
      model.behave = (response, request) => isOfFeed(request) || good(response, request);
      const result = run();
      await until(() => model.waiting.size === 4);
      for (let n = 0; n < 3; n += 1) expect(await createEvent(alice)).toMatchObject(GOOD);
      expect([...model.waiting.values()].every(isOfFeed)).toBe(true);
      model.behave = good;
      model.release(good);
      expect(await result).toMatchObject({ outcome: 'SUCCEEDED', created: 30 });
      expect(await tagged()).toBe(33);
      expect(model.peak).toBe(5);
    });

    it('serves the ingestion while requests wait', async () => {
      const { as, run, tagged } = await startWithFeed(30);
      const good = completes(GOOD);
      model.behave = (response, request) => !isOfFeed(request) || good(response, request);
      const posts = Array.from({ length: 40 }, (_, n) => createEvent(as(`user ${n}`)));
      await until(() => model.waiting.size === 32);
      expect(await run()).toMatchObject({ outcome: 'SUCCEEDED', created: 30 });
      expect(await tagged()).toBe(30);
      expect(model.waiting.size).toBe(32);
      model.behave = good;
      model.release(good);
      for (const event of await Promise.all(posts)) expect(event).toMatchObject(GOOD);
    });

    it.each<[string, Behaviour]>([
      ['hangs', hangs],
      ['returns 500', returns('', 500)],
      ['returns garbage', completes('garbage')],
    ])('that %s blocks no event of the feed', async (_how, behaviour) => {
      const { alice, run } = await startWithFeed(30, '1000');
      model.behave = behaviour;
      expect(await run()).toMatchObject({ outcome: 'SUCCEEDED', created: 30, untagged: 30 });
      const { body } = await alice.get('/events?source=CAMPUS_API&limit=30');
      expect(body.data).toHaveLength(30);
      for (const event of body.data) expect(event).toMatchObject(NONE);
    });

    it('leaves the rest of a stopped run to the next one', async () => {
      const { alice, run, stopping } = await startWithFeed(4);
      const result = run();
      await until(() => model.waiting.size === 4);
      stopping.abort(new Error('the test stops it'));
      expect(await result).toMatchObject({ outcome: 'FAILED', created: 0 });
      expect((await alice.get('/events')).body.total).toBe(0);
      await until(() => model.waiting.size === 0);
    });
  });
});
