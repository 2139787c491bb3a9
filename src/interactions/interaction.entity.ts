import { ApiProperty } from '@nestjs/swagger';
import { Check, Column, Entity, Index, JoinColumn, ManyToOne, PrimaryColumn, type Relation } from 'typeorm';
import { ApiCount } from '../common/api.decorators.js';
import { Purged } from '../database/purged.js';
import { EventEntity } from '../events/event.entity.js';
import { UserId } from '../users/user.entity.js';

export const ACTIONS = ['VIEW', 'CLICK', 'SAVE', 'BOOKMARK', 'APPLY'] as const;
export type Action = (typeof ACTIONS)[number];

/** Views and clicks, which are purged after a year (rules.md, "Interactions and reports"). */
const IS_PASSING = `action IN ('VIEW', 'CLICK')`;

/**
 * SQL of the next users, after `mark.reached`, who had saved or bookmarked the event of a `mark` when it was
 * claimed: at most `users` of them, and further rows. A user has up to two. It locks the rows: users whose
 * account is being deleted are left out.
 */
export const nextSavers = (users: number) => `
  SELECT i.user_id AS id FROM interactions i
  WHERE i.event_id = mark.event_id AND i.action IN ('SAVE', 'BOOKMARK') AND i.first_at <= mark.claimed_at
    AND i.user_id > mark.reached ORDER BY i.user_id LIMIT ${2 * users} FOR KEY SHARE SKIP LOCKED`;

/**
 * How often a user did one action on an event. Deleting the event deletes it. The columns are in the order of
 * the JSON.
 */
@Entity('interactions')
@Purged(`last_at < now() - interval '365 days' AND ${IS_PASSING}`)
@Check('interactions_action_check', `action IN ('VIEW', 'CLICK', 'SAVE', 'BOOKMARK', 'APPLY')`)
@Index('interactions_event_id_action_idx', ['eventId', 'action'])
@Index('interactions_interested_idx', ['eventId', 'userId'], { where: `action IN ('SAVE', 'BOOKMARK')` })
@Index('interactions_user_id_last_at_idx', ['userId', 'lastAt', 'id'])
@Index('interactions_user_id_action_last_at_idx', ['userId', 'action', 'lastAt', 'id'])
@Index('interactions_passing_idx', ['lastAt', 'id'], { where: IS_PASSING })
export class InteractionEntity {
  /** UUIDv7. In lists it orders rows with the same time. */
  @ApiProperty({ format: 'uuid', example: '0198c2b4-7a10-7c3e-9a55-3f1f0a6f2d13' })
  @Column('uuid')
  id: string;

  @ApiProperty({ format: 'uuid', example: '0198c2b4-7a10-7c3e-9a55-3f1f0a6f2d11' })
  @PrimaryColumn('uuid', { name: 'event_id', primaryKeyConstraintName: 'interactions_pkey' })
  eventId: string;

  @ManyToOne(() => EventEntity, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'event_id', foreignKeyConstraintName: 'interactions_event_id_fkey' })
  event?: Relation<EventEntity>;

  @UserId()
  @ApiProperty({ maxLength: 255, example: 'alice' })
  @PrimaryColumn('text', { name: 'user_id', primaryKeyConstraintName: 'interactions_pkey' })
  userId: string;

  @ApiProperty({ enum: ACTIONS, enumName: 'Action', example: 'SAVE' })
  @PrimaryColumn('text', { primaryKeyConstraintName: 'interactions_pkey' })
  action: Action;

  @ApiCount({ description: 'The number of times.', example: 3 })
  @Column('integer', { default: 1 })
  count: number;

  @ApiProperty({ type: 'string', format: 'date-time', example: '2026-11-20T18:00:00.000Z' })
  @Column({ type: 'timestamptz', name: 'first_at', precision: 3, default: () => 'now()' })
  firstAt: Date;

  /** The sort key of the lists of its user. */
  @ApiProperty({ type: 'string', format: 'date-time', example: '2026-11-21T09:30:00.000Z' })
  @Column({ type: 'timestamptz', name: 'last_at', precision: 3, default: () => 'now()' })
  lastAt: Date;
}
