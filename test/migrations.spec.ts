import { DataSource } from 'typeorm';
import { dataSourceOptions } from '../ormconfig.js';
import { migrate } from '../src/database/migrations/migrate.js';
import { createTestDatabase, type TestDatabase } from './support/database.js';

describe('the migrations', () => {
  let database: TestDatabase;

  beforeEach(async () => {
    database = await createTestDatabase({ migrated: false });
  });
  afterEach(() => database.drop());

  const tables = () =>
    database.query(
      `SELECT table_name FROM information_schema.tables WHERE table_schema = 'public' ORDER BY 1`,
    );

  it('leave no difference between the schema and the entities', async () => {
    await migrate(dataSourceOptions(database.url));
    const dataSource = await new DataSource(dataSourceOptions(database.url)).initialize();
    const { upQueries } = await dataSource.driver.createSchemaBuilder().log();
    await dataSource.destroy();
    expect(upQueries.map(({ query }) => query)).toEqual([]);
  });

  it('run once, however many instances start at once on an empty database', async () => {
    await Promise.all([1, 2, 3].map(() => migrate(dataSourceOptions(database.url))));
    const applied = await database.query('SELECT name FROM migrations');
    expect(applied).toHaveLength(dataSourceOptions(database.url).migrations?.length as number);
  });

  it('can be undone and done again', async () => {
    await migrate(dataSourceOptions(database.url));
    const before = await tables();
    const dataSource = await new DataSource(dataSourceOptions(database.url)).initialize();
    for (const _ of dataSource.migrations) await dataSource.undoLastMigration();
    expect(await tables()).toEqual([{ table_name: 'migration_lease' }, { table_name: 'migrations' }]);
    await dataSource.destroy();
    await migrate(dataSourceOptions(database.url));
    expect(await tables()).toEqual(before);
  });

  it('find texts with accents that were there before, and change nothing when they are done again', async () => {
    await migrate(dataSourceOptions(database.url));
    const dataSource = await new DataSource(dataSourceOptions(database.url)).initialize();
    const since = dataSource.migrations.findIndex(({ name }) => name?.startsWith('FoldAccents'));
    for (const _ of dataSource.migrations.slice(since)) await dataSource.undoLastMigration();
    await dataSource.destroy();
    await database.query(
      `INSERT INTO events (id, title, description, type, location, start_at)
       SELECT gen_random_uuid(), CASE n % 3 WHEN 0 THEN 'Café' ELSE 'Cafe' END, 'Jazz', 'EVENT', '{"name": "Union"}', '2030-01-01Z'
       FROM generate_series(1, 900) n`,
    );
    const found = () =>
      database.query(
        `SELECT count(*)::int FROM events WHERE search @@ websearch_to_tsquery('english', searchable_text('cafe'))`,
      );
    expect(await found()).toEqual([{ count: 600 }]);
    await migrate(dataSourceOptions(database.url));
    expect(await found()).toEqual([{ count: 900 }]);
    const rows = () => database.query('SELECT id, xmin::text FROM events ORDER BY id');
    const before = await rows();
    // As where each was cut off before its end was noted.
    await database.query(`DELETE FROM migrations WHERE name ~ '^(FoldAccents|SearchByTime|IndexLengths)'`);
    await migrate(dataSourceOptions(database.url));
    expect(await rows()).toEqual(before);
  });

  it('find words beside signs that were there before, and change nothing when they are done again', async () => {
    await migrate(dataSourceOptions(database.url));
    const dataSource = await new DataSource(dataSourceOptions(database.url)).initialize();
    const since = dataSource.migrations.findIndex(({ name }) => name?.startsWith('PartWordsAtSigns'));
    for (const _ of dataSource.migrations.slice(since)) await dataSource.undoLastMigration();
    await dataSource.destroy();
    await database.query(
      `INSERT INTO events (id, title, description, type, location, start_at)
       SELECT gen_random_uuid(), CASE n % 2 WHEN 0 THEN 'The “Blue” Hour' ELSE 'Blue' END, 'Café', 'EVENT', '{"name": "Union"}', '2030-01-01Z'
       FROM generate_series(1, 600) n`,
    );
    const found = () => database.query(`SELECT count(*)::int FROM events WHERE search @@ 'blue'::tsquery`);
    expect(await found()).toEqual([{ count: 300 }]);
    await migrate(dataSourceOptions(database.url));
    expect(await found()).toEqual([{ count: 600 }]);
    const rows = () => database.query('SELECT id, xmin::text FROM events ORDER BY id');
    const before = await rows();
    await database.query(`DELETE FROM migrations WHERE name ~ '^PartWordsAtSigns'`);
    await migrate(dataSourceOptions(database.url));
    expect(await rows()).toEqual(before);
  });

  it('keep what is found by q, and find long links as it cleans them', async () => {
    await migrate(dataSourceOptions(database.url));
    const dataSource = await new DataSource(dataSourceOptions(database.url)).initialize();
    const since = dataSource.migrations.findIndex(({ name }) => name?.startsWith('CleanSearchText'));
    for (const _ of dataSource.migrations.slice(since)) await dataSource.undoLastMigration();
    const link = 'https://www.example.com/a-b-c/d-e-f/g-h-i/j-k-l?m=n-o-p#q-r';
    for (const text of [`See ${link}`, 'A follow-up on e-sports, bob@example.org'])
      await database.query(
        `INSERT INTO events (id, title, description, type, location, start_at)
         VALUES (gen_random_uuid(), 'Before', $1, 'EVENT', '{"name": "Union"}', '2030-01-01Z')`,
        [text],
      );
    const vectors = () => database.query('SELECT xmin::text, search::text FROM events ORDER BY description');
    const before = await vectors();
    await dataSource.runMigrations();
    await dataSource.destroy();
    const after = await vectors();
    expect(after[0]).toEqual(before[0]);
    expect(after[1]!.search).not.toBe(before[1]!.search);
    const found = await database.query(
      `SELECT 1 FROM events WHERE search @@ websearch_to_tsquery('english', searchable_text($1))`,
      [`" ${link}"`],
    );
    expect(found).toHaveLength(1);
  });
});
