import type { JobName } from '../../src/jobs/schedule.js';
import { createEvent } from '../support/factories.js';
import { CAMPUS } from '../support/feeds.js';
import { type InsideApp, type InsideFeeds, startFeedsInside, startInside } from '../support/inside.js';
import { runByHand } from '../support/job.js';
import { completes, ModelServer, returns } from '../support/model-server.js';

const GOOD = { tags: ['jazz'], category: 'MUSIC', summary: 'A trio plays standards.' };

/** Each job runs in its own application, with a new breaker. */
describe('events on which the tagger failed', () => {
  let model: ModelServer;
  let feeds: InsideFeeds;
  let service: InsideApp;

  beforeAll(async () => {
    model = await ModelServer.start();
    feeds = await startFeedsInside();
    service = await startInside(model.environment(), feeds.service.database);
  });
  beforeEach(async () => {
    model.reset(completes(GOOD));
    await feeds.reset();
  });
  afterAll(async () => {
    await service.close();
    await feeds.close();
    await model.close();
  });

  const run = (job: JobName) => runByHand(job, service.database.url, model.environment(feeds.settings));
  const serve = (count: number) =>
    feeds.server.campus.setEvents(Array.from({ length: count }, (_, number) => CAMPUS.entry(number)));
  const untagged = () =>
    service.database
      .query<{ count: number }>('SELECT count(*)::int FROM events WHERE category IS NULL')
      .then(([row]) => row!.count);

  it('are stored without tags, and tagged only by hand', async () => {
    serve(300);
    model.behave = returns('', 503);
    const stored = {
      ...{ outcome: 'SUCCEEDED', created: 300, tagged: 0, untagged: 300 },
      error: 'The tagger failed on 300 events.',
    };
    expect(await run('campus-sync')).toMatchObject(stored);
    expect(await feeds.lastRun()).toMatchObject(stored);
    // The breaker opens after five failures of up to three calls each; running calls may add some.
    expect(model.requests.length).toBeLessThan(40);

    model.behave = completes(GOOD);
    const before = await feeds.traces();
    expect(await run('campus-sync')).toMatchObject({ unchanged: 300, tagged: 0, untagged: 0, error: null });
    expect(await feeds.traces()).toEqual(before);
    expect(await run('retag')).toEqual({ outcome: 'SUCCEEDED', tagged: 300, untagged: 0, error: null });
    expect((await service.as('alice').get('/events?category=MUSIC')).body.total).toBe(300);
  });

  it('are tagged in part if the model becomes unavailable during a run', async () => {
    serve(250);
    model.behave = (response, request) =>
      (model.requests.length <= 120 ? completes(GOOD) : returns('', 503))(response, request);
    const result = await run('campus-sync');
    expect(result).toMatchObject({ outcome: 'SUCCEEDED', created: 250 });
    expect(result.tagged).toBeGreaterThanOrEqual(100);
    expect(Number(result.tagged) + Number(result.untagged)).toBe(250);
    expect(await untagged()).toBe(result.untagged);
  });

  it('stay untagged while the tagger is unavailable or returns bad output', async () => {
    model.behave = returns('', 503);
    const created = await createEvent(service.as('alice'), { title: 'Choir' });
    for (const behave of [returns('', 429), completes('garbage')]) {
      model.behave = behave;
      expect(await run('retag')).toMatchObject({ outcome: 'FAILED', tagged: 0, untagged: 1 });
      expect((await service.as('alice').get(`/events/${created.id}`)).body).toEqual(created);
    }
    model.behave = completes(GOOD);
    expect(await run('retag')).toMatchObject({ outcome: 'SUCCEEDED', tagged: 1 });
    expect((await service.as('alice').get(`/events/${created.id}`)).body).toMatchObject(GOOD);
  });
});
