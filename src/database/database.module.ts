import { Global, Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { DataSource, type DataSourceOptions } from 'typeorm';
import { dataSourceOptions } from '../../ormconfig.js';
import { Config } from '../common/config.js';
import { BoundedClient } from './bounded-client.js';
import { Database } from './database.js';

@Global()
@Module({
  imports: [
    TypeOrmModule.forRootAsync({
      inject: [Config],
      useFactory: ({ DATABASE_URL, DATABASE_POOL_SIZE }: Config) => {
        const options = dataSourceOptions(DATABASE_URL, DATABASE_POOL_SIZE);
        return {
          ...options,
          extra: { ...options.extra, Client: BoundedClient },
          manualInitialization: true, // by `Database`, since the service listens while the database is away
        };
      },
      dataSourceFactory: async (options) => new DataSource(options as DataSourceOptions),
    }),
  ],
  providers: [Database],
  exports: [Database],
})
export class DatabaseModule {}
