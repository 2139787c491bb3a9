import 'reflect-metadata';
import { DataSource } from 'typeorm';
import { dataSourceOptions } from '../ormconfig.js';
import { migrate } from './database/migrate.js';
import { readSchema } from './database/schema-version.js';
import { restoreFunctions } from './database/stored-functions.js';

/**
 * `npm run migration:run`: migrates as the service does at startup. `with-database` sets `DATABASE_URL`.
 * `--restore-functions` also rewrites the events with the functions of this version. `--status` only reports
 * the versions of build and database.
 */
const [, , option] = process.argv;
const { DATABASE_URL, DATABASE_MIGRATION_URL } = process.env;
try {
  const log = (message: string) => process.stdout.write(`${message}\n`);
  const options = dataSourceOptions(DATABASE_MIGRATION_URL || DATABASE_URL);
  if (option === '--status') {
    const dataSource = await new DataSource(options).initialize();
    log((await readSchema(dataSource.manager)).report);
    await dataSource.destroy();
  } else if (option === '--restore-functions') {
    await migrate(options, log, { finish: restoreFunctions });
    log('Restored the functions, and rewrote the events');
  } else await migrate(options, log);
} catch (error) {
  process.stderr.write(`${(error as Error).message}\n`);
  process.exitCode = 1;
}
