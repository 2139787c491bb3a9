import { Logger } from '@nestjs/common';
import type pg from 'pg';
import { DataSource } from 'typeorm';
import * as migrations from './migrations/index.js';
import { ApplicationEntity } from './src/applications/application.entity.js';
import { CalendarEntity } from './src/calendars/calendar.entity.js';
import { CollectionEntity } from './src/collections/collection.entity.js';
import { CollectionItemEntity } from './src/collections/collection-item.entity.js';
import { ConversationEntity } from './src/conversations/conversation.entity.js';
import { MessageEntity } from './src/conversations/message.entity.js';
import type { PostgresOptions } from './src/database/pool.js';
import { EventEntity, IdempotencyKeyEntity, TakedownEntity } from './src/events/event.entity.js';
import { IngestionRunEntity } from './src/ingestion/ingestion-run.entity.js';
import { InteractionEntity } from './src/interactions/interaction.entity.js';
import { JobClaimEntity, JobRunEntity } from './src/jobs/job.entities.js';
import { NotificationEntity } from './src/notifications/notification.entity.js';
import { ReminderEntity } from './src/reminders/reminder.entity.js';
import { ReportEntity } from './src/reports/report.entity.js';
import { CreationCountEntity } from './src/users/creations.js';
import { UserEntity } from './src/users/user.entity.js';
import { OutboxMessageEntity } from './src/webhook/outbox-message.entity.js';

/** Logs PostgreSQL's warnings, in any language of the server. */
function logWarning({
  severity,
  code,
  message = '',
}: {
  severity?: string;
  code?: string;
  message?: string;
}) {
  if (severity !== 'NOTICE') new Logger('PostgreSQL').warn({ severity, code, msg: message });
}

/** Milliseconds to get a connection: a database that is unavailable is told within 3 s. */
const CONNECT_TIMEOUT = 2_000;
/** Milliseconds that a statement has to be answered. The limit of the role ends it in the server before. */
const QUERY_TIMEOUT = 2_800;

/** Milliseconds after which an idle connection is closed. A new one plans the statements with names anew. */
const IDLE_TIMEOUT = 60_000;

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
  JobRunEntity,
  MessageEntity,
  NotificationEntity,
  OutboxMessageEntity,
  ReminderEntity,
  ReportEntity,
  TakedownEntity,
  UserEntity,
];

/** The options of the one DataSource, for the application, the TypeORM command line and the tests. */
export function dataSourceOptions(url: string | undefined, poolSize = 10): PostgresOptions {
  return {
    type: 'postgres',
    url,
    entities,
    migrations: Object.values(migrations),
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
      idleTimeoutMillis: IDLE_TIMEOUT,
      pipeline: true, // with it the driver closes a connection whose statement has timed out
      // The pool listens only while a connection is idle. An error without a listener ends the process.
      onConnect: (client: pg.ClientBase) => void client.on('error', () => {}).on('notice', logWarning),
    },
  };
}

const { DATABASE_URL, DATABASE_MIGRATION_URL } = process.env;
export default new DataSource(dataSourceOptions(DATABASE_MIGRATION_URL || DATABASE_URL));
