import { Check, Column, Entity, Index, JoinColumn, ManyToOne, PrimaryColumn, type Relation } from 'typeorm';
import { CollectionEntity } from '../collections/collection.entity.js';

export const CALENDAR_KINDS = ['EVENTS', 'COLLECTION', 'SAVED', 'APPLICATIONS'] as const;
export type CalendarKind = (typeof CALENDAR_KINDS)[number];

/** A subscription of a user's: which events their calendar program shows. The columns stand in the order of the JSON. */
@Entity('calendars')
@Check('calendars_kind_check', `kind IN ('EVENTS', 'COLLECTION', 'SAVED', 'APPLICATIONS')`)
@Index('calendars_owner_id_created_at_idx', ['ownerId', 'createdAt', 'id'])
@Index('calendars_collection_id_idx', ['collectionId'])
@Index('calendars_token_hash_key', ['tokenHash'], { unique: true })
export class CalendarEntity {
  /** UUIDv7 */
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'calendars_pkey' })
  id: string;

  @Column('text', { name: 'owner_id' })
  ownerId: string;

  @Column('text')
  kind: CalendarKind;

  @Column('text')
  name: string;

  /** The query of a list, as its owner wrote it. It is read anew each time, so "weekend" means the next one. */
  @Column('text', { nullable: true })
  filter: string | null;

  /** It may be hidden from the owner meanwhile. The calendar is removed with it. */
  @Column('uuid', { name: 'collection_id', nullable: true })
  collectionId: string | null;

  @ManyToOne(() => CollectionEntity, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'collection_id', foreignKeyConstraintName: 'calendars_collection_id_fkey' })
  collection?: Relation<CollectionEntity>;

  @Column('integer', { name: 'alarm_minutes', nullable: true })
  alarmMinutes: number | null;

  /** Of the token that stands in the addresses; the token itself is stored nowhere. */
  @Column('text', { name: 'token_hash', select: false })
  tokenHash: string;

  @Column({ type: 'timestamptz', name: 'created_at', precision: 3, default: () => 'now()' })
  createdAt: Date;
}
