import { Entity, Index, PrimaryColumn } from 'typeorm';
import { Purged } from '../database/purged.js';

/** A tick of a job that an instance runs or has run. The primary key is the claim (rules.md, "Jobs"). */
@Entity('job_claims')
@Purged(`tick < now() - interval '90 days'`)
@Index('job_claims_tick_idx', ['tick', 'job'])
export class JobClaimEntity {
  @PrimaryColumn('text', { primaryKeyConstraintName: 'job_claims_pkey' })
  job: string;

  @PrimaryColumn({ type: 'timestamptz', precision: 3, primaryKeyConstraintName: 'job_claims_pkey' })
  tick: Date;
}
