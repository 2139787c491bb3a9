import { applyDecorators } from '@nestjs/common';
import { ApiProperty, ApiSchema } from '@nestjs/swagger';
import { Check, Column, Entity, Index, PrimaryColumn } from 'typeorm';
import { ApiCount } from '../common/api.decorators.js';
import { Purged } from '../database/purged.js';
import { FEED_SOURCES, type FeedSource } from '../events/event.entity.js';

const RUN_OUTCOMES = ['SUCCEEDED', 'FAILED', 'SKIPPED'] as const;
type RunOutcome = (typeof RUN_OUTCOMES)[number];

const AFTER = { nullable: true, description: 'Null while it runs.' };

/** A counter of a run. */
const Count = (description: string, example: number) =>
  applyDecorators(ApiCount({ description, example }), Column('integer', { default: 0 }));

/** One pull of one feed, as stored and returned (rules.md, "Feeds"). */
@ApiSchema({ name: 'IngestionRunDto' })
@Entity('ingestion_runs')
@Purged(`started_at < now() - interval '90 days'`)
@Check('ingestion_runs_source_check', `source IN ('${FEED_SOURCES.join("', '")}')`)
@Check('ingestion_runs_outcome_check', `outcome IN ('SUCCEEDED', 'FAILED', 'SKIPPED')`)
@Index('ingestion_runs_started_at_idx', ['startedAt', 'id'])
@Index('ingestion_runs_source_started_at_idx', ['source', 'startedAt', 'id'])
export class IngestionRunEntity {
  /** UUIDv7 */
  @ApiProperty({ format: 'uuid', example: '0198c2b4-7a10-7c3e-9a55-3f1f0a6f2d11' })
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'ingestion_runs_pkey' })
  id: string;

  @ApiProperty({ enum: FEED_SOURCES, enumName: 'FeedSource', example: 'CAMPUS_API' })
  @Column('text')
  source: FeedSource;

  @ApiProperty({ format: 'date-time', example: '2026-11-20T18:00:00.000Z' })
  @Column({ type: 'timestamptz', name: 'started_at', precision: 3, default: () => 'now()' })
  startedAt: Date;

  @ApiProperty({ type: 'string', format: 'date-time', ...AFTER, example: '2026-11-20T18:00:04.210Z' })
  @Column({ type: 'timestamptz', name: 'finished_at', precision: 3, nullable: true })
  finishedAt: Date | null;

  @ApiProperty({ enum: RUN_OUTCOMES, enumName: 'RunOutcome', ...AFTER, example: 'SUCCEEDED' })
  @Column('text', { nullable: true })
  outcome: RunOutcome | null;

  @Count('Entries that the feed returned.', 412)
  received: number;

  @Count('New events.', 12)
  created: number;

  @Count('Events whose hash had changed: updated.', 3)
  updated: number;

  @Count('Events with the same hash: not written.', 385)
  unchanged: number;

  @Count('Entries of another campus, cancelled or postponed entries, and duplicates.', 10)
  ignored: number;

  @Count('Unusable entries.', 2)
  rejected: number;

  @Count('Events that ended and left the feed: now COMPLETED.', 4)
  completed: number;

  @Count('New events that the tagger tagged.', 12)
  tagged: number;

  @Count('New events that the tagger failed on.', 0)
  untagged: number;

  @ApiProperty({
    ...{ type: 'string', maxLength: 2000, nullable: true, example: null },
    description: 'The reason of a failed or skipped run, or the number of events that the tagger failed on.',
  })
  @Column('text', { nullable: true })
  error: string | null;

  @ApiProperty({
    ...{ type: 'array', items: { type: 'string', maxLength: 2000 }, maxItems: 20 },
    description: 'The reasons of the first 20 rejections.',
    example: ['/data/events/17 (https://studentlife.example.edu/Events.aspx?e=83306) has no usable title'],
  })
  @Column('text', { array: true, default: [] })
  reasons: string[];
}
