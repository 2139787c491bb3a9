import { Injectable } from '@nestjs/common';
import type { Caller } from '../../common/access.js';
import { DAY_MS, floorTo } from '../../common/instant.js';
import { FilterReader, soonest } from '../list/event-filter.js';
import { type FacetsDto, type FacetsQuery, MAX_COUNTED, MAX_TAGS } from './finding.dto.js';
import { Searches } from './searches.js';

const FACETS = ['type', 'category', 'source', 'status', 'tag'] as const;
type Facet = (typeof FACETS)[number];
const COLUMNS = 'e.type, e.category, e.source, e.status, e.tags';

/** The counts of some facets, and how many events there are, up to one more than are counted. */
type Counts = Partial<FacetsDto> & { total: number };

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
    const counts = await Promise.all([
      this.countBy(others, query, caller),
      ...filtered.map((facet) => this.countBy([facet], { ...query, [facet]: undefined }, caller)),
    ]);
    const isExact = counts.every(({ total }) => total <= MAX_COUNTED);
    const { type, category, source, status, tag }: FacetsDto = Object.assign({}, ...counts);
    return { type, category, source, status, tag, isExact };
  }

  private async countBy(facets: Facet[], query: FacetsQuery, { id }: Caller): Promise<Counts> {
    const reader = this.searches.reader(id, query.creatorId);
    const filter = await this.filters.read(query, reader);
    const found = soonest(filter, COLUMNS, MAX_COUNTED + 1, floorTo(DAY_MS, Date.now()));
    const text = `
      WITH ${found}, counted AS (SELECT * FROM found LIMIT ${MAX_COUNTED})
      SELECT ${['(SELECT count(*)::int FROM found) AS total', ...facets.map(countsOf)].join(', ')}`;
    const [counts] = await this.searches.read<Counts>({ text, values: filter.values }, reader);
    return counts!;
  }
}

/** SQL of the values of a facet and how many of the rows `counted` have them. */
function countsOf(facet: Facet): string {
  const isTag = facet === 'tag';
  return `(
    SELECT coalesce(json_agg(counts), '[]') FROM (
      SELECT ${facet} AS value, count(*)::int AS count FROM counted
      ${isTag ? 'CROSS JOIN LATERAL (SELECT DISTINCT unnest(tags) AS tag) each' : ''}
      WHERE ${facet} IS NOT NULL
      GROUP BY ${facet} ORDER BY count DESC, value ${isTag ? `LIMIT ${MAX_TAGS}` : ''}) counts) AS ${facet}`;
}
