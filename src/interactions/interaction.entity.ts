import { Check, Column, Entity, Index, JoinColumn, ManyToOne, PrimaryColumn, type Relation } from 'typeorm';
import { Purged } from '../database/purged.js';
import { ReadAs } from '../database/table.js';
import { EventEntity } from '../events/event.entity.js';

export const ACTIONS = ['VIEW', 'CLICK', 'SAVE', 'BOOKMARK', 'APPLY'] as const;
export type Action = (typeof ACTIONS)[number];

/** What a user did in passing, which is not kept forever (decisions.md, "Interactions"). */
const IS_PASSING = `action IN ('VIEW', 'CLICK')`;
const A_YEAR_AGO = `now() - interval '365 days'`;

/** How often a user did one thing with an event. It is removed with the event. */
@Entity('interactions')
@Purged({
  along: ['listedAt', 'id'],
  among: IS_PASSING,
  before: A_YEAR_AGO,
  where: `coalesce(last_at, listed_at) < ${A_YEAR_AGO}`,
})
@Check('interactions_action_check', `action IN ('VIEW', 'CLICK', 'SAVE', 'BOOKMARK', 'APPLY')`)
@Index('interactions_event_id_action_idx', ['eventId', 'action'])
@Index('interactions_interested_idx', ['eventId', 'userId'], { where: `action IN ('SAVE', 'BOOKMARK')` })
@Index('interactions_user_id_listed_at_idx', ['userId', 'listedAt', 'id'])
@Index('interactions_user_id_action_listed_at_idx', ['userId', 'action', 'listedAt', 'id'])
@Index('interactions_passing_idx', ['listedAt', 'id'], { where: IS_PASSING })
export class InteractionEntity {
  @PrimaryColumn('uuid', { name: 'event_id', primaryKeyConstraintName: 'interactions_pkey' })
  eventId: string;

  @ManyToOne(() => EventEntity, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'event_id', foreignKeyConstraintName: 'interactions_event_id_fkey' })
  event?: Relation<EventEntity>;

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

  /** Null where it has not been done again since it was listed, in rows from before there was `listedAt`. */
  @ReadAs('coalesce(t.last_at, t.listed_at)')
  @Column({ type: 'timestamptz', name: 'last_at', precision: 3, nullable: true, default: () => 'now()' })
  lastAt: Date;

  /**
   * Its place in its user's lists, which are ordered by when each was last done. Who does again what stands first already
   * changes no order, so this stays, and the row with the new `lastAt` takes the place of the old one: no index names that.
   */
  @Column({ type: 'timestamptz', name: 'listed_at', precision: 3, default: () => 'now()' })
  listedAt: Date;
}
