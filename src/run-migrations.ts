import 'reflect-metadata';
import { dataSourceOptions } from '../ormconfig.js';
import { migrate } from './database/migrate.js';

/** `npm run migration:run`: migrates as the service does at startup. `with-database` sets `DATABASE_URL`. */
const { DATABASE_URL, DATABASE_MIGRATION_URL } = process.env;
try {
  const log = (message: string) => process.stdout.write(`${message}\n`);
  await migrate(dataSourceOptions(DATABASE_MIGRATION_URL || DATABASE_URL), log);
} catch (error) {
  process.stderr.write(`${(error as Error).message}\n`);
  process.exitCode = 1;
}
