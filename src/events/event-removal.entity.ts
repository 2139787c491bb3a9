import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A deleted event that had more beside it than one statement should remove. What is left goes batch by batch. */
@Entity('event_removals')
export class EventRemovalEntity {
  @PrimaryColumn('uuid', { name: 'event_id', primaryKeyConstraintName: 'event_removals_pkey' })
  eventId: string;

  @Column({ type: 'timestamptz', name: 'removed_at', precision: 3, default: () => 'now()' })
  removedAt: Date;
}
