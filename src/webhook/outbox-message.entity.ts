import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import { Purged } from '../database/purged.js';
import { UserId } from '../users/user.entity.js';

/**
 * A message that waits for its delivery to the webhook. It has no data, only a reference: what is deleted
 * before the delivery is not sent. One column cannot be a foreign key to several tables.
 */
@Entity('outbox_messages')
@Purged(`created_at < now() - interval '3 days'`)
@Index('outbox_messages_next_attempt_at_idx', ['nextAttemptAt'])
@Index('outbox_messages_created_at_idx', ['createdAt'])
export class OutboxMessageEntity {
  /** The user whose data the message has. */
  @UserId()
  @PrimaryColumn('text', { name: 'user_id', primaryKeyConstraintName: 'outbox_messages_pkey' })
  userId: string;

  /** The `webhook-id`, the same in each attempt. */
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'outbox_messages_pkey' })
  id: string;

  /** A type of message that a method with `@WebhookMessage` loads. */
  @Column('text')
  type: string;

  /** The id of the notification or report. */
  @Column('uuid', { name: 'reference_id' })
  referenceId: string;

  /** Failed attempts. */
  @Column('integer', { default: 0 })
  attempts: number;

  /** During an attempt, the end of its lease. `infinity` after the last one. */
  @Column({ type: 'timestamptz', name: 'next_attempt_at', precision: 3, default: () => 'now()' })
  nextAttemptAt: Date;

  /** The time of the event, the `timestamp` of the message. */
  @Column({ type: 'timestamptz', name: 'created_at', precision: 3 })
  createdAt: Date;
}
