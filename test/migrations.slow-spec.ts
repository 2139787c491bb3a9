import { DataSource } from 'typeorm';
import * as migrations from '../migrations/index.js';
import { dataSourceOptions } from '../ormconfig.js';
import { migrate } from '../src/database/migrate.js';
import { createTestDatabase, type TestDatabase } from './support/database.js';
import { differences, limits } from './support/schema.js';
import { id, LAST_OF_1_1, MOVED, makeVersion11, READ_MOVED } from './support/version-1-1.js';

describe('the migrations', () => {
  let database: TestDatabase;

  const run = () => migrate(dataSourceOptions(database.url));
  /** Runs a statement as the role of the service, which then owns what it creates. */
  const asOwner = (text: string) => database.query(`SET ROLE events; ${text}; RESET ROLE`);
  const tables = () =>
    database.query(
      `SELECT table_name FROM information_schema.tables WHERE table_schema = 'public' ORDER BY 1`,
    );

  describe('while they run', () => {
    beforeEach(async () => {
      database = await createTestDatabase({ migrated: false });
    });
    afterEach(() => database.drop());

    it('run once, even if many instances start at once on an empty database', async () => {
      await Promise.all([1, 2, 3, 4].map(run));
      const applied = await database.query('SELECT name FROM migrations');
      expect(applied).toHaveLength(Object.keys(migrations).length);
    });

    it('give the role its limits in this database, and keep existing ones', async () => {
      const name = new URL(database.url).pathname.slice(1);
      await database.query(`ALTER ROLE events IN DATABASE ${name} SET lock_timeout = '5s'`);
      await run();
      expect(await limits(database)).toEqual([
        'lock_timeout=5s',
        'statement_timeout=2500ms',
        'idle_in_transaction_session_timeout=10s',
        'max_parallel_workers_per_gather=0',
        'jit=off',
        'random_page_cost=1.1',
        'DateStyle=ISO, MDY',
        'IntervalStyle=postgres',
        'TimeZone=UTC',
        'bytea_output=hex',
        'extra_float_digits=1',
        'array_nulls=on',
        'default_transaction_isolation=read committed',
      ]);
    });

    it('migrate a database of version 1.1.0 with its data, without orphaned rows', async () => {
      await makeVersion11(database.url, asOwner);
      await Promise.all([run(), run()]);
      expect(await database.query(READ_MOVED)).toEqual([MOVED]);
      expect(await differences(database)).toEqual([]);
      const names = (await tables()).map(({ table_name }) => table_name);
      for (const gone of ['event_removals', 'migration_lease', 'rate_counts'])
        expect(names).not.toContain(gone);
      await database.query(`DELETE FROM events WHERE id = '${id(2)}'`);
      const [left] = await database.query(READ_MOVED);
      expect(left).toMatchObject({
        applications: [id(1)],
        interactions: [id(1)],
        items: [id(1)],
        keys: MOVED.keys,
      });
    });

    it('migrate one with migrations between 1.1.0 and the baseline', async () => {
      await makeVersion11(database.url, asOwner);
      await asOwner('ALTER TABLE messages ADD COLUMN context jsonb');
      await asOwner('DROP TABLE rate_counts');
      await database.query(
        `INSERT INTO migrations (timestamp, name)
         VALUES (1799100000000, 'KeepTheLastSearch1799100000000'), (1799200000000, 'DropRateCounts1799200000000')`,
      );
      await run();
      expect(await database.query(READ_MOVED)).toEqual([MOVED]);
      expect(await differences(database)).toEqual([]);
    });

    it.each([
      [
        'records migrations of an earlier version alone',
        `DELETE FROM migrations WHERE name = '${LAST_OF_1_1}'`,
      ],
      ['records none, as if the table was lost', 'DROP TABLE migrations'],
    ])('refuse a database that %s, and write nothing', async (_, age) => {
      await makeVersion11(database.url, asOwner);
      await database.query(age);
      const before = await tables();
      await expect(run()).rejects.toThrow(
        'This database is of a version before 1.1.0. Start version 1.1.0 on it once, then this version.',
      );
      expect(await tables()).toEqual(before);
      expect(await database.query('SELECT location_sent FROM events')).toHaveLength(3);
    });

    it('are not reverted past a removal of data', async () => {
      await run();
      const dataSource = await new DataSource(dataSourceOptions(database.url)).initialize();
      const undoAll = async () => {
        for (const _ of Object.keys(migrations)) await dataSource.undoLastMigration();
      };
      await expect(undoAll()).rejects.toThrow('The way back is the backup');
      await dataSource.destroy();
      await run(); // again those that were undone
      expect(await differences(database)).toEqual([]);
    });
  });
});
