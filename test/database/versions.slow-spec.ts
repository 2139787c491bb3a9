import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DataSource } from 'typeorm';
import * as migrations from '../../migrations/index.js';
import { dataSourceOptions } from '../../ormconfig.js';
import { VERSION } from '../../src/common/config.js';
import { migrate } from '../../src/database/migrate.js';
import { readSchema } from '../../src/database/schema-version.js';
import { type Environment, startApp, type TestApp } from '../support/app.js';
import { closeAfterTest } from '../support/close-after-test.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { Service } from '../support/service.js';
import { until } from '../support/until.js';
import { makeVersion11 } from '../support/version-1-1.js';

const { Reach1796100000000: Last, ...earlier } = migrations;
const LAST = Last.name;
const NEWER = 'AddThings1999000000000';

describe('a database of another version', () => {
  let database: TestDatabase;

  beforeEach(async () => {
    database = await createTestDatabase();
  });
  afterEach(() => database.drop());

  /** Starts a service, and waits until it is ready. */
  const start = async (settings: Environment = {}) => {
    const service = closeAfterTest(await startApp(settings, database));
    await service.ready();
    return service;
  };
  /** Records a migration as a build does that has it. */
  const record = (name: string, build: string | null, oldestBuild: string | null = null) =>
    database.query('INSERT INTO migrations (timestamp, name, build, oldest_build) VALUES ($1, $2, $3, $4)', [
      name.slice(-13),
      ...[name, build, oldestBuild],
    ]);
  /** Runs `npm run migration:run -- --status`, without the build. */
  const status = () => {
    const { stdout, stderr, status } = spawnSync(
      process.execPath,
      ['dist/src/run-migrations.js', '--status'],
      {
        env: { ...process.env, DATABASE_URL: database.url },
        encoding: 'utf8',
      },
    );
    return { stdout, stderr, status };
  };
  /** What `--status` and the log report. */
  const report = async () => {
    const dataSource = await new DataSource(dataSourceOptions(database.url)).initialize();
    try {
      return (await readSchema(dataSource.manager)).report;
    } finally {
      await dataSource.destroy();
    }
  };
  const readiness = async (service: TestApp) => (await service.as(null).get('/health/ready')).body;

  it('is reported with that of the build', async () => {
    const service = await start();
    expect(await readiness(service)).toEqual({ status: 'ok', build: VERSION, database: VERSION });
    const stdout = `Build ${VERSION}; database ${VERSION} (${LAST})\n`;
    expect(status()).toEqual({ status: 0, stderr: '', stdout });
  });

  it('refuses a build below the oldest that it serves, and names the version to use', async () => {
    await record('AddMore1999000000001', '99.10.0', '99.10.0');
    await record(NEWER, '99.9.0', '99.9.0');
    const refusal = `Build ${VERSION} cannot serve this database: it needs 99.10.0 or later`;
    const service = await Service.start(database.url, {}, { wait: false });
    expect((await service.exit)[0]).toBe(1);
    expect(service.output).toContain(refusal);
    await expect(migrate(dataSourceOptions(database.url))).rejects.toThrow(refusal);
    expect(await report()).toContain('oldest build 99.10.0');
  });

  it.each([
    ['a newer build that serves this one too', '99.0.0', VERSION],
    ['a newer build without a limit', '99.0.0', null],
    ['an unreleased build', null, null],
  ])('of %s is served, and reported', async (_, build, oldestBuild) => {
    await record(NEWER, build, oldestBuild);
    const service = await start({ MIGRATE_ON_START: 'true' });
    expect(await readiness(service)).toMatchObject({ build: VERSION, database: build });
    const again = await start();
    expect((await again.as('alice').get('/events')).status).toBe(200);
    expect(await report()).toContain(`unknown migrations: ${NEWER}`);
  });

  it('of 1.1.0 is named, and its migrations are not reported once it is migrated', async () => {
    await database.drop();
    database = await createTestDatabase({ migrated: false });
    await makeVersion11(database.url, (text) => database.query(`SET ROLE events; ${text}; RESET ROLE`));
    expect(await report()).toContain(
      'database 1.1.0 (KeepEventsWhole1799000000000); pending migrations: Base',
    );
    await start({ MIGRATE_ON_START: 'true' });
    expect(await report()).toBe(`Build ${VERSION}; database ${VERSION} (${LAST})`);
  });

  it('that is empty is neither read nor written by --status', async () => {
    await database.drop();
    database = await createTestDatabase({ migrated: false });
    expect(status().stdout).toMatch(`Build ${VERSION}; database none; pending migrations: Baseline`);
    expect(await database.query(`SELECT to_regclass('migrations') AS made`)).toEqual([{ made: null }]);
  });

  it('that has no tables is not served before its migrations have run, if the service may not run them', async () => {
    await database.drop();
    database = await createTestDatabase({ migrated: false });
    const folder = mkdtempSync(join(tmpdir(), 'events-and-gigs-test-'));
    const PLACES_FILE = join(folder, 'places.json');
    writeFileSync(PLACES_FILE, JSON.stringify([{ name: 'Library', latitude: 40, longitude: -83 }]));
    const service = await Service.start(database.url, { MIGRATE_ON_START: 'false', PLACES_FILE });
    closeAfterTest({
      close: async () => {
        await service.stop('SIGKILL');
        rmSync(folder, { recursive: true });
      },
    });
    await until(() => service.output.includes('It has no tables yet: run its migrations.'));
    expect((await service.as('probe').get('/health/live')).status).toBe(200);
    for (const path of ['/health/ready', '/events', '/users/me'])
      expect((await service.as('alice').get(path)).status).toBe(503);
    await migrate(dataSourceOptions(database.url));
    await service.ready();
    await until(async () => (await database.query('SELECT FROM places')).length === 1);
  });

  it('that lacks migrations and has unknown ones is served with a warning, if the service may not migrate', async () => {
    await database.drop();
    database = await createTestDatabase({ migrated: false });
    await migrate({ ...dataSourceOptions(database.url), migrations: Object.values(earlier) });
    await record(NEWER, '99.0.0');
    const service = await Service.start(database.url, { MIGRATE_ON_START: 'false', LOG_LEVEL: 'warn' });
    closeAfterTest({ close: () => service.stop('SIGKILL') });
    await service.ready();
    expect(service.output).toContain(
      `Build ${VERSION}; database 99.0.0 (${NEWER}); pending migrations: ${LAST}; unknown migrations: ${NEWER}`,
    );
  });
});
