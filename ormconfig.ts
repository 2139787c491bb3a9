import { DataSource } from 'typeorm';
import type { PostgresDataSourceOptions } from 'typeorm/driver/postgres/PostgresDataSourceOptions.js';
import { CreateSchema1795219200000 } from './migrations/1795219200000-create-schema.js';
import { isoTypes } from './src/database/iso-time.js';
import { EventEntity } from './src/events/event.entity.js';
import { IngestionRunEntity } from './src/ingestion/ingestion-run.entity.js';
import { JobClaimEntity } from './src/jobs/job-claim.entity.js';
import { UserEntity } from './src/users/user.entity.js';

/** Milliseconds to get a connection, and to get an answer: a database that is away is told within 3 s (faults.md). */
const CONNECT_TIMEOUT = 2_000;
const QUERY_TIMEOUT = 2_500;

/** The options of the one DataSource, for the application, the TypeORM command line and the tests. */
export function dataSourceOptions(url: string | undefined, poolSize = 10): PostgresDataSourceOptions {
  return {
    type: 'postgres',
    url,
    entities: [EventEntity, IngestionRunEntity, JobClaimEntity, UserEntity],
    migrations: [CreateSchema1795219200000],
    migrationsTableName: 'migrations',
    synchronize: false,
    installExtensions: false,
    applicationName: 'events-and-gigs',
    poolSize,
    poolErrorHandler: () => {}, // an idle connection that breaks is replaced; the next query tells
    extra: {
      connectionTimeoutMillis: CONNECT_TIMEOUT,
      query_timeout: QUERY_TIMEOUT,
      keepAlive: true,
      types: isoTypes,
    },
  };
}

export default new DataSource(dataSourceOptions(process.env.DATABASE_URL));
