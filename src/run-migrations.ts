import 'reflect-metadata';
import { dataSourceOptions } from '../ormconfig.js';
import { distribute } from './database/migrations/distribute.js';
import { migrate } from './database/migrations/migrate.js';

/** `npm run migration:run`: migrates as a start of the service does. `DATABASE_URL` is set by `with-database`. */
const { DATABASE_URL, DATABASE_MIGRATION_URL, DATABASE_TOPOLOGY } = process.env;
const options = dataSourceOptions(DATABASE_MIGRATION_URL || DATABASE_URL);
const log = (message: string) => process.stdout.write(`${message}\n`);
try {
  await migrate(options, log);
  if (DATABASE_TOPOLOGY === 'citus') await distribute(options, log);
} catch (error) {
  process.stderr.write(`${(error as Error).message}\n`);
  process.exitCode = 1;
}
