import { DataSource } from 'typeorm';
import { dataSourceOptions } from '../../ormconfig.js';
import type { TestDatabase } from './database.js';

/** The statements that would make the schema that of the entities. */
export async function differences({ url }: TestDatabase): Promise<string[]> {
  const dataSource = await new DataSource(dataSourceOptions(url)).initialize();
  const { upQueries } = await dataSource.driver.createSchemaBuilder().log();
  await dataSource.destroy();
  return upQueries.map(({ query }) => query);
}

/** The settings of the service's role in this database. */
export async function limits({ query }: TestDatabase): Promise<string[]> {
  const [role] = await query<{ limits: string[] }>(
    `SELECT setconfig AS limits FROM pg_db_role_setting
     WHERE setrole = 'events'::regrole AND setdatabase = (SELECT oid FROM pg_database WHERE datname = current_database())`,
  );
  return role!.limits;
}
