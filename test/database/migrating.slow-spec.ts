import * as migrations from '../../migrations/index.js';
import { dataSourceOptions } from '../../ormconfig.js';
import { MIGRATION_LOCK, migrate } from '../../src/database/migrate.js';
import { startApp, type TestApp } from '../support/app.js';
import { closeAfterTest } from '../support/close-after-test.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { eventBody } from '../support/factories.js';
import { LockHolder } from '../support/lock-holder.js';
import { firing, scrape } from '../support/prometheus.js';
import { Service } from '../support/service.js';
import { until } from '../support/until.js';

const { Reach1796100000000: Last, ...earlier } = migrations;
const LAST = Last.name;

describe('a service on a database that needs a migration', () => {
  let database: TestDatabase;
  let holder: LockHolder;

  /** Starts a service as a process. */
  const startProcess = async () => {
    const service = await Service.start(database.url, { MIGRATE_ON_START: 'true' });
    closeAfterTest({ close: () => service.stop('SIGKILL') });
    return service;
  };
  const start = async () => closeAfterTest(await startApp({ MIGRATE_ON_START: 'true' }, database));
  /** Holds a table that the last migration changes. */
  const hold = () => holder.query('LOCK TABLE applications');
  /** Holds the lock of an instance that migrates. */
  const holdMigrations = () => holder.query('SELECT pg_advisory_xact_lock($1)', [MIGRATION_LOCK]);
  const readiness = async (service: TestApp) => (await service.as(null).get('/health/ready')).body;
  const isRecorded = async () =>
    (await database.query(`SELECT FROM migrations WHERE name = '${LAST}'`)).length === 1;
  const isLeftByService = async () => {
    const left = await database.query(
      `SELECT FROM pg_stat_activity WHERE datname = current_database() AND application_name = 'events-and-gigs'`,
    );
    return left.length === 0;
  };

  beforeEach(async () => {
    database = await createTestDatabase({ migrated: false });
    await migrate({ ...dataSourceOptions(database.url), migrations: Object.values(earlier) });
    holder = await LockHolder.begin(database);
  });
  afterEach(async () => {
    await holder.end().catch(() => {}); // it may have ended
    await database.drop();
  });

  it('is live and reports the migration, and serves once it is done', async () => {
    await hold();
    const service = await start();
    await holder.untilWaiting(1);
    const before = await scrape(service.url);
    expect(await readiness(service)).toMatchObject({
      status: 503,
      code: 'UNAVAILABLE',
      detail: `The service is migrating the database: ${LAST} (1 of 1).`,
    });
    const alice = service.as('alice');
    for (const refused of [await alice.get('/events'), await alice.post('/events', eventBody())]) {
      expect(refused).toMatchObject({ status: 503, body: { code: 'UNAVAILABLE' } });
      expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    }
    const during = await scrape(service.url);
    expect(firing(before, during).filter((alert) => alert !== 'NoJobs')).toEqual(['NotReady']); // it is no bug
    const names = during.samples.map(({ name }) => name);
    expect(names.filter((name) => /^(job_last|database_migrations)/.test(name))).toEqual([]);
    await holder.end();
    await service.ready();
    expect((await alice.post('/events', eventBody())).status).toBe(201);
  });

  it('is live while another instance migrates, and stops on SIGTERM without leaving a session', async () => {
    await holdMigrations();
    const service = await startProcess();
    await until(() => service.output.includes('Another instance is migrating the database'));
    expect((await service.as('probe').get('/health/ready')).body.detail).toContain(
      'Another instance is migrating the database',
    );
    expect(await holder.waiting()).toBe(0); // it queues in itself, not in the server
    expect(await service.stop()).toBe(0);
    await until(isLeftByService);
    expect(service.output).toContain('"cause":"migrating"');
    expect(service.output).not.toMatch(/"level":60|The places/);
  });

  it('stops during its migration, which leaves nothing', async () => {
    await hold();
    const service = await start();
    await holder.untilWaiting(1);
    await service.close();
    await until(isLeftByService);
    expect(await isRecorded()).toBe(false);
  });

  it('takes over from one that is killed, whose migration ends in the server by itself', async () => {
    await hold();
    const first = await startProcess();
    await holder.untilWaiting(1);
    expect(first.output).toContain(`migrating the database: ${LAST} (1 of 1)`);
    const second = await start();
    await until(async () => (await readiness(second)).detail.startsWith('Another instance is migrating'));
    await first.stop('SIGKILL');
    await until(async () => (await readiness(second)).detail.includes(LAST));
    await until(async () => (await holder.waiting()) === 1); // that of the first has ended
    await holder.end();
    await second.ready();
    expect(await isRecorded()).toBe(true);
  });
});
