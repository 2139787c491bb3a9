import type { MigrationInterface, QueryRunner } from 'typeorm';
import { dataSourceOptions } from '../../ormconfig.js';
import { migrate } from '../../src/database/migrate.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { Service } from '../support/service.js';
import { TcpProxy } from '../support/tcp-proxy.js';
import { until } from '../support/until.js';

class CreateThings1800000000001 implements MigrationInterface {
  name = 'CreateThings1800000000001';
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('CREATE TABLE things (id integer PRIMARY KEY, done integer DEFAULT 0)');
    await runner.query('INSERT INTO things (id) VALUES (1)');
  }
  async down(): Promise<void> {}
}

class Slow1800000000002 implements MigrationInterface {
  name = 'Slow1800000000002';
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('SELECT pg_sleep(1)');
    await runner.query('UPDATE things SET done = done + 1');
  }
  async down(): Promise<void> {}
}

const BOTH = [CreateThings1800000000001, Slow1800000000002];

describe('the migrations at a start', () => {
  let database: TestDatabase;
  let name: string;

  beforeEach(async () => {
    database = await createTestDatabase({ migrated: false });
    name = new URL(database.url).pathname.slice(1);
  });
  afterEach(() => database.drop());

  const run = (migrations = BOTH, log?: (message: string) => void) =>
    migrate({ ...dataSourceOptions(database.url), migrations }, log);
  const applied = () => database.query('SELECT name FROM migrations ORDER BY timestamp');
  const recorded = BOTH.map((migration) => ({ name: migration.name }));

  it('run once, on one connection each, even if they are slow and many start together', async () => {
    await database.query(`ALTER DATABASE ${name} CONNECTION LIMIT 8`); // two are of the test
    const messages: string[] = [];
    await Promise.all(Array.from({ length: 6 }, () => run(BOTH, (message) => messages.push(message))));
    expect(await applied()).toEqual(recorded);
    expect(messages.filter((message) => !message.startsWith('Another'))).toEqual([
      ...BOTH.map(({ name }, index) => `The service is migrating the database: ${name} (${index + 1} of 2).`),
      `Migrated: ${BOTH.map(({ name }) => name).join(', ')}`,
    ]);
    expect(await database.query('SELECT done FROM things')).toEqual([{ done: 1 }]);
  });

  it('have no timeout, whatever the limits of others', async () => {
    for (const limit of ['statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout'])
      await database.query(`ALTER DATABASE ${name} SET ${limit} = 300`);
    await Promise.all([run(), run()]);
    expect(await applied()).toEqual(recorded);
  });

  it('are taken over if an instance is cut off, from the start', async () => {
    const cut = expect(run()).rejects.toThrow();
    const waiting = until(async () => {
      const working = await database.query(
        `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
         WHERE datname = current_database() AND query LIKE 'SELECT pg_sleep%' AND state = 'active'`,
      );
      return working.length > 0;
    }).then(() => run());
    await cut;
    expect(await database.query(`SELECT to_regclass('things') AS things`)).toEqual([{ things: null }]);
    await waiting;
    expect(await applied()).toEqual(recorded);
    expect(await database.query('SELECT done FROM things')).toEqual([{ done: 1 }]);
  });

  it('end the service if sessions would change values, even after the database recovers', async () => {
    await migrate(dataSourceOptions(database.url));
    await database.query(`ALTER ROLE events IN DATABASE ${name} SET datestyle = 'German'`);
    const proxy = await TcpProxy.to(database.url, { open: false });
    const service = await Service.start(proxy.url);
    expect(await service.status('/health/ready')).toBe(503);
    await proxy.open();
    expect((await service.exit)[0]).toBe(1);
    expect(service.output).toContain(`ALTER ROLE events IN DATABASE ${name} SET datestyle = 'ISO, MDY';`);
    const again = await Service.start(database.url, {}, { wait: false });
    expect((await again.exit)[0]).toBe(1);
    expect(again.output).toMatch(/^ {2}ALTER ROLE events/m);
    expect(again.output).not.toContain('    at ');
    await proxy.close();
  });
});
