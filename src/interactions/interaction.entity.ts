import { Check, Column, Entity, Index, PrimaryColumn } from 'typeorm';
import { BesideEvent } from '../events/beside-event.js';

export const ACTIONS = ['VIEW', 'CLICK', 'SAVE', 'BOOKMARK', 'APPLY'] as const;
export type Action = (typeof ACTIONS)[number];

/** How often a user did one thing with an event. It is removed with the event. */
@Entity('interactions')
@BesideEvent({ event: 'eventId', along: ['userId', 'action'] })
@Check('interactions_action_check', `action IN ('VIEW', 'CLICK', 'SAVE', 'BOOKMARK', 'APPLY')`)
@Index('interactions_event_id_action_idx', ['eventId', 'action'])
@Index('interactions_user_id_last_at_idx', ['userId', 'lastAt', 'id'])
@Index('interactions_user_id_action_last_at_idx', ['userId', 'action', 'lastAt', 'id'])
export class InteractionEntity {
  @PrimaryColumn('uuid', { name: 'event_id', primaryKeyConstraintName: 'interactions_pkey' })
  eventId: string;

  @PrimaryColumn('text', { name: 'user_id', primaryKeyConstraintName: 'interactions_pkey' })
  userId: string;

  @PrimaryColumn('text', { primaryKeyConstraintName: 'interactions_pkey' })
  action: Action;

  /** UUIDv7; orders rows of the same moment in lists. */
  @Column('uuid')
  id: string;

  @Column('integer', { default: 1 })
  count: number;

  @Column({ type: 'timestamptz', name: 'first_at', precision: 3, default: () => 'now()' })
  firstAt: Date;

  @Column({ type: 'timestamptz', name: 'last_at', precision: 3, default: () => 'now()' })
  lastAt: Date;
}
