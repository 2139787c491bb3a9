import { Injectable } from '@nestjs/common';
import type { Caller } from '../../common/access.js';
import { Statements } from '../../database/statements.js';
import { FilterBuilder, firstOf, valuesOf } from '../list/event-filter.js';
import { type FacetsDto, type FacetsQuery, MAX_COUNTED, MAX_TAGS } from './finding.dto.js';
import { Searches } from './searches.js';

const FACETS = ['type', 'category', 'source', 'status', 'tag'] as const;
type Facet = (typeof FACETS)[number];
const COLUMNS = 'e.type, e.category, e.source, e.status, e.tags';

/** The counts of some facets, and the number of matches, up to `MAX_COUNTED` + 1. */
type Counts = Partial<FacetsDto> & { total: number };

/** Counts the events that each additional filter would match (rules.md, "Finding things"). */
@Injectable()
export class FacetsService {
  constructor(
    private readonly statements: Statements,
    private readonly filters: FilterBuilder,
    private readonly searches: Searches,
  ) {}

  /** @throws Problem VALIDATION_FAILED for conflicting filters, UNAVAILABLE after 1.5 s in the queue */
  async count(caller: Caller, query: FacetsQuery): Promise<FacetsDto> {
    // One statement counts all facets without a filter of their own.
    const unfiltered = FACETS.filter((facet) => query[facet] === undefined);
    const filtered = FACETS.filter((facet) => query[facet] !== undefined);
    const counts = await Promise.all([
      this.countBy(unfiltered, query, caller),
      ...filtered.map((facet) => this.countBy([facet], { ...query, [facet]: undefined }, caller)),
    ]);
    const isExact = counts.every(({ total }) => total <= MAX_COUNTED);
    const { type, category, source, status, tag }: FacetsDto = Object.assign({}, ...counts);
    return { type, category, source, status, tag, isExact };
  }

  private async countBy(facets: Facet[], query: FacetsQuery, { id }: Caller): Promise<Counts> {
    const context = this.filters.contextFor(id, query);
    const filter = await this.filters.build(query, context);
    const sql = `
      WITH ${firstOf(filter, COLUMNS, MAX_COUNTED + 1)}, counted AS (SELECT * FROM found LIMIT ${MAX_COUNTED})
      SELECT ${['(SELECT count(*)::int FROM found) AS total', ...facets.map(countsOf)].join(', ')}`;
    const statement = this.statements.bind({ sql, values: valuesOf(filter, Date.now()) });
    const [counts] = await this.searches.read<Counts>(statement, context);
    return counts!;
  }
}

/** SQL of the values of a facet, each with its number of rows in `counted`. */
function countsOf(facet: Facet): string {
  const isTag = facet === 'tag';
  return `(
    SELECT coalesce(json_agg(counts), '[]') FROM (
      SELECT ${facet} AS value, count(*)::int AS count FROM counted
      ${isTag ? 'CROSS JOIN LATERAL (SELECT DISTINCT unnest(tags) AS tag) each' : ''}
      WHERE ${facet} IS NOT NULL
      GROUP BY ${facet} ORDER BY count DESC, value ${isTag ? `LIMIT ${MAX_TAGS}` : ''}) counts) AS ${facet}`;
}
