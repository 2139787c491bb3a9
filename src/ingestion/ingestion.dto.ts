import { ApiProperty } from '@nestjs/swagger';
import { ApiCount } from '../common/api.decorators.js';
import { PageQuery } from '../common/pagination.js';
import { EnumField } from '../common/validation/fields.js';
import { FEED_SOURCES, type FeedSource } from '../events/event.entity.js';
import { type IngestionRunEntity, RUN_OUTCOMES, type RunOutcome } from './ingestion-run.entity.js';

const AFTER = { nullable: true, description: 'Null while it runs.' };

export class ListRunsQuery extends PageQuery {
  @EnumField(FEED_SOURCES, { enumName: 'FeedSource', optional: true, description: 'Only runs of this feed.' })
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

  @ApiProperty({ type: 'string', format: 'date-time', ...AFTER, example: '2026-11-20T18:00:04.210Z' })
  finishedAt: string | null;

  @ApiProperty({ enum: RUN_OUTCOMES, enumName: 'RunOutcome', ...AFTER, example: 'SUCCEEDED' })
  outcome: RunOutcome | null;

  @ApiCount({ description: 'Entries that the feed returned.', example: 412 })
  received: number;

  @ApiCount({ description: 'New events.', example: 12 })
  created: number;

  @ApiCount({ description: 'Events whose hash had changed: updated.', example: 3 })
  updated: number;

  @ApiCount({ description: 'Events with the same hash: not written.', example: 385 })
  unchanged: number;

  @ApiCount({
    description: 'Entries of another campus, cancelled or postponed entries, and duplicates.',
    example: 10,
  })
  ignored: number;

  @ApiCount({ description: 'Entries that are no usable event.', example: 2 })
  rejected: number;

  @ApiCount({ description: 'Events that ended and left the feed: now COMPLETED.', example: 4 })
  completed: number;

  @ApiCount({ description: 'New events that the tagger tagged.', example: 12 })
  tagged: number;

  @ApiCount({ description: 'New events that the tagger failed on.', example: 0 })
  untagged: number;

  @ApiProperty({
    ...{ type: 'string', maxLength: 2000, nullable: true, example: null },
    description: 'The reason of a failed or skipped run, or the number of events that the tagger failed on.',
  })
  error: string | null;

  @ApiProperty({
    ...{ type: 'array', items: { type: 'string', maxLength: 2000 }, maxItems: 20 },
    description: 'The reasons of the first 20 rejections.',
    example: ['/data/events/17 (https://studentlife.example.edu/Events.aspx?e=83306) has no usable title'],
  })
  reasons: string[];
}

export function toIngestionRunDto({ startedAt, finishedAt, ...run }: IngestionRunEntity): IngestionRunDto {
  return { ...run, startedAt: startedAt.toISOString(), finishedAt: finishedAt?.toISOString() ?? null };
}
