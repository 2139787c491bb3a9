import { ApiProperty } from '@nestjs/swagger';
import { Check, Column, Entity, JoinColumn, ManyToOne, PrimaryColumn, type Relation } from 'typeorm';
import type { SearchContext } from './assistant/intent.js';
import { ConversationEntity } from './conversation.entity.js';

const ROLES = ['USER', 'ASSISTANT'] as const;

/** A message of a conversation. Deleting the conversation deletes it. */
@Entity('messages')
@Check('messages_role_check', `role IN ('USER', 'ASSISTANT')`)
export class MessageEntity {
  @PrimaryColumn('uuid', { name: 'conversation_id', primaryKeyConstraintName: 'messages_pkey' })
  conversationId: string;

  @ManyToOne(() => ConversationEntity, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'conversation_id', foreignKeyConstraintName: 'messages_conversation_id_fkey' })
  conversation?: Relation<ConversationEntity>;

  /** UUIDv7 */
  @ApiProperty({ format: 'uuid', example: '0198c2b4-7a10-7c3e-9a55-3f1f0a6f2d22' })
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'messages_pkey' })
  id: string;

  @ApiProperty({ enum: ROLES, enumName: 'Role', example: 'USER' })
  @Column('text')
  role: (typeof ROLES)[number];

  @ApiProperty({ maxLength: 20_000, description: 'Plain text.', example: 'Any free jazz this weekend?' })
  @Column('text')
  content: string;

  @ApiProperty({
    ...{ type: 'array', items: { type: 'string', format: 'uuid' }, maxItems: 5, example: [] },
    description: 'The events that the message names, best first.',
  })
  @Column('uuid', { name: 'event_ids', array: true, default: [] })
  eventIds: string[];

  /** For an answer: the last search, which the next message may refer to. */
  @Column('jsonb', { nullable: true })
  context: SearchContext | null;

  /** By the clock of the database. It orders the messages. */
  @ApiProperty({ format: 'date-time', example: '2026-11-20T18:00:00.000Z' })
  @Column({ type: 'timestamptz', name: 'created_at', precision: 3, default: () => 'clock_timestamp()' })
  createdAt: Date;
}
