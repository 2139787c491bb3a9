import { ApiProperty, ApiSchema } from '@nestjs/swagger';
import { Column, Entity, Index, PrimaryColumn, UpdateDateColumn } from 'typeorm';
import { UserId } from '../users/user.entity.js';

export const MAX_TITLE = 120;

/** A private conversation of a user with the event assistant, as stored and returned. */
@ApiSchema({ name: 'ConversationDto' })
@Entity('conversations')
@Index('conversations_owner_id_created_at_idx', ['ownerId', 'createdAt', 'id'])
export class ConversationEntity {
  /** UUIDv7 */
  @ApiProperty({ format: 'uuid', example: '0198c2b4-7a10-7c3e-9a55-3f1f0a6f2d21' })
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'conversations_pkey' })
  id: string;

  @ApiProperty({ maxLength: 255, example: 'alice' })
  @UserId()
  @Column('text', { name: 'owner_id' })
  ownerId: string;

  @ApiProperty({
    ...{ type: 'string', maxLength: MAX_TITLE, nullable: true },
    description: 'Your title, else the first question. Null: neither.',
    example: 'Any free jazz this weekend?',
  })
  @Column('text', { nullable: true })
  title: string | null;

  @ApiProperty({ format: 'date-time', example: '2026-11-20T18:00:00.000Z' })
  @Column({ type: 'timestamptz', name: 'created_at', precision: 3, default: () => 'now()' })
  createdAt: Date;

  @ApiProperty({
    ...{ format: 'date-time', example: '2026-11-20T18:00:00.000Z' },
    description: 'The time of the last message or change of title.',
  })
  @UpdateDateColumn({ type: 'timestamptz', name: 'updated_at', precision: 3, default: () => 'now()' })
  updatedAt: Date;
}
