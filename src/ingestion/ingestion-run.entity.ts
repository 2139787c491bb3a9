import { Check, Column, Entity, Index, PrimaryColumn } from 'typeorm';
import { Purged } from '../database/purged.js';
import { FEED_SOURCES, type FeedSource } from '../events/event.entity.js';

export const RUN_OUTCOMES = ['SUCCEEDED', 'FAILED', 'SKIPPED'] as const;
export type RunOutcome = (typeof RUN_OUTCOMES)[number];

/** One pull of one feed, as `/ingestion/runs` shows it (rules.md, "Feeds"). */
@Entity('ingestion_runs')
@Purged(`started_at < now() - interval '90 days'`)
@Check('ingestion_runs_source_check', `source IN ('${FEED_SOURCES.join("', '")}')`)
@Check('ingestion_runs_outcome_check', `outcome IN ('SUCCEEDED', 'FAILED', 'SKIPPED')`)
@Index('ingestion_runs_started_at_idx', ['startedAt', 'id'])
@Index('ingestion_runs_source_started_at_idx', ['source', 'startedAt', 'id'])
export class IngestionRunEntity {
  /** UUIDv7 */
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'ingestion_runs_pkey' })
  id: string;

  @Column('text')
  source: FeedSource;

  @Column({ type: 'timestamptz', name: 'started_at', precision: 3, default: () => 'now()' })
  startedAt: Date;

  @Column({ type: 'timestamptz', name: 'finished_at', precision: 3, nullable: true })
  finishedAt: Date | null;

  /** Null during the run. */
  @Column('text', { nullable: true })
  outcome: RunOutcome | null;

  @Column('integer', { default: 0 })
  received: number;

  @Column('integer', { default: 0 })
  created: number;

  @Column('integer', { default: 0 })
  updated: number;

  @Column('integer', { default: 0 })
  unchanged: number;

  @Column('integer', { default: 0 })
  ignored: number;

  @Column('integer', { default: 0 })
  rejected: number;

  @Column('integer', { default: 0 })
  completed: number;

  @Column('integer', { default: 0 })
  tagged: number;

  @Column('integer', { default: 0 })
  untagged: number;

  @Column('text', { nullable: true })
  error: string | null;

  /** Why the first 20 rejected entries were rejected. */
  @Column('text', { array: true, default: [] })
  reasons: string[];
}
