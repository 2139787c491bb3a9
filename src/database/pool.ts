import pg from 'pg';
import type { DataSource, DataSourceOptions } from 'typeorm';

export type PostgresOptions = Extract<DataSourceOptions, { type: 'postgres' }>;

/** A pool beside TypeORM's, whose connections have the same options but for these limits. */
export function createPool(dataSource: DataSource, url: string | undefined, limits: pg.PoolConfig): pg.Pool {
  const { applicationName, extra } = dataSource.options as PostgresOptions;
  const pool = new pg.Pool({ connectionString: url, application_name: applicationName, ...extra, ...limits });
  return pool.on('error', () => {}); // an idle connection that breaks is replaced
}
