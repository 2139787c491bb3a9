import {
  And,
  ArrayContains,
  type FindOperator,
  In,
  LessThan,
  LessThanOrEqual,
  MoreThanOrEqual,
  Raw,
} from 'typeorm';
import { DAY_MS, formatInstant } from '../common/instant.js';
import { type Criteria, given } from '../database/criteria.js';
import type { Order } from '../database/repository.js';
import type { Category } from '../tagging/tagger.js';
import type { EventEntity } from './event.entity.js';
import { lastBefore, startOf, type Window } from './event.window.js';
import { UNENDED } from './event-status.js';
import type { ListEventsQuery } from './events.query.js';
import { queryOf, webSearch } from './web-search.js';

const HOUR = DAY_MS / 24;
/** The most that an event of each length takes, as `event_length` parts them; what has no end is of the first. */
const LENGTHS = [4 * HOUR, DAY_MS, 6 * DAY_MS, 40 * DAY_MS, 400 * DAY_MS, Number.POSITIVE_INFINITY];

/** The conditions of `GET /events` (decisions.md, "Events and gigs") but those of the span of time, all combined with AND. */
export function criteriaOf({
  startDate,
  endDate,
  tag,
  q,
  when,
  tz,
  ...query
}: ListEventsQuery): Criteria<EventEntity> {
  const { type, category, source, status, creatorId } = query;
  return given({
    type,
    category: category as Category | undefined,
    source,
    status: status ?? (when && In(UNENDED)),
    creatorId,
    startAt: both(
      startDate === undefined ? undefined : MoreThanOrEqual(formatInstant(startOf(startDate, tz))),
      endDate === undefined ? undefined : LessThanOrEqual(formatInstant(lastBefore(endDate, tz))),
    ),
    tags: tag === undefined ? undefined : ArrayContains([tag]),
    search: q ? Raw((column) => `${column} @@ ${queryOf(':typed')}`, { typed: webSearch(q) }) : undefined,
  });
}

/** The events that overlap a span of time (decisions.md, "Times of a list"). */
export function overlap({ from, to }: Window): Criteria<EventEntity> {
  return given({
    startAt: to === undefined ? undefined : LessThan(formatInstant(to)),
    endAt: from === undefined ? undefined : Raw(isAfter, { from: formatInstant(from) }),
  });
}

/**
 * The same for a list, in walks that each follow an index in the order of the start: those that start within the span, and
 * for each length those that go on when it begins. In another order there is one walk, and PostgreSQL sorts.
 */
export function walksOf({ sort }: ListEventsQuery, window: Window): Criteria<EventEntity>[] {
  const { from, to } = window;
  if (from === undefined || sort?.endsWith('createdAt')) return [overlap(window)];
  const begin = formatInstant(from);
  const running = LENGTHS.map((length, index) => ({
    startAt: both(
      length === Number.POSITIVE_INFINITY ? undefined : MoreThanOrEqual(formatInstant(from - length)),
      LessThan(begin),
    ),
    endAt: Raw((column) => `event_length(t.start_at, ${column}) = ${index} AND ${isAfter(column)}`, {
      from: begin,
    }),
  }));
  const within = both(MoreThanOrEqual(begin), to === undefined ? undefined : LessThan(formatInstant(to)));
  return [...running, { startAt: within }];
}

/** The order of `GET /events`. */
export function orderOf({ sort = 'startAt' }: ListEventsQuery): Order<EventEntity> {
  return { [sort.replace('-', '')]: sort.startsWith('-') ? 'DESC' : 'ASC' };
}

/** What has no end is taken to last three hours. */
const isAfter = (column: string) => `coalesce(${column}, t.start_at + interval '3 hours') > :from`;

function both(...operators: (FindOperator<string> | undefined)[]): FindOperator<unknown> | undefined {
  const conditions = operators.filter((operator) => operator !== undefined);
  return conditions.length === 0 ? undefined : And(...conditions);
}
