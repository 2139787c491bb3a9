import { DataSource } from 'typeorm';
import type { PostgresDataSourceOptions } from 'typeorm/driver/postgres/PostgresDataSourceOptions.js';
import { CreateSchema1795219200000 } from './migrations/1795219200000-create-schema.js';
import { AddParticipation1795305600000 } from './migrations/1795305600000-add-participation.js';
import { CleanSearchText1795392000000 } from './migrations/1795392000000-clean-search-text.js';
import { CountAttempts1795478400000 } from './migrations/1795478400000-count-attempts.js';
import { AddCreationCounts1795564800000 } from './migrations/1795564800000-add-creation-counts.js';
import { FoldAccents1795651200000 } from './migrations/1795651200000-fold-accents.js';
import { SearchByTime1795737600000 } from './migrations/1795737600000-search-by-time.js';
import { IndexLengths1795824000000 } from './migrations/1795824000000-index-lengths.js';
import { KeepLocationAsSent1795910400000 } from './migrations/1795910400000-keep-location-as-sent.js';
import { PurgeByIndex1796083200000 } from './migrations/1796083200000-purge-by-index.js';
import { CountOpenEvents1796083260000 } from './migrations/1796083260000-count-open-events.js';
import { RemoveInBatches1796083320000 } from './migrations/1796083320000-remove-in-batches.js';
import { ViewInPlace1796083380000 } from './migrations/1796083380000-view-in-place.js';
import { ShareRates1796083440000 } from './migrations/1796083440000-share-rates.js';
import { IndexInterest1796200000000 } from './migrations/1796200000000-index-interest.js';
import { AddPositionsAndImages1796300000000 } from './migrations/1796300000000-add-positions-and-images.js';
import { ValidatePositions1796300060000 } from './migrations/1796300060000-validate-positions.js';
import { ListReceivedApplications1796300120000 } from './migrations/1796300120000-list-received-applications.js';
import { FindOnAMap1796400000000 } from './migrations/1796400000000-find-on-a-map.js';
import { TagsByTime1796400060000 } from './migrations/1796400060000-tags-by-time.js';
import { AddCalendars1796500000000 } from './migrations/1796500000000-add-calendars.js';
import { IndexEnds1796600000000 } from './migrations/1796600000000-index-ends.js';
import { WordsByTime1796700000000 } from './migrations/1796700000000-words-by-time.js';
import { KeepFewWordsPending1796800000000 } from './migrations/1796800000000-keep-few-words-pending.js';
import { PartWordsAtSigns1796900000000 } from './migrations/1796900000000-part-words-at-signs.js';
import { TimeQueriesAtOnce1797000000000 } from './migrations/1797000000000-time-queries-at-once.js';
import { WordsOfTiles1798000000000 } from './migrations/1798000000000-words-of-tiles.js';
import { KeepEventsWhole1799000000000 } from './migrations/1799000000000-keep-events-whole.js';
import { KeepTheLastSearch1799100000000 } from './migrations/1799100000000-keep-the-last-search.js';
import { DropRateCounts1799200000000 } from './migrations/1799200000000-drop-rate-counts.js';
import { ApplicationEntity } from './src/applications/application.entity.js';
import { CalendarEntity } from './src/calendars/calendar.entity.js';
import { CollectionEntity } from './src/collections/collection.entity.js';
import { CollectionItemEntity } from './src/collections/collection-item.entity.js';
import { ConversationEntity } from './src/conversations/conversation.entity.js';
import { MessageEntity } from './src/conversations/message.entity.js';
import { isoTypes } from './src/database/iso-time.js';
import { EventEntity } from './src/events/event.entity.js';
import { EventRemovalEntity } from './src/events/event-removal.entity.js';
import { IdempotencyKeyEntity } from './src/events/idempotency-key.entity.js';
import { IngestionRunEntity } from './src/ingestion/ingestion-run.entity.js';
import { InteractionEntity } from './src/interactions/interaction.entity.js';
import { JobClaimEntity } from './src/jobs/job-claim.entity.js';
import { NotificationEntity } from './src/notifications/notification.entity.js';
import { CreationCountEntity } from './src/users/creation-count.entity.js';
import { UserEntity } from './src/users/user.entity.js';

/** Milliseconds to get a connection: a database that is unavailable is told within 3 s. */
const CONNECT_TIMEOUT = 2_000;
/** Milliseconds that a statement has to be answered. The limit of the role ends it in the server before. */
const QUERY_TIMEOUT = 2_800;

interface Connections {
  poolSize?: number;
  /** Standbys that lists may be read from. */
  standbys?: string[];
}

export const entities = [
  ApplicationEntity,
  CalendarEntity,
  CollectionEntity,
  CollectionItemEntity,
  ConversationEntity,
  CreationCountEntity,
  EventEntity,
  EventRemovalEntity,
  IdempotencyKeyEntity,
  IngestionRunEntity,
  InteractionEntity,
  JobClaimEntity,
  MessageEntity,
  NotificationEntity,
  UserEntity,
];

/** The options of the one DataSource, for the application, the TypeORM command line and the tests. */
export function dataSourceOptions(
  url: string | undefined,
  { poolSize = 10, standbys = [] }: Connections = {},
): PostgresDataSourceOptions {
  return {
    type: 'postgres',
    url,
    entities,
    migrations: [
      CreateSchema1795219200000,
      AddParticipation1795305600000,
      CleanSearchText1795392000000,
      CountAttempts1795478400000,
      AddCreationCounts1795564800000,
      FoldAccents1795651200000,
      SearchByTime1795737600000,
      IndexLengths1795824000000,
      KeepLocationAsSent1795910400000,
      PurgeByIndex1796083200000,
      CountOpenEvents1796083260000,
      RemoveInBatches1796083320000,
      ViewInPlace1796083380000,
      ShareRates1796083440000,
      IndexInterest1796200000000,
      AddPositionsAndImages1796300000000,
      ValidatePositions1796300060000,
      ListReceivedApplications1796300120000,
      FindOnAMap1796400000000,
      TagsByTime1796400060000,
      AddCalendars1796500000000,
      IndexEnds1796600000000,
      WordsByTime1796700000000,
      KeepFewWordsPending1796800000000,
      PartWordsAtSigns1796900000000,
      TimeQueriesAtOnce1797000000000,
      WordsOfTiles1798000000000,
      KeepEventsWhole1799000000000,
      KeepTheLastSearch1799100000000,
      DropRateCounts1799200000000,
      // New migrations stand above this line, the newest last.
    ],
    migrationsTableName: 'migrations',
    migrationsTransactionMode: 'each', // so that one may say `transaction = false`
    synchronize: false,
    installExtensions: false,
    applicationName: 'events-and-gigs',
    poolSize,
    poolErrorHandler: () => {}, // an idle connection that breaks is replaced; the next query tells
    ...(standbys.length > 0 && {
      replication: { master: { url }, slaves: standbys.map((url) => ({ url })), defaultMode: 'master' },
    }),
    extra: {
      connectionTimeoutMillis: CONNECT_TIMEOUT,
      query_timeout: QUERY_TIMEOUT,
      keepAlive: true,
      pipeline: true, // with it the driver closes a connection whose statement has timed out
      types: isoTypes,
    },
  };
}

const { DATABASE_URL, DATABASE_MIGRATION_URL } = process.env;
export default new DataSource(dataSourceOptions(DATABASE_MIGRATION_URL || DATABASE_URL));
