import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import { Purged } from '../database/purged.js';

/** What has ended: the purge removes it too, where the instances share their counts no longer. */
export const ENDED = { along: ['endsAt', 'asker'], before: `now() - interval '1 minute'` };

/** What a user or address has spent of its current allowance on all instances. The table is unlogged: a crash empties it. */
@Entity('rate_counts')
@Purged(ENDED)
@Index('rate_counts_ends_at_idx', ['endsAt', 'asker'])
export class RateCountEntity {
  /** A hash, so that no address is stored. */
  @PrimaryColumn('text', { primaryKeyConstraintName: 'rate_counts_pkey' })
  asker: string;

  @Column('integer')
  spent: number;

  @Column({ type: 'timestamptz', name: 'ends_at', precision: 3 })
  endsAt: Date;
}
