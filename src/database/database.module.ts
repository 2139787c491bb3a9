import { type DynamicModule, Global, Module } from '@nestjs/common';
import { getRepositoryToken, TypeOrmModule } from '@nestjs/typeorm';
import { DataSource, type DataSourceOptions } from 'typeorm';
import type { PostgresDataSourceOptions } from 'typeorm/driver/postgres/PostgresDataSourceOptions.js';
import { Config } from '../common/config.js';
import { BoundedClient } from './bounded-client.js';
import { Database } from './database.js';
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
      providers: [Database, ...repositories],
      exports: [Database, ...repositories],
    };
  }
}
