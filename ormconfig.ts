import { DataSource } from 'typeorm';
import type { PostgresDataSourceOptions } from 'typeorm/driver/postgres/PostgresDataSourceOptions.js';
import { Baseline1795219200000 } from './migrations/1795219200000-baseline.js';
import { ForeignKeys1795834581374 } from './migrations/1795834581374-foreign-keys.js';
import { ApplicationEntity } from './src/applications/application.entity.js';
import { CalendarEntity } from './src/calendars/calendar.entity.js';
import { CollectionEntity } from './src/collections/collection.entity.js';
import { CollectionItemEntity } from './src/collections/collection-item.entity.js';
import { parseDatabaseUrl } from './src/common/database-url.js';
import { ConversationEntity } from './src/conversations/conversation.entity.js';
import { MessageEntity } from './src/conversations/message.entity.js';
import { HostClient } from './src/database/connections/host-client.js';
import { Hosts } from './src/database/connections/hosts.js';
import { isoTypes } from './src/database/iso-time.js';
import { EventEntity } from './src/events/event.entity.js';
import { IdempotencyKeyEntity } from './src/events/idempotency-key.entity.js';
import { IngestionRunEntity } from './src/ingestion/ingestion-run.entity.js';
import { InteractionEntity } from './src/interactions/interaction.entity.js';
import { JobClaimEntity } from './src/jobs/job-claim.entity.js';
import { NotificationEntity } from './src/notifications/notification.entity.js';
import { CreationCountEntity } from './src/users/creation-count.entity.js';
import { UserEntity } from './src/users/user.entity.js';

/** Milliseconds to get a connection: a database that is away is told within 3 s. */
const CONNECT_TIMEOUT = 2_000;

export const entities = [
  ApplicationEntity,
  CalendarEntity,
  CollectionEntity,
  CollectionItemEntity,
  ConversationEntity,
  CreationCountEntity,
  EventEntity,
  IdempotencyKeyEntity,
  IngestionRunEntity,
  InteractionEntity,
  JobClaimEntity,
  MessageEntity,
  NotificationEntity,
  UserEntity,
];

/** The options of the one DataSource, for the application, the TypeORM command line and the tests. */
export function dataSourceOptions(url: string | undefined, poolSize = 10): PostgresDataSourceOptions {
  return {
    type: 'postgres',
    url: url && (parseDatabaseUrl(url)?.urls[0] ?? url),
    entities,
    migrations: [
      Baseline1795219200000,
      ForeignKeys1795834581374,
      // New migrations stand above this line, the newest last.
    ],
    migrationsTableName: 'migrations',
    synchronize: false,
    installExtensions: false,
    applicationName: 'events-and-gigs',
    poolSize,
    poolErrorHandler: () => {}, // an idle connection that breaks is replaced; the next query tells
    extra: {
      connectionTimeoutMillis: CONNECT_TIMEOUT,
      keepAlive: true,
      pipeline: true, // transactions and TypeORM's schema builder ask several statements at once
      types: isoTypes,
      Client: HostClient,
      hosts: url && Hosts.of(url),
    },
  };
}

const { DATABASE_URL, DATABASE_MIGRATION_URL } = process.env;
export default new DataSource(dataSourceOptions(DATABASE_MIGRATION_URL || DATABASE_URL));
