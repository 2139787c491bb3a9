import type { ChildProcess } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { type FeedServer, startFeedServer } from '../../sandbox/feed-server.js';
import { MIGRATION_LOCK } from '../../src/database/migrate.js';
import { type JobName, SCHEDULE } from '../../src/jobs/schedule.js';
import { type Environment, startApp } from '../support/app.js';
import { closeAfterTest } from '../support/close-after-test.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { runByHand } from '../support/job.js';
import { claimsIn } from '../support/job-claims.js';
import { type Started, startJob, startNode } from '../support/node-process.js';
import { Service } from '../support/service.js';
import { until } from '../support/until.js';

describe('jobs in several processes', () => {
  let database: TestDatabase;
  let server: FeedServer;
  const children: ChildProcess[] = [];
  const claims = () => claimsIn(database);

  beforeEach(async () => {
    database = await createTestDatabase();
    server = await startFeedServer({ campus: () => [] });
  });
  afterEach(async () => {
    for (const child of children.splice(0)) child.kill('SIGKILL');
    await server.close();
    await database.drop();
  });

  const started = (process: Started) => {
    children.push(process.child);
    return process;
  };
  const start = (args: string[], overrides: Environment = {}) =>
    started(startNode(args, database.url, overrides));

  describe('on several processes', () => {
    /** Starts the cron job of auto-completion on a message, with its clock some hours off. */
    const INSTANCE = `
      const off = Number(process.env.HOURS_OFF) * 3_600_000, RealDate = Date;
      globalThis.Date = class extends RealDate {
        constructor(...given) { super(...(given.length ? given : [RealDate.now() + off])); }
        static now() { return RealDate.now() + off; }
      };
      const { NestFactory } = await import('@nestjs/core');
      const { SchedulerRegistry } = await import('@nestjs/schedule');
      const { AppModule } = await import('./dist/src/app.module.js');
      const { Config } = await import('./dist/src/common/config.js');
      const { createLog, PinoLogger } = await import('./dist/src/common/logging.js');
      const config = Config.from(process.env);
      const logger = new PinoLogger(createLog('info'));
      const app = await NestFactory.createApplicationContext(AppModule.with(config), { logger });
      const { Statements } = await import('./dist/src/database/statements.js');
      const answers = () => app.get(Statements).query({ text: 'SELECT 1', values: [] }).then(() => true, () => false);
      while (!(await answers())) await new Promise((resolve) => setTimeout(resolve, 50));
      const cronJobs = app.get(SchedulerRegistry).getCronJobs();
      for (const job of cronJobs.values()) job.stop(); // or a minute that ends now would run another
      process.stdin.once('data', async () => {
        await cronJobs.get('auto-completion').fireOnTick();
        process.stdout.write('fired');
      });
      process.stdout.write('ready');`;

    it('run a tick once, even with wrong clocks', async () => {
      const instances = ['0', '1', '-5'].map((HOURS_OFF) =>
        start(['--input-type=module', '-e', INSTANCE], { SCHEDULER_ENABLED: 'true', HOURS_OFF }),
      );
      const all = (word: string) => until(() => instances.every(({ stdout }) => stdout.includes(word)));
      await all('ready');
      for (const { child } of instances) child.stdin?.write('go');
      await all('fired');
      const runs = () =>
        instances.flatMap(
          ({ stdout }) => stdout.match(/"job":"auto-completion","outcome":"SUCCEEDED"/g) ?? [],
        );
      await until(() => runs().length > 0);
      expect(runs()).toHaveLength(1);
      const [claim, ...others] = (await claims()).filter(({ job }) => job === 'auto-completion');
      expect(others).toEqual([]);
      expect(Math.abs(claim!.tick.getTime() - Date.now())).toBeLessThanOrEqual(8 * 60_000);
    });

    const SCHEDULED = () => ({ SCHEDULER_ENABLED: 'true', CAMPUS_FEED_URL: server.url });
    const instance = async () => closeAfterTest(await startApp(SCHEDULED(), database));
    const runs = () =>
      database.query<{ outcome: string; error: string }>(
        'SELECT outcome, error FROM ingestion_runs ORDER BY started_at',
      );

    /** The claims of the feed's job: another job may have a tick during a test. */
    const pulls = async () => (await claims()).filter(({ job }) => job === 'campus-sync');

    /** Starts an instance. The result kills it. */
    const mortal = async () => {
      const service = await Service.start(database.url, SCHEDULED());
      children.push(service.process);
      return { close: () => service.stop('SIGKILL') };
    };

    it.each([
      ['SIGKILL', mortal, 'The run was interrupted.'],
      ['a stop', instance, 'The run was stopped: the service stopped.'],
    ])('repeat at a later start what %s interrupted', async (_what, start, error) => {
      server.campus.setFault('silent');
      const first = await start();
      await until(() => server.campus.requests.count === 1);
      await first.close();
      server.campus.setFault(null);
      await database.query(`UPDATE job_claims SET tick = tick - interval '1 minute'`);
      const second = await instance();
      await until(async () => (await runs()).at(-1)?.outcome === 'SUCCEEDED');
      expect((await runs())[0]).toEqual({ outcome: 'FAILED', error });
      expect(await pulls()).toHaveLength(2);
      await second.close();
    });

    it('store and tag every event of a run that is killed', async () => {
      const entries = Array.from({ length: 1_200 }, (_, number) => ({
        ...{ id: `https://studentlife.example.edu/Events.aspx?e=${number}`, itemHash: `${number}` },
        ...{ title: `Jazz concert ${number}`, content: 'Live music. '.repeat(50), campus: 'columbus' },
        startDate: '2031-03-01T18:00:00Z',
      }));
      server.campus.setEvents(entries);
      const killed = runJob('campus-sync');
      await until(async () => {
        const stored = await database.query('SELECT id FROM events');
        return stored.length >= 100 || killed.child.exitCode !== null;
      });
      killed.child.kill('SIGKILL');
      await killed.exit;
      expect(await byHand('campus-sync')).toMatchObject({ outcome: 'SUCCEEDED' });
      const counts = `SELECT count(*)::int, count(DISTINCT external_id)::int AS ids,
                             count(*) FILTER (WHERE category = 'MUSIC')::int AS tagged FROM events`;
      expect(await database.query(counts)).toEqual([{ count: 1_200, ids: 1_200, tagged: 1_200 }]);
    });
  });

  const runJob = (name: string, overrides: Environment = {}) =>
    started(startJob(name, database.url, { CAMPUS_FEED_URL: server.url, ...overrides }));
  const byHand = (name: JobName, overrides: Environment = {}) =>
    runByHand(name, database.url, { CAMPUS_FEED_URL: server.url, ...overrides });

  describe('by hand', () => {
    it('exits 0 without a failure, prints one line of JSON, and has no use for HOST', async () => {
      // The service would not listen there without a secret.
      const run = runJob('ticket-sync', { LOG_LEVEL: 'debug', AUTH_SECRET: '', HOST: '0.0.0.0' });
      expect(await run.exit).toBe(0);
      expect(run.stdout).toMatch(/^\{.*\}\n$/);
      expect(JSON.parse(run.stdout)).toMatchObject({ job: 'ticket-sync', outcome: 'SKIPPED' });
    });

    it.each<[JobName, Environment, string]>([
      ['auto-completion', {}, 'SUCCEEDED'],
      ['campus-sync', {}, 'SUCCEEDED'],
      ['campus-sync', { CAMPUS_FEED_URL: '' }, 'SKIPPED'],
      ['campus-sync', { CAMPUS_FEED_URL: 'http://127.0.0.1:1' }, 'FAILED'],
    ])('%s with %j has an outcome', async (job, environment, outcome) => {
      expect(await byHand(job, environment)).toMatchObject({ outcome });
    });

    it('waits during a migration, longer than the service waits at its start', async () => {
      const client = new pg.Client(database.url);
      await client.connect();
      const log: string[] = [];
      await client.query('BEGIN');
      await client.query(`SELECT pg_advisory_xact_lock(${MIGRATION_LOCK})`);
      const waiting = runByHand('auto-completion', database.url, { MIGRATE_ON_START: 'true' });
      const run = waiting.then(({ outcome }) => log.push(outcome));
      await sleep(3_500);
      expect(log).toEqual([]);
      await client.query('COMMIT');
      await run;
      await client.end();
      expect(log).toEqual(['SUCCEEDED']);
    });

    it('exits 2 for an unknown job, and lists the known ones', async () => {
      const run = runJob('constructor');
      expect(await run.exit).toBe(2);
      expect(run).toMatchObject({
        stdout: '',
        stderr: expect.stringContaining(Object.keys(SCHEDULE).join(', ')),
      });
    });

    it('exits 1 with a bad configuration, and reports it', async () => {
      const run = runJob('campus-sync', { CAMPUS_FEED_URL: 'nowhere' });
      expect(await run.exit).toBe(1);
      expect(run).toMatchObject({ stdout: '', stderr: expect.stringContaining('CAMPUS_FEED_URL takes') });
    });

    it.each(['SIGINT', 'SIGTERM'] as const)('is stopped by %s, and exits 1', async (signal) => {
      server.campus.setFault('silent');
      const run = runJob('campus-sync', { LOG_LEVEL: 'debug' });
      await until(() => server.campus.requests.count === 1);
      run.child.kill(signal);
      expect(await run.exit).toBe(1);
      expect(run.stdout).toMatch(/^\{.*\}\n$/);
      expect(JSON.parse(run.stdout)).toMatchObject({
        outcome: 'FAILED',
        error: expect.stringContaining(signal),
      });
    });

    it('reads a large feed', async () => {
      const filler = 'A long description of what will be played. '.repeat(100);
      const entries = Array.from({ length: 3_000 }, (_, number) => ({
        ...{ id: `https://studentlife.example.edu/Events.aspx?e=${number}`, itemHash: `${number}` },
        ...{ title: `Jazz concert ${number}`, content: filler, campus: number % 10 ? 'columbus' : 'newark' },
        startDate: number % 100 === 1 ? 'soon' : '2031-03-01T18:00:00Z',
      }));
      server.campus.setEvents(entries);
      expect(await byHand('campus-sync', { TAGGER: 'off' })).toMatchObject({
        ...{ outcome: 'SUCCEEDED', received: 3_000, created: 2_670, ignored: 300, rejected: 30 },
      });
      server.campus.setFault({ kind: 'oversized', mib: 20 });
      expect(await byHand('campus-sync', { TAGGER: 'off' })).toMatchObject({
        ...{ created: 0, updated: 0, unchanged: 2_670 },
      });
      server.campus.setFault({ kind: 'other-shape', body: filler.repeat(2_000) });
      expect(await byHand('campus-sync')).toMatchObject({
        ...{ outcome: 'FAILED', error: 'The feed returned JSON whose data.events is not an array.' },
      });
    });
  });
});
