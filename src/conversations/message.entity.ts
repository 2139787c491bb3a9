import { Check, Column, Entity, JoinColumn, ManyToOne, PrimaryColumn, type Relation } from 'typeorm';
import type { SearchContext } from './assistant/intent.js';
import { ConversationEntity } from './conversation.entity.js';

export const ROLES = ['USER', 'ASSISTANT'] as const;
export type Role = (typeof ROLES)[number];

/** One message of a conversation; deleted with it. */
@Entity('messages')
@Check('messages_role_check', `role IN ('USER', 'ASSISTANT')`)
export class MessageEntity {
  @PrimaryColumn('uuid', { name: 'conversation_id', primaryKeyConstraintName: 'messages_pkey' })
  conversationId: string;

  @ManyToOne(() => ConversationEntity, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'conversation_id', foreignKeyConstraintName: 'messages_conversation_id_fkey' })
  conversation?: Relation<ConversationEntity>;

  /** UUIDv7 */
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'messages_pkey' })
  id: string;

  @Column('text')
  role: Role;

  @Column('text')
  content: string;

  /** The events that the message names, best first. */
  @Column('uuid', { name: 'event_ids', array: true, default: [] })
  eventIds: string[];

  /** Of an answer: the last search, to which the next message may refer. */
  @Column('jsonb', { nullable: true })
  context: SearchContext | null;

  /** By the database's clock: messages are ordered by it. */
  @Column({ type: 'timestamptz', name: 'created_at', precision: 3, default: () => 'clock_timestamp()' })
  createdAt: Date;
}
