import { ApiProperty, OmitType } from '@nestjs/swagger';
import { ApiCount } from '../../common/api.decorators.js';
import type { Serialized } from '../../common/http/serialized.js';
import { CountParam, TextField } from '../../common/validation/fields.js';
import { EventDto } from '../events.dto.js';
import { ListEventsQuery } from '../list/events-query.dto.js';

/** Maximum number of events that facets count, and of tags among the facets (rules.md, "Finding things"). */
export const MAX_COUNTED = 10_000;
export const MAX_TAGS = 20;
/** Maximum number of suggestions, and of similar events. */
const MAX_LIMIT = 20;
const DEFAULT_SUGGESTIONS = 8;
const DEFAULT_SIMILAR = 6;

const LimitParam = (noun: string, byDefault: number) =>
  CountParam({
    min: 1,
    most: MAX_LIMIT,
    description: `The number of ${noun}, 1 to ${MAX_LIMIT}, by default ${byDefault}.`,
  });

/** The filters of a list, without the parameters of its pages. */
export class FacetsQuery extends OmitType(ListEventsQuery, [
  ...(['limit', 'offset', 'cursor', 'sort', 'ids', 'view', 'include'] as const),
]) {}

export class FacetDto {
  @ApiProperty({ maxLength: 40, description: 'A value of the filter.', example: 'MUSIC' })
  value: string;

  @ApiCount({
    description: 'The number of counted events with this value.',
    maximum: MAX_COUNTED,
    example: 42,
  })
  count: number;
}

const Facet = (filter: string, maxItems: number) =>
  ApiProperty({
    type: [FacetDto],
    maxItems,
    description: `Counted with all filters but \`${filter}\`. The most frequent first, without zeros.`,
  });

export class FacetsDto {
  @Facet('type', 2)
  type: FacetDto[];

  @Facet('category', 50)
  category: FacetDto[];

  @Facet('source', 3)
  source: FacetDto[];

  @Facet('status', 4)
  status: FacetDto[];

  @Facet('tag', MAX_TAGS)
  tag: FacetDto[];

  @ApiProperty({
    description: `False if more than ${MAX_COUNTED} events match: then those that start next are counted.`,
    example: true,
  })
  isExact: boolean;
}

export class SimilarQuery {
  @LimitParam('events', DEFAULT_SIMILAR)
  limit?: number = DEFAULT_SIMILAR;
}

export class SimilarEventsDto {
  @ApiProperty({ type: [EventDto], maxItems: MAX_LIMIT })
  data: Serialized<EventDto>[];
}

export class SuggestionsQuery {
  @TextField({
    max: 200,
    trim: true,
    optional: true,
    description: 'The text typed so far, in any case. Empty or absent: the most frequent suggestions.',
  })
  q?: string;

  @LimitParam('suggestions', DEFAULT_SUGGESTIONS)
  limit?: number = DEFAULT_SUGGESTIONS;
}

const SUGGESTION_KINDS = ['EVENT', 'TAG', 'PLACE', 'CATEGORY'] as const;

export class SuggestionDto {
  @ApiProperty({
    enum: SUGGESTION_KINDS,
    enumName: 'SuggestionKind',
    description: 'The kind of text.',
    example: 'TAG',
  })
  kind: (typeof SUGGESTION_KINDS)[number];

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
    description: 'The number of upcoming and running events that have it.',
    example: 12,
  })
  count: number;
}

export class SuggestionsDto {
  @ApiProperty({ type: [SuggestionDto], maxItems: MAX_LIMIT })
  data: SuggestionDto[];
}
