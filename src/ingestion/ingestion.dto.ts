import { ApiProperty } from '@nestjs/swagger';
import { EnumField } from '../common/fields.js';
import { PageQuery } from '../common/pagination.js';
import { type FeedSource, RUN_OUTCOMES, type RunOutcome } from './ingestion-run.entity.js';

const FEED_SOURCES = ['CAMPUS_API', 'TICKET_API'] as const satisfies FeedSource[];

export class ListRunsQuery extends PageQuery {
  @EnumField(FEED_SOURCES, { enumName: 'FeedSource', optional: true, description: 'Runs of this feed.' })
  source?: FeedSource;
}

/** One pull of one feed. */
export class IngestionRunDto {
  @ApiProperty({ format: 'uuid', example: '0198c2b4-7a10-7c3e-9a55-3f1f0a6f2d11' })
  id: string;

  @ApiProperty({ enum: FEED_SOURCES, enumName: 'FeedSource', example: 'CAMPUS_API' })
  source: FeedSource;

  @ApiProperty({ format: 'date-time', example: '2026-11-20T18:00:00.000Z' })
  startedAt: string;

  @ApiProperty({
    type: 'string',
    format: 'date-time',
    nullable: true,
    description: 'Null while it runs.',
    example: '2026-11-20T18:00:04.210Z',
  })
  finishedAt: string | null;

  @ApiProperty({
    enum: RUN_OUTCOMES,
    enumName: 'RunOutcome',
    nullable: true,
    description: 'Null while it runs; SKIPPED where the URL of the feed is not set.',
    example: 'SUCCEEDED',
  })
  outcome: RunOutcome | null;

  @ApiProperty({ type: 'integer', description: 'Entries of the answer.', example: 412 })
  received: number;

  @ApiProperty({ type: 'integer', description: 'New events.', example: 12 })
  created: number;

  @ApiProperty({ type: 'integer', description: 'Events whose hash had changed.', example: 3 })
  updated: number;

  @ApiProperty({
    type: 'integer',
    description: 'Events whose hash was the same: nothing was written.',
    example: 385,
  })
  unchanged: number;

  @ApiProperty({
    type: 'integer',
    description:
      'Entries of another campus, cancelled ones, and those that a later one of the same id replaces.',
    example: 10,
  })
  ignored: number;

  @ApiProperty({ type: 'integer', description: 'Entries that could not be taken.', example: 2 })
  rejected: number;

  @ApiProperty({ type: 'integer', description: 'Ended events that have left the feed.', example: 4 })
  completed: number;

  @ApiProperty({ type: 'integer', description: 'New events that the tagger tagged.', example: 12 })
  tagged: number;

  @ApiProperty({
    type: 'integer',
    description: 'New events that stay without tags, for now or, where the tagger failed on them, for good.',
    example: 0,
  })
  untagged: number;

  @ApiProperty({
    type: 'string',
    nullable: true,
    description: 'Why it failed or was skipped, or what of it is to be done later.',
    example: null,
  })
  error: string | null;

  @ApiProperty({
    type: [String],
    description: 'Why the first 20 rejected entries were rejected.',
    example: ['/data/events/17 (https://studentlife.example.edu/Events.aspx?e=83306) has no usable title'],
  })
  reasons: string[];
}
