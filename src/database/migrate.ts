import { DataSource, MigrationExecutor } from 'typeorm';
import type { PostgresOptions } from './standbys.js';

/** The key of the advisory lock under which an instance migrates. */
export const MIGRATION_LOCK = 4_715_291_201;

/**
 * Migrates the schema in one transaction on one connection. Instances that start together take turns, even
 * through a transaction-pooling proxy: each reads the pending migrations once it has the lock.
 */
export async function migrate(
  options: PostgresOptions,
  log: (message: string) => void = () => {},
): Promise<void> {
  const extra = { ...options.extra, query_timeout: undefined };
  const single = { ...options, replication: undefined, poolSize: 1, extra };
  const dataSource = await new DataSource(single).initialize();
  const runner = dataSource.createQueryRunner();
  try {
    await runner.startTransaction();
    for (const limit of ['statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout'])
      await runner.query(`SET LOCAL ${limit} = 0`);
    await runner.query('SELECT pg_advisory_xact_lock($1)', [MIGRATION_LOCK]);
    const executor = new MigrationExecutor(dataSource, runner);
    const pending = await executor.getPendingMigrations();
    for (const migration of pending) await executor.executeMigration(migration);
    await runner.commitTransaction();
    for (const { name } of pending) log(`Migrated: ${name}`);
  } catch (error) {
    if (runner.isTransactionActive) await runner.rollbackTransaction().catch(() => {});
    throw error;
  } finally {
    await runner.release();
    await dataSource.destroy();
  }
}
