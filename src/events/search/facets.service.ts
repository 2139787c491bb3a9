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

/** SQL of the values of each facet and how many of the rows `counted` have them. */
const COUNTS: Record<Facet, string> = {
  type: countsOf('type', 'type'),
  category: countsOf('category', 'category'),
  source: countsOf('source', 'source'),
  status: countsOf('status', 'status'),
  tag: countsOf('tag', 'tag', 'CROSS JOIN LATERAL (SELECT DISTINCT unnest(tags) AS tag) each', MAX_TAGS),
};

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
      type: of('type'),
      category: of('category'),
      source: of('source'),
      status: of('status'),
      tag: of('tag'),
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
      UNION ALL ${facets.map((facet) => `(${COUNTS[facet]})`).join(' UNION ALL ')}`;
    return this.statements.shared({ text, values: filter.values }, { mode, timeout: SEARCH_TIMEOUT });
  }
}

function countsOf(facet: string, column: string, join = '', most?: number): string {
  return `
    SELECT '${facet}' AS facet, ${column} AS value, count(*)::int AS count FROM counted ${join}
    WHERE ${column} IS NOT NULL GROUP BY ${column} ORDER BY count DESC, value ${most ? `LIMIT ${most}` : ''}`;
}
