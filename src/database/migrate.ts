import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { DataSource, MigrationExecutor, type MigrationInterface, type QueryRunner } from 'typeorm';
import { VERSION } from '../common/config.js';
import type { PostgresOptions } from './pool.js';
import { assertServed, readSchema } from './schema-version.js';

/** The key of the advisory lock under which an instance migrates. */
export const MIGRATION_LOCK = 4_715_291_201;
/** Milliseconds between two attempts to get the lock. An instance that waits runs nothing in the server. */
const RETRY_DELAY = 250;

/** A migration. With `oldestBuild`, builds of versions below it cannot serve the database any more. */
export type Migration = MigrationInterface & { oldestBuild?: string };

/** Lifts limits. A statement whose client has died ends, except on PostgreSQL 13 and on Windows. */
const SETTINGS = `
  SET LOCAL statement_timeout = 0;
  SET LOCAL lock_timeout = 0;
  SET LOCAL idle_in_transaction_session_timeout = 0;
  DO $$ BEGIN SET LOCAL client_connection_check_interval = '2s';
  EXCEPTION WHEN undefined_object OR invalid_parameter_value THEN NULL; END $$`;
const TRY_LOCK = 'SELECT pg_try_advisory_xact_lock($1) AS locked';
/** TypeORM records names only. */
const ADD_COLUMNS = `
  ALTER TABLE migrations ADD COLUMN IF NOT EXISTS build text, ADD COLUMN IF NOT EXISTS oldest_build text`;
const RECORD = 'UPDATE migrations SET build = $1, oldest_build = $2 WHERE name = $3';

/**
 * Migrates the schema in one transaction on one connection. Instances that start together take turns, even
 * through a transaction-pooling proxy: each reads the pending migrations once it has the lock.
 * @param log receives a sentence for each step
 * @param signal aborts the wait and the migrations, which are rolled back
 * @param finish runs in the same transaction, after the migrations
 * @throws ConfigError if the database needs a newer build
 */
export async function migrate(
  options: PostgresOptions,
  log: (message: string) => void = () => {},
  { signal, finish }: { signal?: AbortSignal; finish?: (runner: QueryRunner) => Promise<void> } = {},
): Promise<void> {
  // Without `pipeline`, the driver can disconnect during a statement.
  const extra = { ...options.extra, query_timeout: undefined, pipeline: false };
  const single = { ...options, poolSize: 1, extra };
  const dataSource = await new DataSource(single).initialize();
  const runner = dataSource.createQueryRunner();
  try {
    await runner.startTransaction();
    const client: pg.Client = await runner.connect();
    signal?.addEventListener('abort', () => void client.end());
    signal?.throwIfAborted();
    await runner.query(SETTINGS);
    for (let tries = 0; !(await runner.query(TRY_LOCK, [MIGRATION_LOCK]))[0].locked; tries += 1) {
      if (tries === 1) log('Another instance is migrating the database. The service waits for it.');
      await sleep(RETRY_DELAY, undefined, { signal });
    }
    assertServed(await readSchema(runner.manager));
    const executor = new MigrationExecutor(dataSource, runner);
    const pending = await executor.getPendingMigrations();
    for (const [index, migration] of pending.entries()) {
      const { name, instance } = migration;
      log(`The service is migrating the database: ${name} (${index + 1} of ${pending.length}).`);
      await executor.executeMigration(migration);
      await runner.query(ADD_COLUMNS);
      await runner.query(RECORD, [VERSION, (instance as Migration).oldestBuild, name]);
    }
    await finish?.(runner);
    await runner.commitTransaction();
    if (pending.length > 0) log(`Migrated: ${pending.map(({ name }) => name).join(', ')}`);
  } catch (error) {
    if (runner.isTransactionActive) await runner.rollbackTransaction().catch(() => {});
    throw error;
  } finally {
    await runner.release();
    await dataSource.destroy();
  }
}
