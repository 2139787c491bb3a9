import { type FeedServer, startFeedServer } from '../../sandbox/feed-server.js';
import { Database } from '../../src/database/database.js';
import { JobClaims } from '../../src/jobs/job-claims.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { startInside } from '../support/inside.js';
import { runByHand } from '../support/job.js';
import { Service } from '../support/service.js';
import { until } from '../support/until.js';

const TICK = '2026-03-04T12:00:00.000Z';

describe('a run that nobody survives', () => {
  let database: TestDatabase;
  let server: FeedServer;
  const services: Service[] = [];

  beforeEach(async () => {
    database = await createTestDatabase();
    server = await startFeedServer({ campus: () => [] });
  });
  afterEach(async () => {
    for (const { process } of services.splice(0)) process.kill('SIGKILL');
    await server.close();
    await database.drop();
  });

  /** Those of a job: a tick of another may come amid a test. */
  const claims = (job = 'campus-sync') =>
    database.query<{ finished: boolean }>(
      'SELECT finished_at IS NOT NULL AS finished FROM job_claims WHERE job = $1 ORDER BY tick',
      [job],
    );
  const runs = () =>
    database.query<{ outcome: string; error: string }>(
      'SELECT outcome, error FROM ingestion_runs ORDER BY started_at',
    );
  const feed = () => ({ CAMPUS_FEED_URL: server.url });
  const instance = async () => {
    const service = await Service.start(database.url, { SCHEDULER_ENABLED: 'true', ...feed() });
    services.push(service);
    return service;
  };
  const expire = () => database.query('UPDATE job_claims SET lease_until = now()');

  const kill = async (service: Service) => {
    service.process.kill('SIGKILL');
    await service.exit;
  };

  it('gives up a run that three processes have died of, and stays up', async () => {
    server.campus.setFault('silent');
    for (const deaths of [1, 2, 3]) {
      const victim = await instance();
      await until(() => server.campus.requests.count === deaths);
      await kill(victim);
      // The first lease ends while the second process lives, the others while no process lives.
      if (deaths > 1) await expire();
    }
    const survivor = await instance();
    const givenUp = 'The run was given up: it was taken up 3 times without an end.';
    await until(async () => (await runs()).at(-1)?.outcome === 'FAILED');
    expect((await runs()).map(({ outcome, error }) => [outcome, error])).toEqual([
      ['FAILED', 'The run was interrupted.'],
      ['FAILED', 'The run was interrupted.'],
      ['FAILED', givenUp],
    ]);
    const { body } = await survivor.as('alice').get('/ingestion/runs?limit=1');
    expect(body.data[0]).toMatchObject({
      outcome: 'FAILED',
      error: givenUp,
      finishedAt: expect.any(String),
    });
    expect(survivor.output).toContain(givenUp);
    await kill(survivor);

    // Another start of the service does not run it again, either.
    const next = await instance();
    await next.ready();
    server.campus.setFault(null);
    expect(await runByHand('campus-sync', database.url, feed())).toMatchObject({ outcome: 'SUCCEEDED' });
    expect(server.campus.requests.count).toBe(4);
    expect((await claims()).map(({ finished }) => finished)).toEqual([true, true]);
    await next.stop();
  });

  it('takes no stop for a death', async () => {
    server.campus.setFault('silent');
    for (const stops of [1, 2, 3, 4]) {
      const service = await instance();
      await until(() => server.campus.requests.count === stops);
      expect(await service.stop()).toBe(0);
    }
    server.campus.setFault(null);
    const service = await instance();
    await until(async () => (await claims()).every(({ finished }) => finished));
    expect((await runs()).at(-1)).toEqual({ outcome: 'SUCCEEDED', error: null });
    expect(await claims()).toHaveLength(1);
    await service.stop();
  });

  it('gives up what has been begun three times, once', async () => {
    const service = await startInside({}, database);
    const claimants = Array.from({ length: 8 }, () => new JobClaims(service.app.get(Database)));
    const [first] = claimants as [JobClaims];
    await first.claim('probe', TICK);
    for (let attempts = 2; attempts <= 3; attempts += 1) {
      await expire();
      expect(await first.giveUp(['probe'])).toEqual([]);
      expect(await first.takeUp(['probe'])).toHaveLength(1);
    }
    expect(await first.giveUp(['probe'])).toEqual([]);
    await expire();
    expect(await first.takeUp(['probe'])).toEqual([]);
    const givenUp = await Promise.all(claimants.map((each) => each.giveUp(['probe'])));
    expect(givenUp.flat()).toEqual([{ job: 'probe', tick: TICK }]);
    expect(await claims('probe')).toEqual([{ finished: true }]);
    await service.close();
  });
});
