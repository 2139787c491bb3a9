import { type DynamicModule, Global, Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { Database } from './database.js';
import { Statements } from './statements.js';
import { Transactions } from './transactions.js';

const PROVIDERS = [Database, Statements, Transactions];

/**
 * Owns the connections, transactions, statements and the embedded server, and no table. Users take turns,
 * every wait has a limit, and a transaction in a deadlock runs again. It must not know any other module: the
 * composition passes the entities, which get TypeORM's repositories.
 */
@Global()
@Module({})
export class DatabaseModule {
  /** @param entities the entities that get a repository */
  static with(entities: (new () => object)[]): DynamicModule {
    const repositories = TypeOrmModule.forFeature(entities);
    return {
      module: DatabaseModule,
      imports: [repositories],
      providers: PROVIDERS,
      exports: [repositories, ...PROVIDERS],
    };
  }
}
