import { Check, Column, Entity, Index, PrimaryColumn, UpdateDateColumn } from 'typeorm';
import { UserId } from '../users/user.entity.js';

export const VISIBILITIES = ['PUBLIC', 'PRIVATE'] as const;
export type Visibility = (typeof VISIBILITIES)[number];

/** A user's collection of events. */
@Entity('collections')
@Check('collections_visibility_check', `visibility IN ('PUBLIC', 'PRIVATE')`)
@Index('collections_owner_id_created_at_idx', ['ownerId', 'createdAt', 'id'])
export class CollectionEntity {
  /** UUIDv7 */
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'collections_pkey' })
  id: string;

  @UserId()
  @Column('text', { name: 'owner_id' })
  ownerId: string;

  @Column('text')
  name: string;

  @Column('text', { nullable: true })
  description: string | null;

  @Column('text', { default: 'PRIVATE' })
  visibility: Visibility;

  @Column({ type: 'timestamptz', name: 'created_at', precision: 3, default: () => 'now()' })
  createdAt: Date;

  @UpdateDateColumn({ type: 'timestamptz', name: 'updated_at', precision: 3, default: () => 'now()' })
  updatedAt: Date;
}
