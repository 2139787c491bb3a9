import { Global, Module } from '@nestjs/common';
import { Database } from './database.js';
import { Statements } from './statements.js';
import { Transactions } from './transactions.js';

const PROVIDERS = [Database, Statements, Transactions];

/**
 * Owns the connections, transactions, statements and the embedded server, and no table. Users take turns,
 * every wait has a limit, and a transaction in a deadlock runs again. It must not know any other module.
 */
@Global()
@Module({ providers: PROVIDERS, exports: PROVIDERS })
export class DatabaseModule {}
