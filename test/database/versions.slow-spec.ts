import { spawnSync } from 'node:child_process';
import * as migrations from '../../migrations/index.js';
import { dataSourceOptions } from '../../ormconfig.js';
import { VERSION } from '../../src/common/config.js';
import { migrate } from '../../src/database/migrate.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { Service } from '../support/service.js';
import { makeVersion11 } from '../support/version-1-1.js';

const { Reach1796100000000: Last, ...earlier } = migrations;
const LAST = Last.name;
const NEWER = 'AddThings1999000000000';

describe('a database of another version', () => {
  let database: TestDatabase;
  const services: Service[] = [];

  beforeEach(async () => {
    database = await createTestDatabase();
  });
  afterEach(async () => {
    for (const { process } of services.splice(0)) process.kill('SIGKILL');
    await database.drop();
  });

  const start = async (settings = {}) => {
    const service = await Service.start(database.url, settings, { wait: false });
    services.push(service);
    return service;
  };
  const startReady = async (settings = {}) => {
    const service = await start(settings);
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
  const readiness = async (service: Service) => (await service.as('probe').get('/health/ready')).body;

  it('is reported with that of the build', async () => {
    const service = await startReady();
    expect(await readiness(service)).toEqual({ status: 'ok', build: VERSION, database: VERSION });
    const report = `Build ${VERSION}; database ${VERSION} (${LAST})`;
    expect(service.output).toContain(report);
    expect(status()).toEqual({ status: 0, stderr: '', stdout: `${report}\n` });
  });

  it('refuses a build below the oldest that it serves, and names the version to use', async () => {
    await record('AddMore1999000000001', '99.10.0', '99.10.0');
    await record(NEWER, '99.9.0', '99.9.0');
    const report = `Build ${VERSION} cannot serve this database: it needs 99.10.0 or later`;
    for (const MIGRATE_ON_START of ['true', 'false']) {
      const service = await start({ MIGRATE_ON_START });
      expect((await service.exit)[0]).toBe(1);
      expect(service.output).toContain(report);
    }
    expect(status()).toMatchObject({ status: 0, stdout: expect.stringContaining('oldest build 99.10.0') });
    await expect(migrate(dataSourceOptions(database.url))).rejects.toThrow(report);
  });

  it.each([
    ['a newer build that serves this one too', '99.0.0', VERSION],
    ['a newer build without a limit', '99.0.0', null],
    ['an unreleased build', null, null],
  ])('of %s is served, with a warning', async (_, build, oldestBuild) => {
    await record(NEWER, build, oldestBuild);
    const service = await startReady({ MIGRATE_ON_START: 'true' });
    expect(service.output).toContain(`unknown migrations: ${NEWER}`);
    expect(await readiness(service)).toMatchObject({ build: VERSION, database: build });
    expect(await service.stop()).toBe(0);
    const again = await startReady();
    expect((await again.as('alice').get('/events')).status).toBe(200);
    expect(status().stdout).toContain(`unknown migrations: ${NEWER}`);
  });

  it('of 1.1.0 is named, and its migrations are not reported once it is migrated', async () => {
    await database.drop();
    database = await createTestDatabase({ migrated: false });
    await makeVersion11(database.url, (text) => database.query(`SET ROLE events; ${text}; RESET ROLE`));
    expect(status().stdout).toContain(
      'database 1.1.0 (KeepEventsWhole1799000000000); pending migrations: Base',
    );
    const service = await startReady({ MIGRATE_ON_START: 'true' });
    expect(service.output).not.toContain('unknown');
    expect(status().stdout).toBe(`Build ${VERSION}; database ${VERSION} (${LAST})\n`);
  });

  it('that is empty is neither read nor written by --status', async () => {
    await database.drop();
    database = await createTestDatabase({ migrated: false });
    expect(status().stdout).toMatch(`Build ${VERSION}; database none; pending migrations: Baseline`);
    expect(await database.query(`SELECT to_regclass('migrations') AS made`)).toEqual([{ made: null }]);
  });

  it('that lacks migrations is reported if the service may not migrate', async () => {
    await database.drop();
    database = await createTestDatabase({ migrated: false });
    await migrate({ ...dataSourceOptions(database.url), migrations: Object.values(earlier) });
    const service = await startReady({ MIGRATE_ON_START: 'false' });
    expect(service.output).toContain(`pending migrations: ${LAST}`);
  });
});
