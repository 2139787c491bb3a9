import { type DynamicModule, Global, Module } from '@nestjs/common';
import { APP_FILTER, APP_GUARD, APP_PIPE, DiscoveryModule } from '@nestjs/core';
import { TypeOrmModule } from '@nestjs/typeorm';
import { dataSourceOptions, entities } from '../ormconfig.js';
import { ApplicationsModule } from './applications/applications.module.js';
import { AuthModule } from './auth/auth.module.js';
import { CalendarsModule } from './calendars/calendars.module.js';
import { CollectionsModule } from './collections/collections.module.js';
import { OwnershipGuard } from './common/access.js';
import { Config } from './common/config.js';
import { ProblemFilter } from './common/problem.js';
import { StrictInputPipe, UndeclaredInputGuard } from './common/validation/strict-input.pipe.js';
import { ConversationsModule } from './conversations/conversations.module.js';
import { DatabaseModule } from './database/database.module.js';
import { EventsModule } from './events/events.module.js';
import { GigsModule } from './gigs/gigs.module.js';
import { HealthModule } from './health/health.module.js';
import { IngestionModule } from './ingestion/ingestion.module.js';
import { InteractionsModule } from './interactions/interactions.module.js';
import { McpModule } from './mcp/mcp.module.js';
import { NotificationsModule } from './notifications/notifications.module.js';
import { PurgeModule } from './purge/purge.module.js';
import { RemindersModule } from './reminders/reminders.module.js';
import { ReportsModule } from './reports/reports.module.js';
import { UsersModule } from './users/users.module.js';
import { WebhookModule } from './webhook/webhook.module.js';

/** The root module: imports all feature modules and sets the global guards, pipe and filter. */
@Global()
@Module({
  imports: [
    TypeOrmModule.forRootAsync({
      inject: [Config],
      useFactory: ({ DATABASE_URL, DATABASE_POOL_SIZE }: Config) => ({
        ...dataSourceOptions(DATABASE_URL, DATABASE_POOL_SIZE),
        manualInitialization: true, // `Database` connects, so that the service listens without a database
      }),
    }),
    TypeOrmModule.forFeature(entities),
    DatabaseModule,
    DiscoveryModule,
    HealthModule,
    AuthModule,
    UsersModule,
    EventsModule,
    GigsModule,
    ApplicationsModule,
    InteractionsModule,
    CollectionsModule,
    CalendarsModule,
    ConversationsModule,
    NotificationsModule,
    WebhookModule,
    RemindersModule,
    ReportsModule,
    McpModule,
    IngestionModule,
    PurgeModule,
  ],
  providers: [
    { provide: APP_GUARD, useClass: OwnershipGuard },
    { provide: APP_GUARD, useClass: UndeclaredInputGuard },
    { provide: APP_PIPE, useClass: StrictInputPipe },
    { provide: APP_FILTER, useClass: ProblemFilter },
  ],
  exports: [Config, DiscoveryModule, TypeOrmModule],
})
export class AppModule {
  static with(config: Config): DynamicModule {
    return { module: AppModule, providers: [{ provide: Config, useValue: config }] };
  }
}
