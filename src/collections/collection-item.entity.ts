import { ApiProperty } from '@nestjs/swagger';
import { Column, Entity, Index, JoinColumn, ManyToOne, PrimaryColumn, type Relation } from 'typeorm';
import { TextField } from '../common/validation/fields.js';
import { EventEntity } from '../events/event.entity.js';
import { CollectionEntity, MAX_TEXT } from './collection.entity.js';

/** An event in a collection. Deleting the event or the collection deletes it. */
@Entity('collection_items')
@Index('collection_items_collection_id_added_at_idx', ['collectionId', 'addedAt', 'eventId'])
export class CollectionItemEntity {
  @ApiProperty({ format: 'uuid', example: '0198c2b4-7a10-7c3e-9a55-3f1f0a6f2d11' })
  @PrimaryColumn('uuid', { name: 'event_id', primaryKeyConstraintName: 'collection_items_pkey' })
  eventId: string;

  @ManyToOne(() => EventEntity, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'event_id', foreignKeyConstraintName: 'collection_items_event_id_fkey' })
  event?: Relation<EventEntity>;

  @PrimaryColumn('uuid', { name: 'collection_id', primaryKeyConstraintName: 'collection_items_pkey' })
  collectionId: string;

  @ManyToOne(() => CollectionEntity, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'collection_id', foreignKeyConstraintName: 'collection_items_collection_id_fkey' })
  collection?: Relation<CollectionEntity>;

  @TextField({ max: MAX_TEXT, lines: true, nullable: true, example: 'Ask Bob to come.' })
  @Column('text', { nullable: true })
  note: string | null;

  @ApiProperty({ example: '2026-11-20T18:00:00.000Z' })
  @Column({ type: 'timestamptz', name: 'added_at', precision: 3, default: () => 'clock_timestamp()' })
  addedAt: Date;
}
