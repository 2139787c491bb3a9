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
import { Purged } from '../database/purged.js';
import type { Category } from '../tagging/tagger.js';
import { UserId } from '../users/user.entity.js';
import type { CompensationDto, EventImageDto, EventLocationDto } from './event-members.dto.js';

export const EVENT_TYPES = ['EVENT', 'GIG'] as const;
export type EventType = (typeof EVENT_TYPES)[number];

export const FEED_SOURCES = ['CAMPUS_API', 'TICKET_API'] as const;
export type FeedSource = (typeof FEED_SOURCES)[number];

export const EVENT_SOURCES = ['USER', ...FEED_SOURCES] as const;
export type EventSource = (typeof EVENT_SOURCES)[number];

export const EVENT_STATUSES = ['OPEN', 'IN_PROGRESS', 'COMPLETED', 'CANCELLED'] as const;
export type EventStatus = (typeof EVENT_STATUSES)[number];

/** The statuses of events that have not ended. */
export const UNENDED: readonly EventStatus[] = ['OPEN', 'IN_PROGRESS'];
/**
 * SQL: whether an event has not ended. Without parameters: with them, the planner cannot use partial indexes.
 * @param table alias of `events`
 */
export const isUnended = (table: string) => `${table}.status IN ('${UNENDED.join("', '")}')`;

/** SQL of the end of `e`: without `endAt`, three hours after its start (rules.md, "Times of a list"). */
export const END = `coalesce(e.end_at, e.start_at + interval '3 hours')`;

/**
 * SQL conditions of events that are running at an instant. No event meets both. The first selects events that
 * started in the last 24 hours, by their start. The second selects earlier ones: an index contains the events
 * that last longer than that.
 * @param at SQL of the instant
 */
export function runningAt(at: string): [startedWithinADay: string, startedEarlier: string] {
  const dayBefore = `${at} - interval '24 hours'`;
  return [
    `e.start_at < ${at} AND e.start_at >= ${dayBefore} AND ${END} > ${at}`,
    `e.end_at - e.start_at > interval '24 hours' AND e.end_at > ${at} AND e.start_at < ${dayBefore}`,
  ];
}

/**
 * SQL that selects columns of events that meet a condition: the next upcoming ones, and running ones.
 * @param columns SQL of columns of `events e`
 * @param most maximum of upcoming events, and of running ones by each condition of `runningAt`
 */
export function upcomingAndRunning(columns: string, most: number, condition = 'true'): string {
  return ['e.start_at >= now() ORDER BY e.start_at, e.id', ...runningAt('now()')]
    .map((each) => `(SELECT ${columns} FROM events e WHERE ${condition} AND ${each} LIMIT ${most})`)
    .join(' UNION ALL ');
}

/** SQL: whether the gig `e` is open: neither completed nor cancelled, and not past `endAt` or `applyBy`. */
export const IS_OPEN = `
  ${isUnended('e')} AND (e.end_at IS NULL OR e.end_at > now()) AND (e.apply_by IS NULL OR e.apply_by > now())`;
/** SQL: whether the gig `e` has positions left. */
export const HAS_POSITIONS = '(e.positions IS NULL OR e.accepted_count < e.positions)';
/**
 * SQL: whether the event `e` is a gig that takes applications: it is open and has positions left (contract
 * 14). Except for the times, this is the condition of a partial index.
 */
export const TAKES_APPLICATIONS = `e.type = 'GIG' AND ${IS_OPEN} AND ${HAS_POSITIONS}`;

/** A column that PostgreSQL generates from others. Only queries use it. */
const Generated = (type: ColumnType, asExpression: string) =>
  Column({
    ...{ type, generatedType: 'STORED', asExpression },
    ...{ select: false, insert: false, update: false, nullable: true },
  });

/** An event or a gig. The columns are in the order of the JSON. */
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
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'events_pkey' })
  id: string;

  @Column('text')
  title: string;

  @Column('text')
  description: string;

  @Column('text')
  type: EventType;

  /** Stored as json and returned as sent. jsonb would reorder the members. */
  @Column('json')
  location: EventLocationDto;

  @Column({ type: 'timestamptz', name: 'start_at', precision: 3 })
  startAt: Date;

  @Column({ type: 'timestamptz', name: 'end_at', precision: 3, nullable: true })
  endAt: Date | null;

  @Column('text', { default: 'OPEN' })
  status: EventStatus;

  @Column('text', { default: 'USER' })
  source: EventSource;

  @UserId()
  @Column('text', { name: 'creator_id', nullable: true })
  creatorId: string | null;

  @Column('text', { name: 'external_id', nullable: true })
  externalId: string | null;

  @Column('text', { name: 'external_url', nullable: true })
  externalUrl: string | null;

  @Column('text', { name: 'ticket_url', nullable: true })
  ticketUrl: string | null;

  @Column('text', { array: true, default: [] })
  tags: string[];

  @Column('text', { nullable: true })
  summary: string | null;

  @Column('text', { nullable: true })
  category: Category | null;

  @Column('jsonb', { nullable: true })
  compensation: CompensationDto | null;

  /** When applications to the gig close. */
  @Column({ type: 'timestamptz', name: 'apply_by', precision: 3, nullable: true })
  applyBy: Date | null;

  /** The number of applications that the creator of the gig can accept. */
  @Column('integer', { nullable: true })
  positions: number | null;

  /** The number of accepted applications. A change of it keeps the version: no response contains it. */
  @Column('integer', { name: 'accepted_count', default: 0, select: false })
  acceptedCount: number;

  @Column('json', { default: [] })
  images: EventImageDto[];

  /** The series: an event and its copies have the same. Null for an event without copies. */
  @Column('uuid', { name: 'series_id', nullable: true })
  seriesId: string | null;

  @Column({ type: 'timestamptz', name: 'created_at', precision: 3, default: () => 'now()' })
  createdAt: Date;

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
