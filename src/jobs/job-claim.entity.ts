import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import { Purged } from '../database/purged.js';

/** Who runs (or ran) one tick of one job; the primary key is the claim (decisions.md, "Jobs"). */
@Entity('job_claims')
@Purged({ along: ['tick', 'job'], before: `now() - interval '90 days'` })
@Index('job_claims_tick_idx', ['tick', 'job'])
@Index('job_claims_unfinished_idx', ['leaseUntil'], { where: 'finished_at IS NULL' })
export class JobClaimEntity {
  @PrimaryColumn('text', { primaryKeyConstraintName: 'job_claims_pkey' })
  job: string;

  @PrimaryColumn({ type: 'timestamptz', precision: 3, primaryKeyConstraintName: 'job_claims_pkey' })
  tick: Date;

  /** UUIDv7 of the run that holds the claim. */
  @Column('uuid')
  holder: string;

  /** Past it, another instance may take the run up. */
  @Column({ type: 'timestamptz', name: 'lease_until', precision: 3 })
  leaseUntil: Date;

  /** How often the run was started, not counting those that an orderly stop ended. */
  @Column('integer', { default: 1 })
  attempts: number;

  @Column({ type: 'timestamptz', name: 'finished_at', precision: 3, nullable: true })
  finishedAt: Date | null;
}
