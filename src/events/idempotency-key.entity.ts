import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import { Purged } from '../database/purged.js';

/** An `Idempotency-Key` and the event that was created under it (rules.md, "Events and gigs"). */
@Entity('idempotency_keys')
@Purged(`created_at < now() - interval '24 hours'`)
@Index('idempotency_keys_created_at_idx', ['createdAt', 'userId', 'key'])
export class IdempotencyKeyEntity {
  @PrimaryColumn('text', { name: 'user_id', primaryKeyConstraintName: 'idempotency_keys_pkey' })
  userId: string;

  @PrimaryColumn('text', { primaryKeyConstraintName: 'idempotency_keys_pkey' })
  key: string;

  /** SHA-256 of the request; another request under the same key is refused. */
  @Column('text')
  fingerprint: string;

  @Column('uuid', { name: 'event_id' })
  eventId: string;

  @Column({ type: 'timestamptz', name: 'created_at', precision: 3, default: () => 'now()' })
  createdAt: Date;
}
