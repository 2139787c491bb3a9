import { setTimeout as sleep } from 'node:timers/promises';
import { jest } from '@jest/globals';
import type { Type } from '@nestjs/common';
import { DiscoveryModule } from '@nestjs/core';
import { SchedulerRegistry } from '@nestjs/schedule';
import { Test } from '@nestjs/testing';
import { getRepositoryToken } from '@nestjs/typeorm';
import { CompletionService } from '../../src/events/completion.service.js';
import { JobClaimEntity, JobRunEntity } from '../../src/jobs/job.entities.js';
import { Job, JobsService } from '../../src/jobs/jobs.service.js';
import { type JobContext, type JobName, type JobResult, SCHEDULE } from '../../src/jobs/schedule.js';
import { startApp } from '../support/app.js';
import { type InsideApp, never, startInside } from '../support/inside.js';
import { claimsIn } from '../support/job-claims.js';
import { until } from '../support/until.js';

const NAMES = Object.keys(SCHEDULE) as JobName[];

/** An instance of the service whose jobs do the work of these providers. */
async function startInstance(claims: object, ...providers: Type[]): Promise<JobsService> {
  const repository = { provide: getRepositoryToken(JobClaimEntity), useValue: claims };
  const runs = { provide: getRepositoryToken(JobRunEntity), useValue: { upsert: async () => {} } };
  const metadata = { imports: [DiscoveryModule], providers: [JobsService, repository, runs, ...providers] };
  const module = await Test.createTestingModule(metadata).compile();
  await module.init();
  return module.get(JobsService);
}

describe('the start fails', () => {
  const done = async (): Promise<JobResult> => ({ outcome: 'SUCCEEDED' });

  it('where no provider has the work of a job', async () => {
    class Others {
      @Job(NAMES.filter((name) => name !== 'purge'))
      run() {
        return done();
      }
    }
    await expect(startInstance({}, Others)).rejects.toThrow(
      "Add @Job('purge') to the method that does its work.",
    );
  });

  it('where a provider has the work of a job without a schedule', async () => {
    class All {
      @Job([...NAMES, 'tidy' as JobName])
      run() {
        return done();
      }
    }
    await expect(startInstance({}, All)).rejects.toThrow("Add the job 'tidy' to src/jobs/schedule.ts.");
  });
});

describe('jobs', () => {
  let service: InsideApp;
  let instances: JobsService[];
  let runs: JobContext[];
  let work: (context: JobContext) => Promise<JobResult>;
  let finish: (result: JobResult) => void;
  const claims = () => claimsIn(service.database);

  beforeAll(async () => {
    service = await startInside();
  });
  /** Eight instances whose job `purge` runs until it is finished or aborted by the test. */
  beforeEach(async () => {
    await service.database.query('TRUNCATE job_claims');
    runs = [];
    work = (context) => {
      runs.push(context);
      return new Promise((resolve, reject) => {
        finish = resolve;
        context.signal.addEventListener('abort', () => reject(context.signal.reason));
      });
    };
    class Work {
      @Job(NAMES)
      run(context: JobContext) {
        return work(context);
      }
    }
    const repository = service.app.get(getRepositoryToken(JobClaimEntity), { strict: false });
    instances = await Promise.all(Array.from({ length: 8 }, () => startInstance(repository, Work)));
  });
  afterAll(() => service.close());

  it('run a tick on one of eight instances, once', async () => {
    const ticks = instances.map((jobs) => jobs.tick('purge'));
    await until(() => runs.length === 1);
    finish({ outcome: 'SUCCEEDED' });
    await Promise.all(ticks);
    await instances[0]!.tick('purge');
    expect(runs).toHaveLength(1);
    const [claim, ...others] = await claims();
    expect(others).toEqual([]);
    expect(claim!.tick.toISOString()).toMatch(/T03:30:00.000Z$/);
    expect(Math.abs(claim!.tick.getTime() - Date.now())).toBeLessThanOrEqual(12 * 3_600_000 + 60_000);
  });

  it('run at the start on one of eight instances that start in the same minute', async () => {
    const [row] = await service.database.query<{ left: number }>(
      `SELECT 60 - extract(second FROM now() - interval '30 seconds')::float AS left`,
    );
    if (row!.left < 5) await sleep(row!.left * 1_000);
    const starts = instances.map((jobs) => jobs.runAtStart('purge', async () => true));
    await until(() => runs.length > 0);
    finish({ outcome: 'SUCCEEDED' });
    await Promise.all(starts);
    expect(runs).toHaveLength(1);
    expect(await claims()).toHaveLength(1);
    await service.database.query('TRUNCATE job_claims');
    await instances[0]!.runAtStart('purge', async () => false);
    expect(runs).toHaveLength(1);
  });

  it('run by hand whatever is claimed, and claim nothing', async () => {
    const [jobs] = instances as [JobsService];
    for (const outcome of ['SUCCEEDED', 'SKIPPED'] as const) {
      const run = jobs.run('purge');
      finish({ outcome });
      expect(await run).toEqual({ outcome });
    }
    expect(await claims()).toEqual([]);
  });

  it('fail if they throw, without a second run of the tick', async () => {
    const [jobs] = instances as [JobsService];
    work = () => Promise.reject(new Error('It broke.'));
    expect(await jobs.run('purge')).toEqual({ outcome: 'FAILED', error: 'It broke.' });
    await jobs.tick('purge');
    await instances[1]!.tick('purge');
    expect(runs).toEqual([]);
    expect(await claims()).toHaveLength(1);
  });

  it('are aborted by a stop, and by the caller of a run by hand', async () => {
    const [stopped, other] = instances as [JobsService, JobsService];
    const run = stopped.run('purge');
    stopped.onModuleDestroy();
    await stopped.beforeApplicationShutdown();
    expect(await run).toEqual({ outcome: 'FAILED', error: 'the service stopped' });
    await stopped.tick('purge');
    expect(await claims()).toEqual([]);

    const user = new AbortController();
    const byHand = other.run('purge', { signal: user.signal });
    user.abort(new Error('interrupted by SIGINT'));
    expect(await byHand).toEqual({ outcome: 'FAILED', error: 'interrupted by SIGINT' });
  });

  it('stop between batches when aborted, as auto-completion does', async () => {
    await service.database.query(
      `INSERT INTO events (id, title, description, type, location, start_at, end_at)
       SELECT gen_random_uuid(), 'Title', 'Text', 'EVENT', '{"name": "Here"}', now() - interval '1 day', now() - interval '1 second'
       FROM generate_series(1, 1500)`,
    );
    const completion = service.app.get(CompletionService, { strict: false });
    const breakOff = new AbortController();
    const run = completion.completeEnded({
      signal: breakOff.signal,
      progress: () => breakOff.abort(new Error('enough')),
    });
    await expect(run).rejects.toThrow('enough');
    expect(await completion.completeEnded({ signal: never })).toBe(1_000);
  });

  it('skip a tick while the database is unavailable', async () => {
    await service.database.query('ALTER TABLE job_claims RENAME TO away');
    await expect(instances[0]!.tick('purge')).resolves.toBeUndefined();
    await service.database.query('ALTER TABLE away RENAME TO job_claims');
    expect(runs).toEqual([]);
  });

  it('have timers if the scheduler is on, except those that run only by hand', async () => {
    expect([...service.app.get(SchedulerRegistry).getCronJobs().keys()]).toEqual([]);
    // Without a zone, it would use that of the machine.
    const machine = { ...new Intl.DateTimeFormat().resolvedOptions(), timeZone: 'America/Chicago' };
    jest.spyOn(Intl.DateTimeFormat.prototype, 'resolvedOptions').mockReturnValue(machine);
    const on = await startInside({ SCHEDULER_ENABLED: 'true' }, service.database);
    jest.restoreAllMocks();
    const timers = [...on.app.get(SchedulerRegistry).getCronJobs().values()].map(({ cronTime }) => [
      ...[cronTime.source, cronTime.timeZone],
    ]);
    const { 'ticket-sync': feeds, ...others } = SCHEDULE; // the feeds share a timer
    expect(feeds).toBe(SCHEDULE['campus-sync']);
    expect(timers.sort()).toEqual(
      Object.values(others)
        .filter((schedule) => schedule !== null)
        .map((schedule) => [schedule, 'UTC'])
        .sort(),
    );
    await on.close();
  });
});

describe('the purge', () => {
  it('may take long, since nobody waits for it', async () => {
    const service = await startApp();
    await service.database.query(`
      INSERT INTO job_claims (job, tick) VALUES ('y', now() - interval '91 days');
      CREATE FUNCTION take_long() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN PERFORM pg_sleep(2.7); RETURN OLD; END $$; -- the limit of a request's statement is 2.5 s
      CREATE TRIGGER take_long BEFORE DELETE ON job_claims FOR EACH ROW EXECUTE FUNCTION take_long()`);
    expect(await service.runJob('purge')).toMatchObject({ outcome: 'SUCCEEDED', job_claims: 1 });
    await service.close();
  });
});
