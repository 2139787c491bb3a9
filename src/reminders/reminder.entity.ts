import { Column, Entity, Index, JoinColumn, ManyToOne, PrimaryColumn, type Relation } from 'typeorm';
import { Purged } from '../database/purged.js';
import { EventEntity } from '../events/event.entity.js';
import { UserId } from '../users/user.entity.js';

/**
 * The mark that users are reminded of a start of an event. A new start has no mark; a start that returns has
 * its mark already.
 */
@Entity('reminders')
@Purged('start_at < now()')
@Index('reminders_reached_idx', ['reached', 'eventId', 'startAt'], { where: 'reached IS NOT NULL' })
@Index('reminders_start_at_idx', ['startAt', 'eventId'])
export class ReminderEntity {
  @PrimaryColumn('uuid', { name: 'event_id', primaryKeyConstraintName: 'reminders_pkey' })
  eventId: string;

  @ManyToOne(() => EventEntity, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'event_id', foreignKeyConstraintName: 'reminders_event_id_fkey' })
  event?: Relation<EventEntity>;

  @PrimaryColumn({
    type: 'timestamptz',
    name: 'start_at',
    precision: 3,
    primaryKeyConstraintName: 'reminders_pkey',
  })
  startAt: Date;

  /** The users of this time are reminded, not those who come later. */
  @Column({ type: 'timestamptz', name: 'claimed_at', precision: 3, default: () => 'now()' })
  claimedAt: Date;

  /** The last user who is reminded, in the order of their ids. Null when all are. */
  @UserId({ exemption: 'It is a position in a list of users, for as long as a run takes.' })
  @Column('text', { nullable: true, default: '' })
  reached: string | null;
}
