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
      'The text typed so far. Case and accents do not matter. Empty or absent: the most frequent suggestions.',
  })
  q?: string;

  @CountParam({
    min: 1,
    most: MAX_SUGGESTIONS,
    description: `The number of suggestions, 1 to ${MAX_SUGGESTIONS}, by default ${DEFAULT_SUGGESTIONS}.`,
  })
  limit?: number = DEFAULT_SUGGESTIONS;
}

export class SuggestionDto {
  @ApiProperty({
    enum: SUGGESTION_KINDS,
    enumName: 'SuggestionKind',
    description: 'The kind of text.',
    example: 'TAG',
  })
  kind: SuggestionKind;

  @ApiProperty({ maxLength: 1000, description: 'The text as events have it.', example: 'jazz' })
  text: string;

  @ApiProperty({
    type: 'string',
    format: 'uuid',
    nullable: true,
    description: 'Only for EVENT: the next event with this title. Else null.',
    example: null,
  })
  eventId: string | null;

  @ApiCount({
    description:
      'The number of upcoming and running events that have it. The list with this tag or category, `from` now and ' +
      '`status=OPEN,IN_PROGRESS` has as many. The order of suggestions counts creators instead.',
    example: 12,
  })
  count: number;
}

export class SuggestionsDto {
  @ApiProperty({ type: [SuggestionDto], maxItems: MAX_SUGGESTIONS })
  data: SuggestionDto[];
}
