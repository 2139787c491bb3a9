import { Check, Column, Entity, Index, JoinColumn, ManyToOne, PrimaryColumn, type Relation } from 'typeorm';
import { CollectionEntity } from '../collections/collection.entity.js';
import { UserId } from '../users/user.entity.js';

export const CALENDAR_KINDS = ['EVENTS', 'COLLECTION', 'SAVED', 'APPLICATIONS'] as const;
export type CalendarKind = (typeof CALENDAR_KINDS)[number];

/**
 * A calendar subscription of a user. It selects events for a calendar program. The columns are in the order
 * of the JSON.
 */
@Entity('calendars')
@Check('calendars_kind_check', `kind IN ('EVENTS', 'COLLECTION', 'SAVED', 'APPLICATIONS')`)
@Index('calendars_owner_id_created_at_idx', ['ownerId', 'createdAt', 'id'])
@Index('calendars_collection_id_idx', ['collectionId'])
@Index('calendars_token_hash_key', ['tokenHash'], { unique: true })
export class CalendarEntity {
  /** UUIDv7 */
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'calendars_pkey' })
  id: string;

  @UserId()
  @Column('text', { name: 'owner_id' })
  ownerId: string;

  @Column('text')
  kind: CalendarKind;

  @Column('text')
  name: string;

  /**
   * The query string of a list, as its owner sent it. Each read evaluates it again, so "weekend" means the
   * next one.
   */
  @Column('text', { nullable: true })
  filter: string | null;

  /** The owner may lose access to the collection. Deleting the collection deletes the calendar. */
  @Column('uuid', { name: 'collection_id', nullable: true })
  collectionId: string | null;

  @ManyToOne(() => CollectionEntity, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'collection_id', foreignKeyConstraintName: 'calendars_collection_id_fkey' })
  collection?: Relation<CollectionEntity>;

  @Column('integer', { name: 'alarm_minutes', nullable: true })
  alarmMinutes: number | null;

  /** The hash of the token in the addresses. The token itself is not stored. */
  @Column('text', { name: 'token_hash', select: false })
  tokenHash: string;

  @Column({ type: 'timestamptz', name: 'created_at', precision: 3, default: () => 'now()' })
  createdAt: Date;
}
