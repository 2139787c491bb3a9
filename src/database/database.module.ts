import { Global, Module } from '@nestjs/common';
import { Database } from './database.js';
import { Standbys } from './standbys.js';
import { Statements } from './statements.js';
import { Transactions } from './transactions.js';

const PROVIDERS = [Database, Standbys, Statements, Transactions];

/** The connection to the database, and the queues of statements and transactions. */
@Global()
@Module({ providers: PROVIDERS, exports: PROVIDERS })
export class DatabaseModule {}
