import { jest } from '@jest/globals';
import { startApp } from './support/app.js';
import { closeAfterTest } from './support/close-after-test.js';
import { createTestDatabase, type TestDatabase } from './support/database.js';
import { eventBody } from './support/factories.js';
import { CAMPUS, type FeedTest, startFeeds } from './support/feeds.js';
import { hangs, ModelServer, returns } from './support/model-server.js';
import { Service } from './support/service.js';
import { until } from './support/until.js';

/** Milliseconds that running calls have left when the service stops, minus the inaccuracy of timers. */
const PATIENCE = 4_900;

// A stop may take nine seconds, which other programs may use up.
jest.retryTimes(2, { logErrorsBeforeRetry: true });

describe('a stop while the language model hangs', () => {
  let model: ModelServer;
  let database: TestDatabase;

  beforeEach(async () => {
    model = await ModelServer.start();
    database = await createTestDatabase();
  });
  afterEach(async () => {
    await model.close();
    await database.drop();
  });

  it('aborts its calls, and completes all requests', async () => {
    // Few requests: their responses have four seconds, and a busy machine is slow.
    const settings = { TAGGER_TIMEOUT_MS: '60000', DATABASE_POOL_SIZE: '2' };
    const service = await Service.start(database.url, model.environment(settings));
    closeAfterTest({ close: () => service.stop('SIGKILL') });
    await service.ready();
    const alice = service.as('alice');
    const conversation = (await alice.post('/conversations', {})).body;
    const ask = () => alice.post(`/conversations/${conversation.id}/messages`, { content: 'Any jazz?' });
    // The first message without the model takes a second of a slow processor, which is not measured here.
    model.reset(returns('', 400));
    expect((await ask()).status).toBe(201);
    model.reset(hangs);
    const requests = [
      ask(),
      alice.post('/events', eventBody()),
      service.as('bob').post('/events', eventBody(), { 'idempotency-key': 'key' }),
    ];
    await until(() => model.waiting.size === requests.length);
    const stoppedAt = performance.now();
    service.process.kill('SIGTERM');
    const responses = await Promise.all(requests);
    expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([201]));
    // With another code it was forced after nine seconds.
    expect(await service.exit).toEqual([0, null]);
    expect(performance.now() - stoppedAt).toBeGreaterThan(PATIENCE);
    expect(await database.query('SELECT category, count(*)::int FROM events GROUP BY 1')).toEqual([
      { category: null, count: 2 },
    ]);
  });

  it('does not wait for the run of a feed, which a later run repeats', async () => {
    const feeds: FeedTest = await startFeeds();
    feeds.server.campus.setEvents(Array.from({ length: 20 }, (_, n) => CAMPUS.entry(n)));
    const settings = { TAGGER_TIMEOUT_MS: '60000', CAMPUS_FEED_URL: feeds.server.url };
    const service = await startApp(model.environment({ ...settings, SCHEDULER_ENABLED: 'true' }), database);
    await until(() => model.waiting.size === 4);
    const stoppedAt = performance.now();
    await service.close();
    expect(performance.now() - stoppedAt).toBeLessThan(PATIENCE);
    expect(await database.query('SELECT outcome, error FROM ingestion_runs')).toEqual([
      { outcome: 'FAILED', error: 'The run was stopped: the service stopped.' },
    ]);
    expect(await database.query('SELECT id FROM events')).toEqual([]);
    await feeds.close();
  });
});
