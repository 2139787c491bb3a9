import { Injectable } from '@nestjs/common';
import type { Caller } from '../../common/access.js';
import { FilterReader, soonest, todayInUtc } from '../list/event-filter.js';
import { type FacetDto, type FacetsDto, type FacetsQuery, MAX_COUNTED, MAX_TAGS } from './finding.dto.js';
import { Searches } from './searches.js';

const FACETS = ['type', 'category', 'source', 'status', 'tag'] as const;
type Facet = (typeof FACETS)[number];
const COLUMNS = 'e.type, e.category, e.source, e.status, e.tags';

/** Without a facet: how many events there are, up to one more than are counted. */
interface Count extends FacetDto {
  facet: Facet | null;
}

/** How many events each further filter would leave (rules.md, "Finding things"). */
@Injectable()
export class FacetsService {
  constructor(
    private readonly filters: FilterReader,
    private readonly searches: Searches,
  ) {}

  /** @throws Problem VALIDATION_FAILED for filters that exclude each other, UNAVAILABLE where too many search */
  async count(caller: Caller, query: FacetsQuery): Promise<FacetsDto> {
    // Those whose own filter is not given are counted together.
    const others = FACETS.filter((facet) => query[facet] === undefined);
    const filtered = FACETS.filter((facet) => query[facet] !== undefined);
    const all = await Promise.all([
      this.countBy(others, query, caller),
      ...filtered.map((facet) => this.countBy([facet], { ...query, [facet]: undefined }, caller)),
    ]);
    const counts = all.flat();
    const of = (wanted: Facet) =>
      counts.filter(({ facet }) => facet === wanted).map(({ value, count }) => ({ value, count }));
    return {
      ...(Object.fromEntries(FACETS.map((facet) => [facet, of(facet)])) as Record<Facet, FacetDto[]>),
      isExact: counts.every(({ facet, count }) => facet !== null || count <= MAX_COUNTED),
    };
  }

  private async countBy(facets: Facet[], query: FacetsQuery, { id }: Caller): Promise<Count[]> {
    const reader = this.searches.reader(id, query.creatorId);
    const filter = await this.filters.read(query, reader);
    const found = soonest(filter, COLUMNS, MAX_COUNTED + 1, todayInUtc());
    const total = 'SELECT NULL AS facet, NULL AS value, count(*)::int AS count FROM found';
    const text = `
      WITH ${found}, counted AS (SELECT * FROM found LIMIT ${MAX_COUNTED})
      ${[total, ...facets.map(countsOf)].join(' UNION ALL ')}`;
    return this.searches.read({ text, values: filter.values }, reader);
  }
}

/** SQL of the values of a facet and how many of the rows `counted` have them. */
function countsOf(facet: Facet): string {
  const isTag = facet === 'tag';
  return `(
    SELECT '${facet}' AS facet, ${facet} AS value, count(*)::int AS count FROM counted
    ${isTag ? 'CROSS JOIN LATERAL (SELECT DISTINCT unnest(tags) AS tag) each' : ''}
    WHERE ${facet} IS NOT NULL GROUP BY ${facet} ORDER BY count DESC, value ${isTag ? `LIMIT ${MAX_TAGS}` : ''})`;
}
