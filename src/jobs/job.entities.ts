import { Check, Column, Entity, Index, PrimaryColumn } from 'typeorm';
import { Purged } from '../database/purged.js';
import type { JobResult } from './schedule.js';

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

/** The last run of a job on any instance, also by hand, and its last success. The metrics show them. */
@Entity('job_runs')
@Check('job_runs_outcome_check', `outcome IN ('SUCCEEDED', 'FAILED', 'SKIPPED')`)
export class JobRunEntity {
  @PrimaryColumn('text', { primaryKeyConstraintName: 'job_runs_pkey' })
  job: string;

  @Column('text')
  outcome: JobResult['outcome'];

  @Column('double precision')
  seconds: number;

  @Column('jsonb')
  counts: Record<string, number>;

  @Column({ type: 'timestamptz', name: 'succeeded_at', precision: 3, nullable: true })
  succeededAt: Date | null;
}
