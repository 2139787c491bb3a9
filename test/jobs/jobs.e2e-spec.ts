import { SchedulerRegistry } from '@nestjs/schedule';
import { type FeedServer, startFeedServer } from '../../sandbox/feed-server.js';
import { Database } from '../../src/database/database.js';
import type { JobContext, JobResult } from '../../src/jobs/job.js';
import { type Claim, JobClaims } from '../../src/jobs/job-claims.js';
import { JobsService } from '../../src/jobs/jobs.service.js';
import { SCHEDULE } from '../../src/jobs/scheduled-job.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { type InsideApp, startInside } from '../support/inside.js';
import { never } from '../support/job.js';
import { claimsIn } from '../support/job-claims.js';
import { until } from '../support/until.js';

const TICK = '2026-03-04T12:00:00.000Z';

describe('jobs', () => {
  let database: TestDatabase;
  let server: FeedServer;
  const claims = () => claimsIn(database);

  beforeEach(async () => {
    database = await createTestDatabase();
    server = await startFeedServer({ campus: () => [] });
  });
  afterEach(async () => {
    await server.close();
    await database.drop();
  });

  const expire = () => database.query(`UPDATE job_claims SET lease_until = now() - interval '1 second'`);

  describe('on one database', () => {
    let service: InsideApp;
    let jobs: JobsService;

    beforeEach(async () => {
      service = await startInside({ CAMPUS_FEED_URL: server.url }, database);
      jobs = service.app.get(JobsService, { strict: false });
    });
    afterEach(() => service.close());

    const claimants = () => Array.from({ length: 8 }, () => new JobClaims(service.app.get(Database)));
    const held = (found: (Claim | undefined)[]) => found.filter((claim) => claim !== undefined);
    /** A job that runs until a message ends it. */
    function probe(schedule = '*/15 * * * *') {
      const job = { runs: 0, end: (_: JobResult) => {}, signal: never };
      const run = ({ signal }: JobContext) => {
        job.runs += 1;
        job.signal = signal;
        return new Promise<JobResult>((resolve, reject) => {
          job.end = resolve;
          signal.addEventListener('abort', () => reject(signal.reason));
        });
      };
      jobs.register({ name: 'probe', schedule, run });
      return job;
    }

    it('gives a tick to one of eight, and never again', async () => {
      const claimed = await Promise.all(claimants().map((claims) => claims.claim('probe', TICK)));
      expect(held(claimed)).toHaveLength(1);
      await Promise.all(held(claimed).map((claim) => claimants()[0]!.finish(claim)));
      expect(await claimants()[0]!.claim('probe', TICK)).toBeUndefined();
    });

    it('gives what a dead one left to one of eight, when its lease has run out', async () => {
      const [first] = claimants() as [JobClaims];
      const dead = (await first.claim('probe', TICK)) as Claim;
      expect(await first.takeUp(['probe'])).toEqual([]);
      await expire();
      expect(await first.takeUp(['other'])).toEqual([]);
      const taken = (await Promise.all(claimants().map((claims) => claims.takeUp(['probe'])))).flat();
      expect(taken).toEqual([{ ...dead, holder: expect.any(String) }]);
      expect(await first.renew(dead)).toBe(false);
      expect(await first.finish(dead)).toBe(false);
      expect(await first.renew(taken[0]!)).toBe(true);
      await first.finish(taken[0]!);
      await expire();
      expect(await first.takeUp(['probe'])).toEqual([]);
    });

    it('starts one of eight by hand at a time', async () => {
      const claimed = await Promise.all(claimants().map((claims) => claims.claimNow('probe')));
      expect(held(claimed)).toHaveLength(1);
    });

    it('runs the tick nearest to the time of the database, once', async () => {
      const job = probe('0 0 1 1 *');
      const ticks = [jobs.tick('probe'), jobs.tick('probe'), jobs.tick('probe')];
      await until(() => job.runs === 1);
      job.end({ outcome: 'SUCCEEDED' });
      await Promise.all(ticks);
      await jobs.tick('probe');
      const [claim, ...others] = await claims();
      expect(others).toEqual([]);
      expect(claim!.tick.toISOString()).toMatch(/-01-01T00:00:00.000Z$/);
      expect({ runs: job.runs, finished: claim!.finished }).toEqual({ runs: 1, finished: true });
    });

    it('holds a failed run for finished', async () => {
      jobs.register({
        name: 'probe',
        schedule: '* * * * *',
        run: () => Promise.reject(new Error('It broke.')),
      });
      expect(await jobs.runByHand('probe', { signal: never })).toEqual({
        outcome: 'FAILED',
        error: 'It broke.',
      });
      await jobs.tick('probe');
      expect((await claims()).map(({ finished }) => finished)).toEqual([true, true]);
    });

    it('breaks a run off whose lease is lost, and leaves the claim to its new holder', async () => {
      const job = probe();
      const run = jobs.runByHand('probe', { signal: never });
      await until(() => job.runs === 1);
      await database.query('UPDATE job_claims SET holder = gen_random_uuid()');
      expect(await run).toEqual({ outcome: 'FAILED', error: 'the lease of the run was lost' });
      expect((await claims()).map(({ finished, live }) => ({ finished, live }))).toEqual([
        { finished: false, live: true },
      ]);
    });

    it('renews the lease while a run goes on', async () => {
      const job = probe();
      const run = jobs.runByHand('probe', { signal: never });
      await until(() => job.runs === 1);
      const lease = async () => (await database.query<{ lease_until: Date }>('SELECT * FROM job_claims'))[0]!;
      const before = (await lease()).lease_until;
      await until(async () => (await lease()).lease_until > before);
      job.end({ outcome: 'SUCCEEDED' });
      expect(await run).toEqual({ outcome: 'SUCCEEDED' });
    });

    it('waits by hand for a live run of the job, but not for one of another', async () => {
      const [first] = claimants() as [JobClaims];
      await first.claim('other', TICK);
      const live = (await first.claim('probe', TICK)) as Claim;
      const job = probe();
      const run = jobs.runByHand('probe', { signal: never });
      expect(await jobs.runAtStart('probe')).toBeUndefined();
      expect(job.runs).toBe(0);
      await first.finish(live);
      await until(() => job.runs === 1);
      job.end({ outcome: 'SKIPPED' });
      expect(await run).toEqual({ outcome: 'SKIPPED' });
    });

    it('skips a tick when the database is away', async () => {
      probe();
      await database.query('ALTER TABLE job_claims RENAME TO away');
      await expect(jobs.tick('probe')).resolves.toBeUndefined();
      await database.query('ALTER TABLE away RENAME TO job_claims');
    });

    it('has no timers with the scheduler off', async () => {
      expect([...service.app.get(SchedulerRegistry).getCronJobs().keys()]).toEqual([]);
      const on = await startInside({ SCHEDULER_ENABLED: 'true' }, database);
      const cronJobs = on.app.get(SchedulerRegistry).getCronJobs();
      const schedule = [...cronJobs].map(([name, { cronTime }]) => [
        name,
        cronTime.source,
        cronTime.timeZone,
      ]);
      expect(schedule.sort()).toEqual([...SCHEDULE].map(([name, source]) => [name, source, 'UTC']).sort());
      await on.close();
    });
  });
});
