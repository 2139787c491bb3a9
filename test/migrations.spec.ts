import { readdirSync, readFileSync } from 'node:fs';
import { dataSourceOptions } from '../ormconfig.js';
import { migrate } from '../src/database/migrate.js';
import { createTestDatabase, type TestDatabase } from './support/database.js';
import { differences, limits } from './support/schema.js';

describe('the migrations', () => {
  let database: TestDatabase;

  const run = () => migrate(dataSourceOptions(database.url));

  it('are listed in migrations/index.ts', () => {
    const index = readFileSync('migrations/index.ts', 'utf8');
    const unlisted = readdirSync('migrations').filter(
      (file) => file !== 'index.ts' && !index.includes(`'./${file.replace('.ts', '.js')}'`),
    );
    expect(unlisted.map((file) => `migrations/index.ts does not export ${file}`)).toEqual([]);
  });

  describe('once they have run', () => {
    beforeAll(async () => {
      database = await createTestDatabase({ migrated: false });
      await run();
    });
    afterAll(() => database.drop());

    it('leave no difference between the schema and the entities', async () => {
      const needed = await differences(database);
      expect(needed.map((query) => `The entities need a migration with ${query}`)).toEqual([]);
    });

    it('give every foreign key an index that begins with its columns', async () => {
      const keys = await database.query(
        `SELECT conname AS name, confdeltype AS on_delete, EXISTS (
           SELECT FROM pg_index WHERE indrelid = conrelid AND indkey[0] = conkey[1] AND indpred IS NULL) AS is_indexed
         FROM pg_constraint WHERE contype = 'f' AND connamespace = 'public'::regnamespace ORDER BY 1`,
      );
      expect(keys.length).toBeGreaterThan(5);
      expect([
        ...keys
          .filter(({ on_delete }) => on_delete !== 'c')
          .map(({ name }) => `${name} lacks ON DELETE CASCADE`),
        ...keys.filter(({ is_indexed }) => !is_indexed).map(({ name }) => `${name} lacks an index`),
      ]).toEqual([]);
    });

    it('set a lock timeout above the detection of deadlocks', async () => {
      const [lock] = (await limits(database)).filter((limit) => limit.startsWith('lock_timeout'));
      expect(lock).toBe('lock_timeout=1500ms');
      const [deadlock] = await database.query('SHOW deadlock_timeout');
      expect(deadlock).toEqual({ deadlock_timeout: '1s' });
    });
  });
});
