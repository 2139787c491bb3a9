import pg from 'pg';
import type { MigrationInterface, QueryRunner } from 'typeorm';
import { dataSourceOptions } from '../../ormconfig.js';
import { migrate } from '../../src/database/migrations/migrate.js';
import { buildIndex, inShortBatches } from '../../src/database/migrations/online-changes.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { until } from '../support/until.js';

const ROWS = 3_000;

class CreateThings1800000000001 implements MigrationInterface {
  name = 'CreateThings1800000000001';
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('CREATE TABLE things (id uuid PRIMARY KEY, size integer, done integer DEFAULT 0)');
    await runner.query(
      `INSERT INTO things (id, size) SELECT gen_random_uuid(), n FROM generate_series(1, ${ROWS}) n`,
    );
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

class Widen1800000000003 implements MigrationInterface {
  name = 'Widen1800000000003';
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE things ADD COLUMN width integer');
  }
  async down(): Promise<void> {}
}

class Index1800000000004 implements MigrationInterface {
  name = 'Index1800000000004';
  transaction = false;
  async up(runner: QueryRunner): Promise<void> {
    await buildIndex(runner, 'things_size_key', 'ON things (size)', { unique: true });
  }
  async down(): Promise<void> {}
}

class Rewrite1800000000005 implements MigrationInterface {
  name = 'Rewrite1800000000005';
  transaction = false;
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('SELECT pg_sleep(0.5)');
    await inShortBatches(runner, 'things', (ids) =>
      runner.query('UPDATE things SET done = done + 1 WHERE id = ANY($1)', [ids]),
    );
  }
  async down(): Promise<void> {}
}

describe('the migrations at a start', () => {
  let database: TestDatabase;
  let other: pg.Client;

  beforeEach(async () => {
    database = await createTestDatabase({ migrated: false });
    other = new pg.Client({ connectionString: database.url });
    other.on('error', () => {});
    await other.connect();
  });
  afterEach(async () => {
    await other.end();
    await database.drop();
  });

  const run = (migrations: (new () => MigrationInterface)[], log?: (message: string) => void) =>
    migrate({ ...dataSourceOptions(database.url), migrations }, log);
  const applied = () => database.query<{ name: string }>('SELECT name FROM migrations ORDER BY timestamp');
  /** The connections of the migrations that do something now. */
  const atWork = (what: string) =>
    database.query<{ pid: number }>(
      `SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND application_name = 'events-and-gigs'
         AND state = 'active' AND query LIKE $1`,
      [what],
    );
  const indexes = () =>
    database.query(`SELECT indisvalid FROM pg_index WHERE indexrelid = to_regclass('things_size_key')`);

  it('run once, by one connection each, however slow they are and however many start at once', async () => {
    const all = [
      CreateThings1800000000001,
      Slow1800000000002,
      Widen1800000000003,
      Index1800000000004,
      Rewrite1800000000005,
    ];
    const url = new URL(database.url);
    await database.query(`ALTER DATABASE "${url.pathname.slice(1)}" CONNECTION LIMIT 8`); // two are the test's
    const messages: string[] = [];
    await Promise.all(Array.from({ length: 6 }, () => run(all, (message) => messages.push(message))));
    expect(await applied()).toEqual(all.map(({ name }) => ({ name })));
    expect(messages.filter((message) => message.startsWith('Migrated'))).toEqual(
      all.map(({ name }) => `Migrated: ${name}`),
    );
    expect(await database.query('SELECT done, count(*)::int FROM things GROUP BY 1')).toEqual([
      { done: 2, count: ROWS },
    ]);
    expect(await indexes()).toEqual([{ indisvalid: true }]);
    expect(await database.query('SELECT * FROM migration_lease')).toEqual([]);
  });

  it('wait behind a long read without keeping others waiting', async () => {
    await run([CreateThings1800000000001]);
    await other.query('BEGIN');
    await other.query('SELECT count(*) FROM things');
    const messages: string[] = [];
    const migrating = run([CreateThings1800000000001, Widen1800000000003], (text) => messages.push(text));
    const writer = new pg.Client({ connectionString: database.url, statement_timeout: 2_000 });
    await writer.connect();
    await until(async () => (await atWork('ALTER TABLE%')).length > 0);
    await writer.query('UPDATE things SET size = -size WHERE size = 1'); // or it is cancelled after 2 s
    await until(async () => (await atWork('ALTER TABLE%')).length > 0); // it tries again
    await writer.query('SELECT count(*) FROM things');
    expect(messages).toEqual([expect.stringContaining('waits until it disturbs nobody')]);
    await other.query('COMMIT');
    await migrating;
    await writer.end();
    expect((await applied()).at(-1)).toEqual({ name: Widen1800000000003.name });
  });

  it('build an index while others write, also while one has written for long', async () => {
    await run([CreateThings1800000000001]);
    await other.query('BEGIN');
    await other.query('UPDATE things SET done = 7 WHERE size = 1');
    const migrating = run([CreateThings1800000000001, Index1800000000004]);
    await until(async () => (await atWork('CREATE UNIQUE INDEX%')).length > 0);
    const messages: string[] = [];
    const second = run([CreateThings1800000000001, Index1800000000004], (text) => messages.push(text));
    await until(() => messages.length > 0);
    // The lease may run out meanwhile: who waits sees that the index is being built.
    await database.query(`UPDATE migration_lease SET until = now() - interval '1 minute'`);
    await database.query('UPDATE things SET done = 8 WHERE size = 2');
    await other.query('COMMIT');
    await Promise.all([migrating, second]);
    expect(await indexes()).toEqual([{ indisvalid: true }]);
    expect((await applied()).map(({ name }) => name)).toEqual([
      CreateThings1800000000001.name,
      Index1800000000004.name,
    ]);
  });

  it('build an index again that could not be built', async () => {
    await run([CreateThings1800000000001]);
    await database.query('UPDATE things SET size = 2 WHERE size = 1');
    const both = [CreateThings1800000000001, Index1800000000004];
    await expect(run(both)).rejects.toThrow('could not create unique index');
    expect(await indexes()).toEqual([{ indisvalid: false }]);
    await database.query(
      'UPDATE things SET size = 1 WHERE id = (SELECT min(id::text)::uuid FROM things WHERE size = 2)',
    );
    await run(both);
    expect(await indexes()).toEqual([{ indisvalid: true }]);
  });

  it.each<[string, new () => MigrationInterface, string]>([
    ['a transaction', Slow1800000000002, 'SELECT pg_sleep%'],
    ['a lease', Rewrite1800000000005, 'UPDATE things%'],
    ['a lease, while it builds', Index1800000000004, 'CREATE UNIQUE INDEX%'],
  ])('are taken up by another where one is cut off in %s', async (_what, migration, statement) => {
    await run([CreateThings1800000000001]);
    await other.query('BEGIN');
    await other.query('UPDATE things SET done = 0 WHERE size = 1'); // holds up the rewriting and the build
    const both = [CreateThings1800000000001, migration];
    const cut = expect(run(both)).rejects.toThrow();
    await until(async () => {
      const [working] = await atWork(statement);
      if (working) await database.query('SELECT pg_terminate_backend($1)', [working.pid]);
      return working !== undefined;
    });
    await cut;
    await other.query('COMMIT');
    if (migration !== Slow1800000000002) await database.query('UPDATE migration_lease SET until = now()'); // time passes
    await run(both);
    expect((await applied()).map(({ name }) => name)).toEqual(both.map(({ name }) => name));
    if (migration === Index1800000000004) expect(await indexes()).toEqual([{ indisvalid: true }]);
    else expect(await database.query('SELECT 1 FROM things WHERE done = 0')).toEqual([]);
  });

  it('leave a migration to who has taken it up meanwhile', async () => {
    await run([CreateThings1800000000001]);
    await other.query('BEGIN');
    await other.query('UPDATE things SET done = 0 WHERE size = 1');
    const messages: string[] = [];
    const migrating = run([CreateThings1800000000001, Rewrite1800000000005], (text) => messages.push(text));
    await until(async () => (await atWork('UPDATE things%')).length > 0);
    await until(async () => (await atWork('UPDATE things%')).length === 0); // between two tries
    await database.query(
      `UPDATE migration_lease SET holder = gen_random_uuid(), until = now() + interval '1 hour'`,
    );
    await until(() => messages.length > 0);
    expect(messages).toEqual([expect.stringContaining('Another instance migrates')]);
    await other.query('COMMIT');
    await database.query('UPDATE migration_lease SET until = now()');
    await migrating;
    expect((await applied()).at(-1)).toEqual({ name: Rewrite1800000000005.name });
  });
});
