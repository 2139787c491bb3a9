import 'reflect-metadata';
import { dataSourceOptions } from '../ormconfig.js';
import { migrate } from './database/migrate.js';
import { restoreFunctions } from './database/stored-functions.js';

/**
 * `npm run migration:run`: migrates as the service does at startup. `with-database` sets `DATABASE_URL`.
 * `--restore-functions` also rewrites the events with the functions of this version.
 */
const RESTORE = '--restore-functions';
const { DATABASE_URL, DATABASE_MIGRATION_URL } = process.env;
try {
  const log = (message: string) => process.stdout.write(`${message}\n`);
  const isRestoring = process.argv.includes(RESTORE);
  const options = dataSourceOptions(DATABASE_MIGRATION_URL || DATABASE_URL);
  await migrate(options, log, isRestoring ? restoreFunctions : undefined);
  if (isRestoring) log('Restored the functions, and rewrote the events');
} catch (error) {
  process.stderr.write(`${(error as Error).message}\n`);
  process.exitCode = 1;
}
