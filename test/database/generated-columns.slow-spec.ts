import fc from 'fast-check';
import { DataSource } from 'typeorm';
import * as migrations from '../../migrations/index.js';
import { dataSourceOptions } from '../../ormconfig.js';
import { migrate } from '../../src/database/migrate.js';
import { changedFunctions } from '../../src/database/stored-functions.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';

const IN_PLPGSQL = 'CheapWrites1796000000400';
const COLUMNS = 'search, exact, squeezed, latitude, longitude';

const text = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 30 }),
  fc.string({ unit: 'grapheme', maxLength: 30 }),
  fc.constantFrom(
    '',
    ' ',
    'Straße œuvre ŒUVRE',
    'Γειά σου ΣΑΣ',
    'e\u0301t\u00e9',
    '音楽祭',
    'Wi-Fi & 3.5',
    'İı',
  ),
);
const degrees = fc.oneof(
  fc.double({ noNaN: true, min: -200, max: 200 }),
  fc.constantFrom(0, 90, -90, 180, -180, 400, 1e300, null, '40', true, [1]),
);
const event = fc.record({
  title: text,
  tags: fc.array(text, { maxLength: 4 }),
  summary: fc.option(text),
  description: text,
  location: fc.record({ name: fc.oneof(text, fc.constant(null)), latitude: degrees, longitude: degrees }),
});

describe('the functions of the generated columns', () => {
  let database: TestDatabase;

  beforeAll(async () => {
    database = await createTestDatabase({ migrated: false });
  });
  afterAll(() => database.drop());

  const generated = () => database.query(`SELECT id, ${COLUMNS} FROM events ORDER BY id`);
  const [functions, table] = [
    () =>
      database.query(
        `SELECT DISTINCT lanname AS language FROM pg_proc JOIN pg_language l ON l.oid = prolang
         WHERE proname IN ('event_words', 'event_exact_words', 'event_squeezed', 'event_latitude', 'event_longitude')`,
      ),
    () => database.query(`SELECT pg_relation_filenode('events') AS file`),
  ];

  it('return what they returned in SQL, without a rewrite of the table', async () => {
    const options = dataSourceOptions(database.url);
    const timeOf = (name: string) => Number(name.slice(-13));
    const earlier = Object.values(migrations).filter(({ name }) => timeOf(name) < timeOf(IN_PLPGSQL));
    const old = await new DataSource({ ...options, migrations: earlier }).initialize();
    await old.runMigrations();
    await old.destroy();
    const events = fc
      .sample(event, 500)
      .map((each) => JSON.parse(JSON.stringify(each).replaceAll('\\u0000', ' ')));
    await database.query(
      `INSERT INTO events (id, type, start_at, title, tags, summary, description, location)
       SELECT gen_random_uuid(), 'EVENT', now(), title, tags, summary, description, location
       FROM json_to_recordset($1) AS event (title text, tags text[], summary text, description text, location json)`,
      [JSON.stringify(events)],
    );
    const [before, file] = [await generated(), await table()];
    expect(await functions()).toEqual([{ language: 'sql' }]);

    await migrate(options);
    expect(await functions()).toEqual([{ language: 'plpgsql' }]);
    expect(await table()).toEqual(file);
    await database.query(
      'UPDATE events SET title = title, tags = tags, summary = summary, description = description, location = location',
    );
    expect(await generated()).toEqual(before);
  });

  it('are those of the migrations, unless one is replaced', async () => {
    const { manager } = await new DataSource(dataSourceOptions(database.url)).initialize();
    expect(await changedFunctions(manager)).toEqual([]);
    const { definition } = (
      await database.query<{ definition: string }>(`SELECT pg_get_functiondef('fold'::regproc) AS definition`)
    )[0]!;
    await database.query(definition.replace('0-9', '1-9'));
    expect(await changedFunctions(manager)).toEqual(['fold']);
    await database.query(definition);
    expect(await changedFunctions(manager)).toEqual([]);
    await manager.dataSource.destroy();
  });

  it('belong to a table that is vacuumed after few changes', async () => {
    const [table] = await database.query(
      `SELECT reloptions AS options FROM pg_class WHERE relname = 'events'`,
    );
    const factors = ['autovacuum_vacuum_scale_factor=0.02', 'autovacuum_vacuum_insert_scale_factor=0.02'];
    expect(table).toEqual({ options: expect.arrayContaining(factors) });
  });
});
