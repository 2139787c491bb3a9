import { ApiProperty } from '@nestjs/swagger';
import { ApiCount } from '../../common/api.decorators.js';
import { CountParam, TextField } from '../../common/validation/fields.js';

export const SUGGESTION_KINDS = ['EVENT', 'TAG', 'PLACE', 'CATEGORY'] as const;
export type SuggestionKind = (typeof SUGGESTION_KINDS)[number];

const DEFAULT_SUGGESTIONS = 8;
const MAX_SUGGESTIONS = 20;

export class SuggestionsQuery {
  @TextField({
    max: 200,
    trim: true,
    optional: true,
    description:
      'What was typed so far. Accents and case do not matter. Where it is empty, the most frequent are suggested.',
  })
  q?: string;

  @CountParam({
    min: 1,
    most: MAX_SUGGESTIONS,
    description: `How many to answer at most; default ${DEFAULT_SUGGESTIONS}.`,
  })
  limit?: number = DEFAULT_SUGGESTIONS;
}

export class SuggestionDto {
  @ApiProperty({
    enum: SUGGESTION_KINDS,
    enumName: 'SuggestionKind',
    description: 'What it is: the title of an event, a tag, the name of a location, or a category.',
    example: 'TAG',
  })
  kind: SuggestionKind;

  @ApiProperty({ maxLength: 1000, description: 'As it stands in the event.', example: 'jazz' })
  text: string;

  @ApiProperty({
    type: 'string',
    format: 'uuid',
    nullable: true,
    description: 'Of a title: the next event to start that has it. Else null.',
    example: null,
  })
  eventId: string | null;

  @ApiCount({
    description:
      'How many upcoming and running events have it. A list by the tag or category shows as many, with `from` now and ' +
      '`status=OPEN,IN_PROGRESS`. The order of suggestions counts creators instead.',
    example: 12,
  })
  count: number;
}

export class SuggestionsDto {
  @ApiProperty({ type: [SuggestionDto], maxItems: MAX_SUGGESTIONS })
  data: SuggestionDto[];
}
