import { Injectable } from '@nestjs/common';
import type { ReplicationMode } from 'typeorm';
import type { Caller } from '../../common/access.js';
import { Standbys } from '../../database/standbys.js';
import { Statements } from '../../database/statements.js';
import { type Filters, filterOf } from '../list/event-filter.js';
import { FilterReader } from '../list/filter-reader.js';
import { soonest, todayInUtc } from './candidates.js';
import { type FacetDto, type FacetsDto, type FacetsQuery, MAX_COUNTED, MAX_TAGS } from './facets.dto.js';
import { SEARCH_TIMEOUT, SearchTurns } from './search-turns.js';

const FACETS = ['type', 'category', 'source', 'status', 'tag'] as const;
type Facet = (typeof FACETS)[number];

interface Count extends FacetDto {
  facet: Facet | null;
}

/** How many events each further filter would leave (rules.md, "Finding things"). */
@Injectable()
export class FacetsService {
  constructor(
    private readonly statements: Statements,
    private readonly standbys: Standbys,
    private readonly filters: FilterReader,
    private readonly turns: SearchTurns,
  ) {}

  /** @throws Problem VALIDATION_FAILED for filters that exclude each other, UNAVAILABLE where too many search */
  async count(caller: Caller, query: FacetsQuery): Promise<FacetsDto> {
    const mode = this.standbys.modeFor(caller.id, query.creatorId);
    const filters = await this.filters.read(query, mode);
    // Those whose own filter is not given are counted together.
    const filtered = FACETS.filter((facet) => query[facet] !== undefined);
    const others = FACETS.filter((facet) => query[facet] === undefined);
    const passes = [...filtered.map((facet) => [facet]), others].filter(({ length }) => length > 0);
    const counts = await Promise.all(
      passes.map((facets) => {
        const own = facets === others ? {} : { [facets[0]!]: undefined };
        return this.turns.run(caller.id, () => this.countBy(facets, { ...query, ...own }, filters, mode));
      }),
    );
    const all = counts.flat();
    const of = (wanted: Facet) =>
      all.filter(({ facet }) => facet === wanted).map(({ value, count }) => ({ value, count }));
    return {
      ...(Object.fromEntries(FACETS.map((facet) => [facet, of(facet)])) as Record<Facet, FacetDto[]>),
      isExact: all.every(({ facet, count }) => facet !== null || count <= MAX_COUNTED),
    };
  }

  /** The counts of some facets, and how many events there are, up to one more than are counted. */
  private countBy(
    facets: Facet[],
    query: FacetsQuery,
    filters: Filters,
    mode: ReplicationMode,
  ): Promise<Count[]> {
    const filter = filterOf(query, filters);
    const columns = 'e.type, e.category, e.source, e.status, e.tags';
    const { window } = filters;
    const found = soonest(filter, { columns, rows: MAX_COUNTED + 1, now: todayInUtc(), window });
    const text = `
      WITH ${found}, counted AS (SELECT * FROM found LIMIT ${MAX_COUNTED})
      SELECT NULL AS facet, NULL AS value, count(*)::int AS count FROM found
      UNION ALL ${facets.map((facet) => `(${countsOf(facet)})`).join(' UNION ALL ')}`;
    return this.statements.shared({ text, values: filter.values }, { mode, timeout: SEARCH_TIMEOUT });
  }
}

/** SQL of the values of a facet and how many of the rows `counted` have them. */
function countsOf(facet: Facet): string {
  const isTag = facet === 'tag';
  return `
    SELECT '${facet}' AS facet, ${facet} AS value, count(*)::int AS count FROM counted
    ${isTag ? 'CROSS JOIN LATERAL (SELECT DISTINCT unnest(tags) AS tag) each' : ''}
    WHERE ${facet} IS NOT NULL GROUP BY ${facet} ORDER BY count DESC, value ${isTag ? `LIMIT ${MAX_TAGS}` : ''}`;
}
