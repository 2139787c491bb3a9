import { Injectable } from '@nestjs/common';
import type { ReplicationMode } from 'typeorm';
import type { Caller } from '../../common/access.js';
import { Config } from '../../common/config.js';
import { Database } from '../../database/database.js';
import { type Walk, walkText } from '../../database/page.js';
import { Repository } from '../../database/repository.js';
import { Standbys } from '../../database/standbys.js';
import type { Statement } from '../../database/table.js';
import { InjectTable } from '../../database/table.provider.js';
import { EventEntity } from '../event.entity.js';
import { criteriaOf } from '../event-criteria.js';
import { type Window, windowOf } from '../event-window.js';
import { isIn, sidesOf } from '../map/event-area.js';
import { Places, type Region } from '../map/places.js';
import { EventSearch } from '../search/event-search.js';
import { SearchTurns } from '../search/search-turns.js';
import { queryOf, webSearch } from '../search/web-search.js';
import { type FacetDto, type FacetsDto, type FacetsQuery, MAX_COUNTED, MAX_TAGS } from './facets.dto.js';

const FACETS = ['type', 'category', 'source', 'status', 'tag'] as const;
type Facet = (typeof FACETS)[number];

/** Rows that are read: one more than are counted tells that there are more. */
const ROWS = MAX_COUNTED + 1;
/** Of each cell of the map and at a time. So many small cells fit a region well, since nothing is sorted here. */
const ROWS_OF_CELL = 100;
const COLUMNS = 't.id, t.start_at, t.type, t.category, t.source, t.status, t.tags';

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

/** How many events each further filter would leave (decisions.md, "Finding things"). */
@Injectable()
export class FacetsService {
  constructor(
    private readonly config: Config,
    private readonly database: Database,
    private readonly standbys: Standbys,
    @InjectTable(EventEntity) private readonly events: Repository<EventEntity>,
    private readonly search: EventSearch,
    private readonly turns: SearchTurns,
    private readonly places: Places,
  ) {}

  /** @throws Problem VALIDATION_FAILED for filters that exclude each other, UNAVAILABLE where too many search */
  async count(caller: Caller, query: FacetsQuery): Promise<FacetsDto> {
    const mode = this.standbys.modeFor(caller.id, query.creatorId);
    const window = windowOf(query, this.config.SERVICE_TIME_ZONE, Date.now());
    const region = await this.places.regionOf(query);
    // Those whose own filter is not given are counted together.
    const filtered = FACETS.filter((facet) => query[facet] !== undefined);
    const others = FACETS.filter((facet) => query[facet] === undefined);
    const passes = [
      ...filtered.map((facet) => ({ facets: [facet], leaves: facet })),
      { facets: others, leaves: undefined },
    ];
    const counts = await Promise.all(
      passes
        .filter(({ facets }) => facets.length > 0)
        .map(({ facets, leaves }) => {
          const filters = leaves ? { ...query, [leaves]: undefined } : query;
          return this.turns.run(caller.id, () => this.countBy(facets, filters, window, region, mode));
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
  private async countBy(
    facets: Facet[],
    query: FacetsQuery,
    window: Window | undefined,
    region: Region | undefined,
    mode?: ReplicationMode,
  ): Promise<Count[]> {
    const isSearch = query.q || query.tag !== undefined;
    const { text: ctes, values } = isSearch
      ? await this.searched(query, window, region)
      : this.walked(query, window, region);
    const text = `
      WITH ${ctes}, counted AS (SELECT * FROM found LIMIT ${MAX_COUNTED})
      SELECT NULL AS facet, NULL AS value, count(*)::int AS count FROM found
      UNION ALL ${facets.map((facet) => `(${COUNTS[facet]})`).join(' UNION ALL ')}`;
    return this.database.read({ text, values }, (rows: Count[]) => rows, mode);
  }

  /** SQL of the matches that have words or a tag. */
  private async searched(query: FacetsQuery, window?: Window, region?: Region): Promise<Statement> {
    const { q, ...others } = query;
    const where = this.events.where(criteriaOf(others), region ? isIn(region) : {});
    const words = q ? queryOf(where.parameter(webSearch(q))) : undefined;
    const text = await this.search.soonest(where, { words, columns: COLUMNS, rows: ROWS }, window);
    return { text, values: where.values };
  }

  /** SQL of the matches along the indexes of a list, as many as are wanted: what is to come, then what was. */
  private walked(query: FacetsQuery, window?: Window, region?: Region): Statement {
    const { criteria, coming, earlier } = sidesOf(query, window, region, ROWS_OF_CELL);
    const matching = this.events.where(...criteria);
    const sql = (walks: Walk<EventEntity>[], direction: 'ASC' | 'DESC') =>
      walks.map((walk) => {
        const order = `ORDER BY t.start_at ${direction}, t.id ${direction}`;
        return `(${walkText(COLUMNS, 'events', this.events.whereOf(walk, matching), order, ROWS)})`;
      });
    const all = [...sql(coming, 'ASC'), ...sql(earlier, 'DESC')].join(' UNION ALL ');
    return {
      text: `found AS MATERIALIZED (SELECT * FROM (${all}) t LIMIT ${ROWS})`,
      values: matching.values,
    };
  }
}

function countsOf(facet: string, column: string, join = '', most?: number): string {
  return `
    SELECT '${facet}' AS facet, ${column} AS value, count(*)::int AS count FROM counted ${join}
    WHERE ${column} IS NOT NULL GROUP BY ${column} ORDER BY count DESC, value ${most ? `LIMIT ${most}` : ''}`;
}
