import { createTestDatabase, type TestDatabase } from './support/database.js';
import { eventBody } from './support/factories.js';
import { CAMPUS, type FeedTest, startFeeds } from './support/feeds.js';
import { hangs, ModelServer } from './support/model-server.js';
import { Service } from './support/service.js';
import { until } from './support/until.js';

describe('a stop while the language model hangs', () => {
  let model: ModelServer;
  let database: TestDatabase;
  let service: Service;

  beforeEach(async () => {
    model = await ModelServer.start();
    model.reset(hangs);
    database = await createTestDatabase();
  });
  afterEach(async () => {
    service.process.kill('SIGKILL');
    await service.exit;
    await model.close();
    await database.drop();
  });

  /** @returns milliseconds that the stop took */
  const stop = async () => {
    const before = performance.now();
    expect(await service.stop()).toBe(0);
    return performance.now() - before;
  };

  it.each(['20000', '60000'])('of at most %s ms breaks its calls off, and answers all', async (timeout) => {
    service = await Service.start(database.url, model.environment({ TAGGER_TIMEOUT_MS: timeout }));
    await service.ready();
    const alice = service.as('alice');
    const conversation = (await alice.post('/conversations', {})).body;
    const question = alice.post(`/conversations/${conversation.id}/messages`, { content: 'Any jazz?' });
    // Eight calls are under way; the other creations wait.
    const creations = Array.from({ length: 12 }, (_, n) =>
      alice.post('/events', eventBody(), n % 2 ? { 'idempotency-key': `key ${n}` } : {}),
    );
    await until(() => model.waiting.size === 8);
    const stopped = stop();
    const answers = await Promise.all([...creations, question]);
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]));
    const took = await stopped;
    expect(took).toBeGreaterThan(4_900);
    expect(took).toBeLessThan(10_000);
    expect(await database.query('SELECT tagging, count(*)::int FROM events GROUP BY 1')).toEqual([
      { tagging: 'PENDING', count: 12 },
    ]);
  });

  it('does not wait for the run of a feed, which another takes up', async () => {
    const feeds: FeedTest = await startFeeds();
    feeds.server.campus.setEvents(Array.from({ length: 20 }, (_, n) => CAMPUS.entry(n)));
    service = await Service.start(database.url, {
      ...model.environment({ TAGGER_TIMEOUT_MS: '60000', CAMPUS_FEED_URL: feeds.server.url }),
      SCHEDULER_ENABLED: 'true',
    });
    await until(() => model.waiting.size === 4);
    expect(await stop()).toBeLessThan(4_000);
    // The schedule may have run other jobs meanwhile: those have ended.
    const left =
      'SELECT DISTINCT attempts, lease_until <= now() AS free FROM job_claims WHERE finished_at IS NULL';
    expect(await database.query(left)).toEqual([{ attempts: 0, free: true }]);
    expect(await database.query('SELECT DISTINCT tagging FROM events')).toEqual([{ tagging: 'PENDING' }]);
    await feeds.close();
  });
});
