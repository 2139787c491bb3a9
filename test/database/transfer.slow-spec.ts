import { randomUUID } from 'node:crypto';
import { access, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { DataSource, getMetadataArgsStorage } from 'typeorm';
import { dataSourceOptions, entities } from '../../ormconfig.js';
import { exportDatabase } from '../../src/database/transfer/export.js';
import { importDatabase } from '../../src/database/transfer/import.js';
import { LEFT_OUT } from '../../src/database/transfer/transferred-tables.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { startNode } from '../support/node-process.js';
import { until } from '../support/until.js';
import { anyRows, contentOf } from './any-rows.js';

/** The tables of the entities, but for those that are left out by name. */
const TRANSFERRED = getMetadataArgsStorage()
  .tables.filter(({ target }) => entities.includes(target as never))
  .map(({ name }) => name!)
  .filter((name) => !(name in LEFT_OUT))
  .sort();

const MANY = 20_000;

describe('export and import', () => {
  const databases: TestDatabase[] = [];
  let folder: string;
  let file: string;

  const newDatabase = async (migrated = true) => {
    const database = await createTestDatabase({ migrated });
    databases.push(database);
    return database;
  };
  const context = () => ({ signal: new AbortController().signal, progress: () => undefined });
  const exported = (from: TestDatabase, to = file) =>
    exportDatabase(dataSourceOptions(from.url), to, context());
  const imported = (into: TestDatabase, from = file) =>
    importDatabase(dataSourceOptions(into.url), from, context());
  const addUser = (database: TestDatabase, id: string) =>
    database.query('INSERT INTO users (id) VALUES ($1)', [id]);
  const exists = (path: string) =>
    access(path).then(
      () => true,
      () => false,
    );

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'transfer-test-'));
    file = join(folder, 'backup.ndjson.gz');
  });
  afterEach(async () => {
    for (const database of databases.splice(0)) await database.drop();
    await rm(folder, { recursive: true, force: true });
  });

  it('bring over every row of every table, to the byte', async () => {
    const source = await newDatabase();
    await fc.assert(
      fc.asyncProperty(fc.infiniteStream(fc.nat()), async (seeds) => {
        await anyRows(source, () => seeds.next().value!);
        await exported(source);
        const target = await newDatabase(false);
        await imported(target);
        const content = await contentOf(source);
        expect(await contentOf(target)).toEqual(content);
        expect(Object.keys(content)).toEqual(TRANSFERRED);
        for (const rows of Object.values(content)) expect(rows).not.toEqual([]);
        await rm(file);
      }),
      { numRuns: 2 },
    );
  });

  it('show one moment, whatever is written meanwhile', async () => {
    const source = await newDatabase();
    await addUser(source, 'early');
    const gate = await new DataSource(dataSourceOptions(source.url)).initialize();
    const writer = gate.createQueryRunner();
    await writer.query('BEGIN');
    await writer.query('LOCK TABLE users');
    const writing = exported(source);
    await until(async () => {
      const [{ count }] = (await source.query(
        `SELECT count(*)::int FROM pg_locks WHERE relation = 'users'::regclass AND NOT granted`,
      )) as [{ count: number }];
      return count === 1;
    });
    await writer.query(`INSERT INTO users (id) VALUES ('late')`);
    await writer.query('COMMIT');
    await gate.destroy();
    await writing;
    expect(gunzipSync(await readFile(file)).toString()).toMatch(/"early"/);
    expect(gunzipSync(await readFile(file)).toString()).not.toMatch(/"late"/);
  });

  it('make a file that nobody else can read, and replace none', async () => {
    const source = await newDatabase();
    await exported(source);
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    await expect(exported(source)).rejects.toThrow(`${file} exists already`);
  });

  it('need a schema to export', async () => {
    await expect(exported(await newDatabase(false))).rejects.toThrow('nothing to export');
    expect(await exists(file)).toBe(false);
    expect(await exists(`${file}.part`)).toBe(false);
  });

  it('refuse a database that is not empty', async () => {
    const source = await newDatabase();
    await addUser(source, 'alice');
    await exported(source);
    await expect(imported(source)).rejects.toThrow('The database is not empty: users has rows.');
    expect(await source.query('SELECT id FROM users')).toEqual([{ id: 'alice' }]);
  });

  it('bring a file of an earlier schema up to date, where the database has no tables', async () => {
    const source = await newDatabase();
    await addUser(source, 'alice');
    const dataSource = await new DataSource(dataSourceOptions(source.url)).initialize();
    await dataSource.undoLastMigration();
    await dataSource.destroy();
    await exported(source);
    const target = await newDatabase(false);
    await imported(target);
    expect(await target.query('SELECT id FROM users')).toEqual([{ id: 'alice' }]);
    const applied = await target.query('SELECT name FROM migrations');
    expect(applied).toHaveLength(dataSourceOptions(target.url).migrations?.length as number);
    await expect(imported(await newDatabase())).rejects.toThrow('Import it into a new database');
  });

  describe('of a file that is not whole', () => {
    let target: TestDatabase;
    let whole: Buffer;
    let lines: string[];

    beforeAll(async () => {
      target = await createTestDatabase();
      const source = await createTestDatabase();
      for (const id of ['alice', 'bob']) await addUser(source, id);
      const kept = join(await mkdtemp(join(tmpdir(), 'transfer-test-')), 'whole.ndjson.gz');
      await exported(source, kept);
      await source.drop();
      whole = await readFile(kept);
      await rm(dirname(kept), { recursive: true });
      lines = gunzipSync(whole).toString().trimEnd().split('\n');
    });
    beforeEach(() => writeFile(file, whole));
    afterAll(() => target.drop());

    const written = (text: string) => writeFile(file, gzipSync(text));
    const cases: [string, () => Promise<unknown>, string][] = [
      [
        'cut off',
        async () => writeFile(file, (await readFile(file)).subarray(0, -20)),
        'The file is cut off',
      ],
      ['without its last line', () => written(`${lines.slice(0, -1).join('\n')}\n`), 'The file is cut off'],
      ['cut off within a line', () => written(lines.join('\n').slice(0, -9)), 'The file is cut off'],
      [
        'without a row',
        () => written(`${lines.filter((line) => !line.includes('"bob"')).join('\n')}\n`),
        'The file lacks rows',
      ],
      ['with a row twice', () => written(`${lines.join('\n').replace('"alice"', '"bob"')}\n`), 'damaged'],
      ['with more behind it', () => written(`${[...lines, ...lines].join('\n')}\n`), 'goes on after its end'],
      [
        'with another column',
        () => written(`${lines.join('\n').replace('"headline"', '"heading"')}\n`),
        'The table users of the file is not as the database has it',
      ],
      [
        'of an unknown schema',
        () => written(lines.join('\n').replace(/"schema":"\w+"/, '"schema":"Later1"')),
        'Later1',
      ],
      ['that is none', () => writeFile(file, 'Hello'), 'is not one of'],
      ['that is another', () => written('{"hello":1}\n'), 'is not one of'],
      ['that is empty', () => writeFile(file, ''), 'The file is cut off'],
    ];

    it.each(cases)('refuse one %s, and import nothing', async (_, damage, message) => {
      await damage();
      await expect(imported(target)).rejects.toThrow(message);
      expect(await target.query('SELECT FROM users')).toEqual([]);
    });

    it('refuse one that is cut off where there is no schema yet', async () => {
      await writeFile(file, (await readFile(file)).subarray(0, -20));
      await expect(imported(await newDatabase(false))).rejects.toThrow('The file is cut off');
    });
  });

  describe('of much', () => {
    // Some 50 MB: with what the process needs by itself, more than it may hold.
    const job = (name: string, path: string, { url }: TestDatabase, settings = {}) =>
      startNode(['--max-old-space-size=80', 'dist/src/run-job.js', name, path], url, settings);
    const isAtWork = async ({ query }: TestDatabase, statement: string) => {
      const rows = await query(
        `SELECT FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()
         AND query LIKE $1 AND xact_start IS NOT NULL`,
        [`${statement}%`],
      );
      return rows.length > 0;
    };

    it('take little memory, and survive a kill', async () => {
      const source = await newDatabase();
      await source.query(
        `INSERT INTO notifications (recipient_id, id, type, reference_id, data)
         SELECT 'alice', gen_random_uuid(), 'APPLICATION_RECEIVED', n, jsonb_build_object('text', repeat(md5(n::text), 80))
         FROM generate_series(1, $1::int) AS n`,
        [MANY],
      );
      const whole = job('export', file, source);
      expect([await whole.exit, whole.stderr]).toEqual([0, '']);
      const result = { outcome: 'SUCCEEDED', tables: TRANSFERRED.length, rows: MANY };
      expect(JSON.parse(whole.stdout)).toEqual({ job: 'export', ...result });

      const target = await newDatabase(false);
      const killed = job('import', file, target);
      await until(() => isAtWork(target, 'INSERT INTO "notifications"'));
      killed.child.kill('SIGKILL');
      await killed.exit;
      await until(async () => !(await isAtWork(target, 'INSERT')));
      expect(await target.query('SELECT FROM notifications LIMIT 1')).toEqual([]);

      // Past a proxy that is not there, as a migration.
      const nowhere = { ...target, url: 'postgres://events@127.0.0.1:1/events' };
      const again = job('import', file, nowhere, { DATABASE_MIGRATION_URL: target.url });
      expect([await again.exit, again.stderr]).toEqual([0, '']);
      expect(JSON.parse(again.stdout)).toEqual({ job: 'import', ...result });
      const sum = `SELECT md5(string_agg(id || data::text, '' ORDER BY id)) FROM notifications`;
      expect(await target.query(sum)).toEqual(await source.query(sum));
    }, 300_000);

    it('stop when they are interrupted, and leave nothing', async () => {
      const source = await newDatabase();
      await source.query(
        `INSERT INTO users (id, bio) SELECT n, repeat(md5(n::text), 80) FROM generate_series(1, 50000) AS n`,
      );
      const cut = job('export', file, source);
      await until(() => isAtWork(source, 'FETCH'));
      cut.child.kill('SIGINT');
      expect(await cut.exit).toBe(1);
      expect(JSON.parse(cut.stdout)).toMatchObject({ outcome: 'FAILED', error: 'interrupted by SIGINT' });
      expect([await exists(file), await exists(`${file}.part`)]).toEqual([false, false]);
    });
  });

  it('say what went wrong, in one line', async () => {
    const missing = join(folder, randomUUID());
    const run = startNode(['dist/src/run-job.js', 'import', missing], (await newDatabase()).url);
    expect(await run.exit).toBe(1);
    expect(JSON.parse(run.stdout)).toMatchObject({
      outcome: 'FAILED',
      error: expect.stringContaining('ENOENT'),
    });
    const bare = startNode(['dist/src/run-job.js', 'export'], (await newDatabase()).url);
    expect(await bare.exit).toBe(2);
    expect(bare.stderr).toContain('npm run job -- export FILE');
  });
});
