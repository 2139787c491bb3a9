import { type DynamicModule, Global, Module } from '@nestjs/common';
import { getRepositoryToken, TypeOrmModule } from '@nestjs/typeorm';
import pg from 'pg';
import { DataSource, type DataSourceOptions } from 'typeorm';
import type { PostgresDataSourceOptions } from 'typeorm/driver/postgres/PostgresDataSourceOptions.js';
import { Config } from '../common/config.js';
import { parseDatabaseUrl } from '../common/database-url.js';
import { BoundedClient } from './connections/bounded-client.js';
import { Database } from './database.js';
import { Replica } from './replicas/replica.js';
import { Replicas } from './replicas/replicas.js';
import { Repository } from './repository.js';

type EntityClass = new () => object;

@Global()
@Module({})
export class DatabaseModule {
  /**
   * The database, and a repository for each entity.
   * @param entities those of the options
   * @param options of the DataSource that the configuration asks for
   */
  static forRoot(
    entities: EntityClass[],
    options: (config: Config) => PostgresDataSourceOptions,
  ): DynamicModule {
    const repositories = entities.map((entity) => ({
      provide: getRepositoryToken(entity),
      inject: [Database],
      useFactory: (database: Database) => new Repository(database, entity),
    }));
    const replicas = {
      provide: Replicas,
      inject: [Config],
      useFactory: (config: Config) => replicasOf(config, options(config)),
    };
    return {
      module: DatabaseModule,
      imports: [
        TypeOrmModule.forRootAsync({
          inject: [Config],
          useFactory: (config: Config) => {
            const chosen = options(config);
            return {
              ...chosen,
              extra: { ...chosen.extra, Client: BoundedClient },
              manualInitialization: true, // by `Database`, since the service listens while the database is away
            };
          },
          dataSourceFactory: async (options) => new DataSource(options as DataSourceOptions),
        }),
      ],
      providers: [Database, replicas, ...repositories],
      exports: [Database, replicas, ...repositories],
    };
  }
}

/** Milliseconds to get a connection to a standby. The primary is there, and has its own time. */
const REPLICA_PATIENCE = 500;

function replicasOf(
  { DATABASE_READ_URL, DATABASE_READ_MAX_LAG_MS }: Config,
  { url, poolSize, applicationName, extra }: PostgresDataSourceOptions,
): Replicas {
  const { urls } = (DATABASE_READ_URL && parseDatabaseUrl(DATABASE_READ_URL)) || { urls: [] };
  const poolOf = (more: pg.PoolConfig) => {
    const shared = { application_name: applicationName, ...extra, Client: BoundedClient };
    const pool = new pg.Pool({ ...shared, ...more });
    pool.on('error', () => {}); // an idle connection that breaks is replaced
    return pool;
  };
  const replicas = urls.map((each) => {
    const at = { connectionString: each, hosts: undefined, connectionTimeoutMillis: REPLICA_PATIENCE };
    return new Replica(new URL(each).host, poolOf({ ...at, max: poolSize }), poolOf({ ...at, max: 1 }));
  });
  const primary = replicas.length === 0 ? undefined : poolOf({ connectionString: url, max: 1 });
  return new Replicas(primary, replicas, DATABASE_READ_MAX_LAG_MS);
}
