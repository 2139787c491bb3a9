import { ApiProperty, PickType } from '@nestjs/swagger';
import { ApiCount } from '../../common/api.decorators.js';
import { ListEventsQuery } from '../list/events-query.dto.js';

/** Events that are counted (rules.md, "Finding things"). */
export const MAX_COUNTED = 10_000;
/** Tags that are answered. */
export const MAX_TAGS = 20;

/** The filters of a list of events. */
export class FacetsQuery extends PickType(ListEventsQuery, [
  ...(['type', 'category', 'source', 'status', 'tag', 'creatorId', 'q'] as const),
  ...(['takesApplications', 'payType', 'minPay'] as const),
  ...(['startDate', 'endDate', 'from', 'to', 'when', 'tz', 'bbox', 'near', 'radius'] as const),
]) {}

export class FacetDto {
  @ApiProperty({ maxLength: 40, description: 'What the filter of this name takes.', example: 'MUSIC' })
  value: string;

  @ApiCount({
    description: 'How many events a list with it has; those that are counted.',
    maximum: MAX_COUNTED,
    example: 42,
  })
  count: number;
}

const Facet = (filter: string, maxItems: number) =>
  ApiProperty({
    type: [FacetDto],
    maxItems,
    description: `By all filters but \`${filter}\`: the most frequent first. What no event has is left out.`,
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
    description: `False where more than ${MAX_COUNTED} events match: the next to start are counted then.`,
    example: true,
  })
  isExact: boolean;
}
