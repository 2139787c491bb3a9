import { ApiProperty } from '@nestjs/swagger';
import { Check, Column, Entity, Index, PrimaryColumn, UpdateDateColumn, VirtualColumn } from 'typeorm';
import { ApiCount } from '../common/api.decorators.js';
import { EnumField, TextField } from '../common/validation/fields.js';
import { UserId } from '../users/user.entity.js';

export const VISIBILITIES = ['PUBLIC', 'PRIVATE'] as const;
export type Visibility = (typeof VISIBILITIES)[number];

const MAX_NAME = 120;
export const MAX_TEXT = 2000;
/** Maximum number of items per collection (rules.md, "Limits"). */
export const MAX_ITEMS = 500;

/** A user's collection of events, as stored and returned. */
@Entity('collections')
@Check('collections_visibility_check', `visibility IN ('PUBLIC', 'PRIVATE')`)
@Index('collections_owner_id_created_at_idx', ['ownerId', 'createdAt', 'id'])
export class CollectionEntity {
  /** UUIDv7 */
  @ApiProperty({ format: 'uuid', example: '0198c2b4-7a10-7c3e-9a55-3f1f0a6f2d15' })
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'collections_pkey' })
  id: string;

  @ApiProperty({ maxLength: 255, example: 'alice' })
  @UserId()
  @Column('text', { name: 'owner_id' })
  ownerId: string;

  @TextField({
    ...{ min: 1, max: MAX_NAME, trim: true, visible: true },
    description: 'By default `Collection`.',
    example: 'Spring weekends',
  })
  @Column('text')
  name: string;

  @TextField({ max: MAX_TEXT, lines: true, nullable: true, example: 'For when it is warm again.' })
  @Column('text', { nullable: true })
  description: string | null;

  @EnumField(VISIBILITIES, { enumName: 'Visibility', description: 'By default PRIVATE.', example: 'PRIVATE' })
  @Column('text', { default: 'PRIVATE' })
  visibility: Visibility;

  @ApiCount({ description: 'The number of its events.', maximum: MAX_ITEMS, example: 1 })
  @VirtualColumn('int', {
    query: (row) => `SELECT count(*)::int FROM collection_items WHERE collection_id = ${row}.id`,
  })
  itemCount: number;

  @ApiProperty({ example: '2026-11-20T18:00:00.000Z' })
  @Column({ type: 'timestamptz', name: 'created_at', precision: 3, default: () => 'now()' })
  createdAt: Date;

  @ApiProperty({ example: '2026-11-20T18:00:00.000Z' })
  @UpdateDateColumn({ type: 'timestamptz', name: 'updated_at', precision: 3, default: () => 'now()' })
  updatedAt: Date;
}
