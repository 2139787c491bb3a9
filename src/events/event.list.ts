import { And, ArrayContains, LessThanOrEqual, MoreThanOrEqual, Raw } from 'typeorm';
import { DAY_MS, formatInstant, parseDay, parseInstant } from '../common/instant.js';
import { type Criteria, given } from '../database/criteria.js';
import type { Order } from '../database/repository.js';
import type { Category } from '../tagging/tagger.js';
import type { EventEntity } from './event.entity.js';
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
export function criteriaOf({ startDate, endDate, tag, q, ...query }: ListEventsQuery): Criteria<EventEntity> {
  const { type, category, source, status, creatorId } = query;
  const from = startDate === undefined ? [] : [MoreThanOrEqual(startOf(startDate))];
  const to = endDate === undefined ? [] : [LessThanOrEqual(lastBefore(endDate))];
  return given({
    type,
    category: category as Category | undefined,
    source,
    status,
    creatorId,
    startAt: from.length + to.length > 0 ? And(...from, ...to) : undefined,
    tags: tag === undefined ? undefined : ArrayContains([tag]),
    search: q ? Raw((column) => `${column} @@ ${queryOf(':typed')}`, { typed: webSearch(q) }) : undefined,
  });
}

/** The order of `GET /events`. */
export function orderOf({ sort = 'startAt' }: ListEventsQuery): Order<EventEntity> {
  return { [sort.replace('-', '')]: sort.startsWith('-') ? 'DESC' : 'ASC' };
}
