import { Column, Entity, PrimaryColumn, UpdateDateColumn } from 'typeorm';

/**
 * A person, identified by the `sub` of their tokens. Users can change their own profile. Only the user sees
 * all columns; others see a `ProfileDto`.
 */
@Entity('users')
export class UserEntity {
  /** The `sub` of the user's tokens. */
  @PrimaryColumn('text', { primaryKeyConstraintName: 'users_pkey' })
  id: string;

  @Column('text', { nullable: true })
  name: string | null;

  @Column('text', { name: 'avatar_url', nullable: true })
  avatarUrl: string | null;

  @Column('text', { nullable: true })
  headline: string | null;

  @Column('text', { nullable: true })
  bio: string | null;

  @Column('text', { nullable: true })
  email: string | null;

  @Column({ type: 'timestamptz', name: 'created_at', precision: 3, default: () => 'now()' })
  createdAt: Date;

  @UpdateDateColumn({ type: 'timestamptz', name: 'updated_at', precision: 3, default: () => 'now()' })
  updatedAt: Date;
}
