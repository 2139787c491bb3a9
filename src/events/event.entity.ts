import { ApiProperty } from '@nestjs/swagger';
import {
  Check,
  Column,
  type ColumnType,
  Entity,
  Index,
  PrimaryColumn,
  UpdateDateColumn,
  VersionColumn,
} from 'typeorm';
import { MAX_LINK } from '../common/link.js';
import {
  EnumField,
  InstantField,
  NestedField,
  TextField,
  TextListField,
  WholeNumberField,
} from '../common/validation/fields.js';
import { Purged } from '../database/purged.js';
import { CATEGORIES, type Category, TAGGING_LIMITS } from '../tagging/tagger.js';
import { UserId } from '../users/user.entity.js';
import { CompensationDto, EventImageDto, EventLocationDto, MAX_IMAGES } from './event-members.dto.js';

export const EVENT_TYPES = ['EVENT', 'GIG'] as const;
export type EventType = (typeof EVENT_TYPES)[number];

export const FEED_SOURCES = ['CAMPUS_API', 'TICKET_API'] as const;
export type FeedSource = (typeof FEED_SOURCES)[number];

export const EVENT_SOURCES = ['USER', ...FEED_SOURCES] as const;
export type EventSource = (typeof EVENT_SOURCES)[number];

export const EVENT_STATUSES = ['OPEN', 'IN_PROGRESS', 'COMPLETED', 'CANCELLED'] as const;
export type EventStatus = (typeof EVENT_STATUSES)[number];

const LINK = { format: 'uri', maxLength: MAX_LINK };
const ApiNullable = (api: object, description: string, example: string | null = null): PropertyDecorator =>
  ApiProperty({ type: 'string', ...api, nullable: true, description, example });
const FILLED_IN =
  'A creation without it gets that of tagging: null if it failed or was off. A PATCH with null removes it.';
export const TAGS = {
  most: 20,
  max: 40,
  words: true,
  description: 'Trimmed, in lower case, each once. A creation without tags gets those of tagging.',
  example: ['concert', 'stage crew', 'lunch'],
};
export const IMAGES = 'Images that the creator hosts, the main one first. A PATCH replaces all images.';

/** A column that PostgreSQL generates from others. Only queries use it. */
const Generated = (type: ColumnType, asExpression: string) =>
  Column({
    ...{ type, generatedType: 'STORED', asExpression },
    ...{ select: false, insert: false, update: false, nullable: true },
  });

/** An event or a gig as stored and returned, in the order of the JSON. The rules are those of requests. */
@Entity('events')
@Check('events_type_check', `type IN ('EVENT', 'GIG')`)
@Check('events_status_check', `status IN ('${EVENT_STATUSES.join("', '")}')`)
@Check('events_source_check', `source IN ('${EVENT_SOURCES.join("', '")}')`)
@Check('events_positions_check', 'positions BETWEEN 1 AND 1000')
@Index('events_external_id_key', ['externalId'], { unique: true }) // items of feeds
@Index('events_start_at_idx', { synchronize: false }) // lists by any filter, and the next events to start
@Index('events_created_at_idx', { synchronize: false }) // lists by `createdAt`
@Index('events_creator_id_start_at_idx', ['creatorId', 'startAt', 'id']) // lists of one creator
@Index('events_unended_start_at_idx', { synchronize: false }) // unended and running events, completion
@Index('events_long_start_at_idx', { synchronize: false }) // running events that last more than a day
@Index('events_taking_start_at_idx', { synchronize: false }) // gigs that take applications
@Index('events_paid_start_at_idx', { synchronize: false }) // gigs by their pay
@Index('events_series_id_start_at_idx', { synchronize: false }) // lists of one series
@Index('events_words_tags_idx', { synchronize: false }) // words, tags, and the values of other filters
@Index('events_point_idx', { synchronize: false }) // the map
export class EventEntity {
  /** A UUIDv7, or the UUIDv5 of `externalId` for an event of a feed. */
  @ApiProperty({ format: 'uuid', example: '0198c2b4-7a10-7c3e-9a55-3f1f0a6f2d11' })
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'events_pkey' })
  id: string;

  @ApiProperty({
    maxLength: 1000,
    description: "At most 200 characters for a user's event, 1000 for an event of a feed.",
    example: 'Stage hands for the spring concert',
  })
  @Column('text')
  title: string;

  @ApiProperty({
    maxLength: 100_000,
    description: "At most 20000 characters for a user's event, 100000 for an event of a feed.",
    example: 'Help us set up the stage, the lights and two hundred chairs. Lunch is on us.',
  })
  @Column('text')
  description: string;

  @EnumField(EVENT_TYPES, {
    enumName: 'EventType',
    description: 'A PATCH with another type is refused.',
    example: 'GIG',
  })
  @Column('text')
  type: EventType;

  /** Stored as json and returned as sent. jsonb would reorder the members. */
  @ApiProperty({ description: 'The location as sent.' })
  @Column('json')
  location: EventLocationDto;

  @InstantField({ example: '2030-04-12T18:00:00.000Z' })
  @Column({ type: 'timestamptz', name: 'start_at', precision: 3 })
  startAt: Date;

  @InstantField({
    nullable: true,
    description: 'Not before `startAt`. The event is COMPLETED within 15 minutes after it. Null: never.',
    example: '2030-04-12T22:00:00.000Z',
  })
  @Column({ type: 'timestamptz', name: 'end_at', precision: 3, nullable: true })
  endAt: Date | null;

  @EnumField(EVENT_STATUSES, {
    enumName: 'EventStatus',
    description:
      'A PATCH changes it from OPEN to IN_PROGRESS, to CANCELLED or, before `endAt`, to COMPLETED, and from IN_PROGRESS ' +
      'to COMPLETED. The current status changes nothing.',
    example: 'OPEN',
  })
  @Column('text', { default: 'OPEN' })
  status: EventStatus;

  @ApiProperty({
    enum: EVENT_SOURCES,
    enumName: 'EventOrigin',
    description: 'USER, or the feed of the event. Nobody can change an event of a feed.',
    example: 'USER',
  })
  @Column('text', { default: 'USER' })
  source: EventSource;

  @ApiNullable({ maxLength: 255 }, 'The user who created it. Null for events of feeds.', 'alice')
  @UserId()
  @Column('text', { name: 'creator_id', nullable: true })
  creatorId: string | null;

  @ApiNullable({ maxLength: 2000 }, "The feed's unique identifier. Null for users' events.")
  @Column('text', { name: 'external_id', nullable: true })
  externalId: string | null;

  @ApiNullable(LINK, 'The page of a campus event. Null for others.')
  @Column('text', { name: 'external_url', nullable: true })
  externalUrl: string | null;

  @ApiNullable(LINK, 'The ticket shop. Null for events without one.')
  @Column('text', { name: 'ticket_url', nullable: true })
  ticketUrl: string | null;

  @TextListField(TAGS)
  @Column('text', { array: true, default: [] })
  tags: string[];

  @TextField({
    min: 1,
    max: TAGGING_LIMITS.summaryLength,
    nullable: true,
    description: FILLED_IN,
    example: 'Help set up the stage, the lights and two hundred chairs.',
  })
  @Column('text', { nullable: true })
  summary: string | null;

  @EnumField(CATEGORIES, {
    enumName: 'Category',
    nullable: true,
    description: FILLED_IN,
    example: 'EVENT_STAFFING',
  })
  @Column('text', { nullable: true })
  category: Category | null;

  @NestedField(CompensationDto, {
    nullable: true,
    description: 'The pay of a gig. Null: unknown. Always null for an event.',
  })
  @Column('jsonb', { nullable: true })
  compensation: CompensationDto | null;

  @InstantField({
    nullable: true,
    description: 'The end of applications to a gig. Null: until the gig is closed. Always null for an event.',
    example: '2030-04-10T22:00:00.000Z',
  })
  @Column({ type: 'timestamptz', name: 'apply_by', precision: 3, nullable: true })
  applyBy: Date | null;

  @WholeNumberField({
    min: 1,
    max: 1_000,
    nullable: true,
    description: 'The applications that a gig can accept, no fewer than are accepted. Null: no limit.',
    example: 4,
  })
  @Column('integer', { nullable: true })
  positions: number | null;

  /** The number of accepted applications. A change of it keeps the version: no response contains it. */
  @Column('integer', { name: 'accepted_count', default: 0, select: false })
  acceptedCount: number;

  @ApiProperty({ type: [EventImageDto], maxItems: MAX_IMAGES, description: IMAGES })
  @Column('json', { default: [] })
  images: EventImageDto[];

  @ApiNullable(
    { format: 'uuid' },
    'The same for an event and its copies. Null without copies.',
    '0198c2b4-7a10-7c3e-9a55-3f1f0a6f2d14',
  )
  @Column('uuid', { name: 'series_id', nullable: true })
  seriesId: string | null;

  @ApiProperty({ type: 'string', format: 'date-time', example: '2026-11-20T18:00:00.000Z' })
  @Column({ type: 'timestamptz', name: 'created_at', precision: 3, default: () => 'now()' })
  createdAt: Date;

  @ApiProperty({ type: 'string', format: 'date-time', example: '2026-11-20T18:00:00.000Z' })
  @UpdateDateColumn({ type: 'timestamptz', name: 'updated_at', precision: 3, default: () => 'now()' })
  updatedAt: Date;

  /** The ETag. Each change by the service adds one, unless it changes `acceptedCount` only. */
  @VersionColumn({ type: 'integer', default: 1, select: false })
  version: number;

  /** The hash by which a feed detects changes; never returned. */
  @Column('text', { name: 'item_hash', nullable: true, select: false })
  itemHash: string | null;

  /** The feed's own classes of the event, for the tagger; never returned. */
  @Column('text', { name: 'tagging_hints', array: true, default: [], select: false })
  taggingHints: string[];

  /** The latitude of the place in `PLACES_FILE` that the location names; null if it names none. */
  @Column('double precision', { name: 'place_latitude', nullable: true, select: false })
  placeLatitude: number | null;

  @Column('double precision', { name: 'place_longitude', nullable: true, select: false })
  placeLongitude: number | null;

  /** The position on the map. Coordinates of the location itself take precedence over those of its place. */
  @Generated('double precision', 'coalesce(event_latitude(location), place_latitude)')
  latitude: number | null;

  @Generated('double precision', 'coalesce(event_longitude(location), place_longitude)')
  longitude: number | null;

  /** The stems of its words, for `q`. */
  @Generated('tsvector', 'event_words(title, tags, summary, location, description)')
  search: string;

  /** The words of title, tags and place without stemming. They rank higher than stems. */
  @Generated('tsvector', 'event_exact_words(title, tags, location)')
  exact: string;

  /** Title, place and tags without blanks and punctuation, for a search whose words match nothing. */
  @Generated('text', 'event_squeezed(title, tags, location)')
  squeezed: string;
}

/** An event of a feed that an operator took down. Pulls of the feed ignore it. */
@Entity('takedowns')
export class TakedownEntity {
  @PrimaryColumn('text', { name: 'external_id', primaryKeyConstraintName: 'takedowns_pkey' })
  externalId: string;

  @PrimaryColumn('text', { primaryKeyConstraintName: 'takedowns_pkey' })
  source: EventSource;

  @Column({ type: 'timestamptz', name: 'created_at', precision: 3, default: () => 'now()' })
  createdAt: Date;
}

/** An `Idempotency-Key` and the events that were created under it (rules.md, "Events and gigs"). */
@Entity('idempotency_keys')
@Purged(`created_at < now() - interval '24 hours'`)
@Index('idempotency_keys_created_at_idx', ['createdAt', 'userId', 'key'])
export class IdempotencyKeyEntity {
  @UserId()
  @PrimaryColumn('text', { name: 'user_id', primaryKeyConstraintName: 'idempotency_keys_pkey' })
  userId: string;

  @PrimaryColumn('text', { primaryKeyConstraintName: 'idempotency_keys_pkey' })
  key: string;

  /** SHA-256 of the request. Another request with the same key is refused. */
  @Column('text')
  fingerprint: string;

  @Column('uuid', { name: 'event_id' })
  eventId: string;

  /** The copies after the first, in the order sent. */
  @Column('uuid', { name: 'further_event_ids', array: true, default: [] })
  furtherEventIds: string[];

  @Column({ type: 'timestamptz', name: 'created_at', precision: 3, default: () => 'now()' })
  createdAt: Date;
}
