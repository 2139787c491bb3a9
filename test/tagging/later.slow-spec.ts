import type { JobName } from '../../src/jobs/schedule.js';
import { createEvent } from '../support/factories.js';
import { CAMPUS } from '../support/feeds.js';
import { type InsideApp, type InsideFeeds, startFeedsInside, startInside } from '../support/inside.js';
import { runByHand } from '../support/job.js';
import { answers, ModelServer, says } from '../support/model-server.js';

const GOOD = { tags: ['jazz'], category: 'MUSIC', summary: 'A trio plays standards.' };

/** Each job runs in an application of its own here. So it has a new breaker, and finds the model as it is now. */
describe('what the tagger could not be asked about', () => {
  let model: ModelServer;
  let feeds: InsideFeeds;
  let service: InsideApp;

  beforeAll(async () => {
    model = await ModelServer.start();
    feeds = await startFeedsInside();
    service = await startInside(model.environment(), feeds.service.database);
  });
  beforeEach(async () => {
    model.reset(says(GOOD));
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
  const counted = (status: string) =>
    service.database
      .query<{ count: number }>('SELECT count(*)::int FROM events WHERE tagging = $1', [status])
      .then(([row]) => row!.count);
  const make = async (title: string, tagging: string) => {
    const { id } = await createEvent(service.as('alice'), { title });
    await service.database.query(
      `UPDATE events SET tagging = $2, tags = '{}', category = NULL, summary = NULL WHERE id = $1`,
      [id, tagging],
    );
    return id as string;
  };

  it('is said by the run of a feed, and tagged by the next one', async () => {
    serve(300);
    model.behave = answers('', 503);
    const untagged = {
      ...{ outcome: 'SUCCEEDED', created: 300, tagged: 0, untagged: 300 },
      error: 'The tagger could not be asked about 300 events, which stay to be tagged.',
    };
    expect(await run('campus-sync')).toMatchObject(untagged);
    expect(await feeds.lastRun()).toMatchObject(untagged);
    expect(await counted('PENDING')).toBe(300);
    // The breaker opens after five failures, each of up to three calls; calls under way may add some.
    expect(model.asked.length).toBeLessThan(40);

    model.behave = says(GOOD);
    expect(await run('campus-sync')).toMatchObject({
      outcome: 'SUCCEEDED',
      unchanged: 300,
      tagged: 300,
      untagged: 0,
      error: null,
    });
    expect(await counted('DONE')).toBe(300);
    expect((await service.as('alice').get('/events?category=MUSIC')).body.total).toBe(300);
  });

  it('is tagged in part where the model goes away amid a run', async () => {
    serve(250);
    model.behave = (response, asked) =>
      (model.asked.length <= 120 ? says(GOOD) : answers('', 503))(response, asked);
    const result = await run('campus-sync');
    expect(result).toMatchObject({ outcome: 'SUCCEEDED', created: 250 });
    expect(result.tagged).toBeGreaterThanOrEqual(100);
    expect(Number(result.tagged) + Number(result.untagged)).toBe(250);
    expect(await counted('PENDING')).toBe(result.untagged);
  });

  it('stays so while the tagger is away, and fails for good where it answers badly', async () => {
    const id = await make('Choir', 'PENDING');
    const before = (await service.as('alice').get(`/events/${id}`)).body;
    model.behave = answers('', 429);
    expect(await run('retag')).toMatchObject({ outcome: 'FAILED', tagged: 0, untagged: 1 });
    expect(await counted('PENDING')).toBe(1);
    expect((await service.as('alice').get(`/events/${id}`)).body).toEqual(before);
    model.behave = says('garbage');
    expect(await run('retag')).toMatchObject({ outcome: 'FAILED', tagged: 0, untagged: 1 });
    expect(await counted('FAILED')).toBe(1);
    model.behave = answers('', 429);
    expect(await run('retag')).toMatchObject({ outcome: 'FAILED', tagged: 0, untagged: 1 });
    expect(await counted('FAILED')).toBe(1);
  });
});
