import { Column, Entity, PrimaryColumn, UpdateDateColumn } from 'typeorm';

const USER_IDS = Symbol('user ids');

/** The properties of an entity with `@UserId()`, each with its exemption, if it has one. */
export const userIdsOf = (entity: object): Record<string, string | undefined> =>
  Reflect.getMetadata(USER_IDS, entity) ?? {};

/**
 * A column with the id of a user. Its rows are the user's own data: without an `@OwnTable` that exports and
 * deletes them (own-data.ts), the service does not start.
 * @param exemption the reason why the rows are not the user's own
 */
export const UserId =
  ({ exemption }: { exemption?: string } = {}): PropertyDecorator =>
  ({ constructor: entity }, property) =>
    Reflect.defineMetadata(USER_IDS, { ...userIdsOf(entity), [property]: exemption }, entity);

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
