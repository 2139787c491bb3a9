import { Injectable } from '@nestjs/common';
import type { ReplicationMode } from 'typeorm';
import { z } from 'zod';
import { formatInstant } from '../../common/instant.js';
import {
  DEFAULT_LIMIT,
  encodeCursor,
  fingerprint,
  type Page,
  startOfPage,
  toPage,
} from '../../common/pagination.js';
import { Problem } from '../../common/problem.js';
import { Statements } from '../../database/statements.js';
import type { EventPage } from '../events.dto.js';
import { type Filters, filterOf } from '../list/event-filter.js';
import { filtersOf, type ListEventsQuery } from '../list/events-query.dto.js';
import { FilterReader } from '../list/filter-reader.js';
import type { EventRow } from '../list/rendered-events.js';
import { distanceColumn, distanceTo } from '../map/area.js';
import { columnsOf, type EventProperty } from '../stored-event.js';
import { soonest, todayInUtc } from './candidates.js';
import { SEARCH_TIMEOUT } from './search-turns.js';
import { SpellingService } from './spelling.service.js';

/** Matches that are ranked. So far one can page (contract 12, "Relevance"). */
const MAX_RANKED = 1_000;
/** Where a page starts. All pages of a list have the same day for today. */
const START = z.strictObject({ today: z.int(), offset: z.int().min(0).max(MAX_RANKED) });

type Row = EventRow & { distance?: number; matches: number };

/** Lists in the order of relevance, or of distance. */
@Injectable()
export class RankedSearch {
  constructor(
    private readonly statements: Statements,
    private readonly filters: FilterReader,
    private readonly spelling: SpellingService,
  ) {}

  /**
   * A page of the best among the 1 000 matches that are next to start, from today in UTC on; where those are fewer, the latest of
   * the earlier ones fill up.
   * @param withSpelling whether to look for another spelling where nothing is found
   * @throws Problem VALIDATION_FAILED for a cursor of another list, or an offset past 1 000
   */
  async page(
    query: ListEventsQuery,
    properties: readonly EventProperty[],
    mode: ReplicationMode,
    withSpelling: boolean,
  ): Promise<Page<EventRow> & Pick<EventPage, 'didYouMean'>> {
    const { limit = DEFAULT_LIMIT } = query;
    const scope = fingerprint('ranked events', filtersOf(query));
    const { position, offset: skipped } = startOfPage(scope, query, START);
    const { today, offset } = position ?? { today: todayInUtc(), offset: skipped };
    if (offset > MAX_RANKED)
      throw Problem.invalid({
        pointer: 'offset',
        detail: `must be at most ${MAX_RANKED} where the best come first`,
      });
    const { text, values } = best(query, await this.filters.read(query, mode), properties, today, {
      limit,
      offset,
    });
    const rows = await this.statements.shared<Row>({ text, values }, { mode, timeout: SEARCH_TIMEOUT });

    const total = rows[0]?.matches ?? 0;
    const end = offset + limit;
    const hasMore = end < Math.min(total, MAX_RANKED);
    const data = rows.filter(({ id }) => id !== null).map(({ matches: _, ...event }) => event);
    const nextCursor = hasMore ? encodeCursor(scope, { today, offset: end }) : null;
    const page = toPage(data, total, limit, offset, nextCursor);
    if (!query.q || query.sort !== undefined) return page;
    return { ...page, didYouMean: total === 0 && withSpelling ? await this.respelled(query, mode) : null };
  }

  /** Another spelling of a search that finds something, or null. */
  private async respelled(query: ListEventsQuery, mode: ReplicationMode): Promise<string | null> {
    const first = { ...query, limit: 1, offset: undefined, cursor: undefined };
    for (const q of await this.spelling.alternatives(query.q!)) {
      const { total } = await this.page({ ...first, q }, ['id'], mode, false);
      if (total > 0) return q;
    }
    return null;
  }
}

/** The statement of a page. It returns one row at least, which says how many match. */
function best(
  query: ListEventsQuery,
  filters: Filters,
  properties: readonly EventProperty[],
  today: number,
  { limit, offset }: { limit: number; offset: number },
): { text: string; values: unknown[] } {
  const filter = filterOf(query, filters);
  const degrees = (angle: number) => filter.value(angle, 'float8');
  const rank =
    query.sort === 'distance'
      ? `-(${distanceTo(filters.area!.circle!, degrees)})`
      : filters.search!.rank(filter);
  const wanted = { columns: `${rank} AS rank`, rows: MAX_RANKED + 1, now: today, window: filters.window };
  const found = soonest(filter, wanted);
  const begin = filter.value(formatInstant(today), 'timestamptz');
  // Of equal rank what starts from today on comes first, then the latest.
  const proximity = (row: string) =>
    `${row}.start_at < ${begin}, CASE WHEN ${row}.start_at >= ${begin} THEN ${row}.start_at END, ${row}.start_at DESC, ${row}.id`;
  const text = `
    WITH ${found},
    best AS (
      SELECT * FROM (SELECT * FROM found ORDER BY ${proximity('found')} LIMIT ${MAX_RANKED}) nearest
      ORDER BY rank DESC, ${proximity('nearest')} LIMIT ${limit} OFFSET ${offset})
    SELECT ${columnsOf(properties)} ${distanceColumn(filters.area, degrees)},
      (SELECT count(*)::int FROM found) AS matches
    FROM (SELECT) one LEFT JOIN (best JOIN events e ON e.id = best.id) ON true ORDER BY rank DESC, ${proximity('best')}`;
  return { text, values: filter.values };
}
