import { DAY_MS, formatInstant, parseDay, parseInstant } from '../common/instant.js';
import { Where } from '../database/table.js';
import type { ListEventsQuery } from './events.dto.js';
import { queryOf, webSearch } from './web-search.js';

function startOf(date: string): string {
  return formatInstant(parseDay(date) ?? parseInstant(date) ?? 0);
}

/** The last millisecond before the end of a day, or before an instant. */
function lastBefore(date: string): string {
  const day = parseDay(date);
  return formatInstant(day === undefined ? (parseInstant(date) ?? 0) - 1 : day + DAY_MS - 1);
}

/** The conditions of `GET /events` (decisions.md, "Events and gigs"), all combined with AND. */
export function whereOf(query: ListEventsQuery): Where {
  const where = new Where()
    .equals('t.type', query.type)
    .equals('t.category', query.category)
    .equals('t.source', query.source)
    .equals('t.status', query.status)
    .equals('t.creator_id', query.creatorId);
  if (query.startDate !== undefined) where.and('t.start_at >= ?', startOf(query.startDate));
  if (query.endDate !== undefined) where.and('t.start_at <= ?', lastBefore(query.endDate));
  if (query.tag !== undefined) where.and('t.tags @> ARRAY[?::text]', query.tag);
  if (query.q) where.and(`t.search @@ ${queryOf('?')}`, webSearch(query.q));
  return where;
}

/** The order of `GET /events`. */
export function sortOf({ sort = 'startAt' }: ListEventsQuery): {
  by: 'startAt' | 'createdAt';
  descending: boolean;
} {
  return { by: sort.replace('-', '') as 'startAt' | 'createdAt', descending: sort.startsWith('-') };
}
