import { ApiProperty } from '@nestjs/swagger';
import { Column, Entity, PrimaryColumn, UpdateDateColumn } from 'typeorm';
import { TextField, UrlField } from '../common/validation/fields.js';

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
 * A person, identified by the `sub` of their tokens, as stored and returned. Users can change their own
 * profile, by the rules declared here. Only the user sees all columns; others see a `ProfileDto`.
 */
@Entity('users')
export class UserEntity {
  @ApiProperty({ maxLength: 255, description: "The `sub` of the person's tokens.", example: 'alice' })
  @PrimaryColumn('text', { primaryKeyConstraintName: 'users_pkey' })
  id: string;

  @TextField({ nullable: true, min: 1, max: 200, trim: true, visible: true, example: 'Alice Liddell' })
  @Column('text', { nullable: true })
  name: string | null;

  @UrlField({ nullable: true, example: 'https://img.example.org/alice.png' })
  @Column('text', { name: 'avatar_url', nullable: true })
  avatarUrl: string | null;

  @TextField({ nullable: true, min: 1, max: 200, example: 'Stage hand, second-year student' })
  @Column('text', { nullable: true })
  headline: string | null;

  @TextField({ nullable: true, min: 1, max: 5000, lines: true, example: 'Five years of set-up and sound.' })
  @Column('text', { nullable: true })
  bio: string | null;

  @TextField({
    ...{ nullable: true, max: 320 },
    description: 'The email of your first token.',
    example: 'alice@example.org',
  })
  @Column('text', { nullable: true })
  email: string | null;

  @ApiProperty({ format: 'date-time', example: '2026-11-20T18:00:00.000Z' })
  @Column({ type: 'timestamptz', name: 'created_at', precision: 3, default: () => 'now()' })
  createdAt: Date;

  @ApiProperty({ format: 'date-time', example: '2026-11-20T18:00:00.000Z' })
  @UpdateDateColumn({ type: 'timestamptz', name: 'updated_at', precision: 3, default: () => 'now()' })
  updatedAt: Date;
}
