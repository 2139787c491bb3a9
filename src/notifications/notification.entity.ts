import { Check, Column, Entity, Index, PrimaryColumn } from 'typeorm';
import { Purged } from '../database/purged.js';
import { UserId } from '../users/user.entity.js';
import {
  NOTIFICATION_TYPES,
  type NotificationDto,
  type NotificationType,
  REFERENCE_TYPES,
} from './notifications.dto.js';

/** A notification about an event, a gig or an application. */
@Entity('notifications')
@Purged([
  `read_at < now() - interval '180 days'`,
  `created_at < now() - interval '365 days' AND read_at IS NULL`,
])
@Check('notifications_type_check', `type IN ('${NOTIFICATION_TYPES.join("', '")}')`)
@Check('notifications_reference_type_check', `reference_type IN ('${REFERENCE_TYPES.join("', '")}')`)
@Index('notifications_inbox_idx', ['recipientId', 'createdAt', 'id'])
@Index('notifications_unread_idx', ['recipientId', 'createdAt', 'id'], { where: 'read_at IS NULL' })
@Index('notifications_unread_of_gig_idx', ['referenceId', 'type', 'recipientId'], {
  where: `read_at IS NULL AND reference_type = 'EVENT'`,
})
@Index('notifications_created_at_idx', ['createdAt', 'id'])
@Index('notifications_read_at_idx', ['readAt', 'id'], { where: 'read_at IS NOT NULL' })
export class NotificationEntity {
  /** UUIDv7 */
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'notifications_pkey' })
  id: string;

  @Column('text')
  type: NotificationType;

  @Column('text', { name: 'reference_id' })
  referenceId: string;

  @Column('text', { name: 'reference_type', default: 'APPLICATION' })
  referenceType: NotificationDto['referenceType'];

  @UserId()
  @PrimaryColumn('text', { name: 'recipient_id', primaryKeyConstraintName: 'notifications_pkey' })
  recipientId: string;

  @Column({ type: 'timestamptz', name: 'read_at', precision: 3, nullable: true })
  readAt: Date | null;

  /**
   * The time of the INSERT, not of the start of the transaction: the stream looks back only for a limited
   * time.
   */
  @Column({ type: 'timestamptz', name: 'created_at', precision: 3, default: () => 'clock_timestamp()' })
  createdAt: Date;

  @Column('jsonb', { default: {} })
  data: NotificationDto['data'];

  /** The time of the last change of the gig that was merged into this notification. */
  @Column({ type: 'timestamptz', name: 'merged_at', precision: 3, nullable: true, select: false })
  mergedAt: Date | null;
}
