import { ApiProperty } from '@nestjs/swagger';
import { EnumField, TextField } from '../common/validation/fields.js';
import { CATEGORIES, type Category, TAGGING_LIMITS, type TaggableEvent } from './tagger.js';

/** The input of the tagger. */
export class PreviewTaggingDto {
  @TextField({ min: 1, max: 200, trim: true, visible: true, example: 'Stage hands for the spring concert' })
  title: string;

  @TextField({
    ...{ min: 1, max: 20_000, lines: true, visible: true },
    example: 'Help us set up the stage, the lights and two hundred chairs.',
  })
  description: string;

  @EnumField(['EVENT', 'GIG'], { enumName: 'EventType', example: 'GIG' })
  type: TaggableEvent['type'];
}

/** The tagging of an event or gig. */
export class TaggingDto {
  @ApiProperty({
    ...{ type: 'array', maxItems: TAGGING_LIMITS.tags },
    items: { type: 'string', maxLength: TAGGING_LIMITS.tagLength },
    description: 'Empty if tagging failed or is off.',
    example: ['event staff', 'event set-up', 'concert'],
  })
  tags: string[];

  @ApiProperty({
    ...{ enum: CATEGORIES, enumName: 'Category', nullable: true, example: 'EVENT_STAFFING' },
    description: 'Null if tagging failed or is off.',
  })
  category: Category | null;

  @ApiProperty({
    ...{ type: 'string', maxLength: TAGGING_LIMITS.summaryLength, nullable: true },
    description: 'Null if tagging failed or is off, or if the description adds nothing to the title.',
    example: 'Help us set up the stage, the lights and two hundred chairs.',
  })
  summary: string | null;
}
