import { Column, Entity, Index, PrimaryColumn, UpdateDateColumn } from 'typeorm';

/** A user's private thread with the service's event assistant. */
@Entity('conversations')
@Index('conversations_owner_id_created_at_idx', ['ownerId', 'createdAt', 'id'])
export class ConversationEntity {
  /** UUIDv7 */
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'conversations_pkey' })
  id: string;

  @Column('text', { name: 'owner_id' })
  ownerId: string;

  @Column('text', { nullable: true })
  title: string | null;

  @Column({ type: 'timestamptz', name: 'created_at', precision: 3, default: () => 'now()' })
  createdAt: Date;

  @UpdateDateColumn({ type: 'timestamptz', name: 'updated_at', precision: 3, default: () => 'now()' })
  updatedAt: Date;
}
