import { ApiProperty, OmitType } from '@nestjs/swagger';
import { ApiCount } from '../../common/api.decorators.js';
import { ListEventsQuery } from '../list/events-query.dto.js';

/** Events that are counted (rules.md, "Finding things"). */
export const MAX_COUNTED = 10_000;
/** Tags that are answered. */
export const MAX_TAGS = 20;

/** The filters of a list of events. */
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
