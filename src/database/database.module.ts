import { type DynamicModule, Global, Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import type { PostgresDataSourceOptions } from 'typeorm/driver/postgres/PostgresDataSourceOptions.js';
import { Config } from '../common/config.js';
import { Database } from './database.js';
import { Standbys } from './standbys.js';
import { Statements } from './statements.js';
import { Transactions } from './transactions.js';

type EntityClass = new () => object;

@Global()
@Module({})
export class DatabaseModule {
  /**
   * The database, and TypeORM's repository for each entity.
   * @param entities those of the options
   * @param options of the DataSource that the configuration asks for
   */
  static forRoot(
    entities: EntityClass[],
    options: (config: Config) => PostgresDataSourceOptions,
  ): DynamicModule {
    const repositories = TypeOrmModule.forFeature(entities);
    const providers = [Database, Standbys, Statements, Transactions];
    return {
      module: DatabaseModule,
      imports: [
        TypeOrmModule.forRootAsync({
          inject: [Config],
          useFactory: (config: Config) => ({
            ...options(config),
            manualInitialization: true, // by `Database`, since the service listens while the database is unavailable
          }),
        }),
        repositories,
      ],
      providers,
      exports: [repositories, ...providers],
    };
  }
}
