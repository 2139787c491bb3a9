import { DataSource } from 'typeorm';
import type { PostgresDataSourceOptions } from 'typeorm/driver/postgres/PostgresDataSourceOptions.js';
import { HostClient } from './host-client.js';

/** The instance that holds the advisory lock of this number migrates. */
const MIGRATION_LOCK = 4_715_291_201;

/**
 * Brings the schema up to date. Instances that start at once take turns by a transaction-scoped advisory lock, so it
 * works through a transaction-pooling proxy; all migrations of one run are one transaction.
 */
export async function migrate(options: PostgresDataSourceOptions): Promise<void> {
  // Connections of its own, without a time limit: building an index on a large table takes as long as it takes.
  const dataSource = new DataSource({
    ...options,
    poolSize: 2,
    extra: { ...options.extra, Client: HostClient },
  });
  await dataSource.initialize();
  try {
    const gate = dataSource.createQueryRunner();
    await gate.startTransaction();
    try {
      await gate.query('SELECT pg_advisory_xact_lock($1)', [MIGRATION_LOCK]);
      await dataSource.runMigrations({ transaction: 'all' });
      await gate.commitTransaction();
    } catch (error) {
      await gate.rollbackTransaction().catch(() => {});
      throw error;
    } finally {
      await gate.release();
    }
  } finally {
    await dataSource.destroy();
  }
}
