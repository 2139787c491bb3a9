import { ApiProperty } from '@nestjs/swagger';
import { Check, Column, Entity, Index, JoinColumn, ManyToOne, PrimaryColumn, type Relation } from 'typeorm';
import { CollectionEntity } from '../collections/collection.entity.js';
import { EnumField, TextField, WholeNumberField } from '../common/validation/fields.js';
import { UserId } from '../users/user.entity.js';

export const CALENDAR_KINDS = ['EVENTS', 'COLLECTION', 'SAVED', 'APPLICATIONS'] as const;
export type CalendarKind = (typeof CALENDAR_KINDS)[number];

/** Maximum lengths of a name and of a filter. */
export const MAX_NAME = 120;
const MAX_FILTER = 2000;
/** Maximum minutes of an alarm before an event: four weeks. */
const MAX_ALARM = 40_320;

/** A calendar subscription of a user, as stored and returned. It selects events for a calendar program. */
@Entity('calendars')
@Check('calendars_kind_check', `kind IN ('EVENTS', 'COLLECTION', 'SAVED', 'APPLICATIONS')`)
@Index('calendars_owner_id_created_at_idx', ['ownerId', 'createdAt', 'id'])
@Index('calendars_collection_id_idx', ['collectionId'])
@Index('calendars_token_hash_key', ['tokenHash'], { unique: true })
export class CalendarEntity {
  /** UUIDv7 */
  @ApiProperty({ format: 'uuid', example: '0198c2b4-7a10-7c3e-9a55-3f1f0a6f2d18' })
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'calendars_pkey' })
  id: string;

  @UserId()
  @Column('text', { name: 'owner_id' })
  ownerId: string;

  @EnumField(CALENDAR_KINDS, { enumName: 'CalendarKind', example: 'EVENTS' })
  @Column('text')
  kind: CalendarKind;

  @ApiProperty({
    maxLength: MAX_NAME,
    description: 'The name in calendar programs. By default it is made of the filter or the collection.',
    example: 'Events and gigs: category MUSIC, when week',
  })
  @Column('text')
  name: string;

  /**
   * The query string of a list, as its owner sent it. Each read evaluates it again, so "weekend" means the
   * next one.
   */
  @TextField({
    ...{ max: MAX_FILTER, nullable: true },
    description: 'Only with EVENTS: filters of `GET /events`, evaluated at each read. Null: all events.',
    example: 'category=MUSIC&when=week',
  })
  @Column('text', { nullable: true })
  filter: string | null;

  /** The owner may lose access to the collection. Deleting the collection deletes the calendar. */
  @ApiProperty({
    ...{ type: 'string', format: 'uuid', nullable: true },
    description: 'Only with COLLECTION: the id of the collection.',
    example: null,
  })
  @Column('uuid', { name: 'collection_id', nullable: true })
  collectionId: string | null;

  @ManyToOne(() => CollectionEntity, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'collection_id', foreignKeyConstraintName: 'calendars_collection_id_fkey' })
  collection?: Relation<CollectionEntity>;

  @WholeNumberField({
    ...{ min: 0, max: MAX_ALARM, nullable: true },
    description: 'The reminder, in minutes before each event. Null: none.',
    example: 30,
  })
  @Column('integer', { name: 'alarm_minutes', nullable: true })
  alarmMinutes: number | null;

  /** The hash of the token in the addresses. The token itself is not stored. */
  @Column('text', { name: 'token_hash', select: false })
  tokenHash: string;

  @ApiProperty({ type: 'string', format: 'date-time', example: '2026-11-20T18:00:00.000Z' })
  @Column({ type: 'timestamptz', name: 'created_at', precision: 3, default: () => 'now()' })
  createdAt: Date;
}
