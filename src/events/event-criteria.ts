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
import { DAY_MS, formatInstant, HOUR_MS } from '../common/instant.js';
import { type Criteria, given } from '../database/criteria.js';
import type { Walk } from '../database/page.js';
import type { Order } from '../database/repository.js';
import type { Category } from '../tagging/tagger.js';
import { EVENT_SOURCES, EVENT_TYPES, type EventEntity } from './event.entity.js';
import { EVENT_STATUSES, UNENDED } from './event-status.js';
import { lastBefore, startOf, type Window } from './event-window.js';
import type { ListEventsQuery } from './events-query.dto.js';
import { queryOf, webSearch } from './search/web-search.js';

/** How long an event is taken to last that has no end (contract 10). */
const ASSUMED_HOURS = 3;
/** The most that an event of each length takes, as `event_length` parts them; what has no end is of the first. */
export const LENGTHS = [4 * HOUR_MS, DAY_MS, 6 * DAY_MS, 40 * DAY_MS, 400 * DAY_MS, Number.POSITIVE_INFINITY];

/** What a list is read by: the conditions of all its events, and the walks of `Repository.page`. */
export interface Walked {
  where: Criteria<EventEntity>;
  walks: Walk<EventEntity>[];
  /** Whether nothing but time and status chooses among the events, so that one plan is good for all values. */
  isPlannedOnce?: boolean;
}

/** The filters of which a query names several values, those first whose values lie furthest apart in time. */
type Several = Partial<Record<'status' | 'category' | 'source' | 'type', readonly string[]>>;

/** The conditions of `GET /events` (decisions.md, "Events and gigs") but those of the span of time, all combined with AND. */
export function criteriaOf(query: ListEventsQuery): Criteria<EventEntity> {
  return { ...singleCriteriaOf(query), ...anyOf(severalOf(query)) };
}

function severalOf({ status, category, source, type, when }: ListEventsQuery): Several {
  const named = { status: status ?? (when && UNENDED), category, source, type };
  const all: Several = { status: EVENT_STATUSES, source: EVENT_SOURCES, type: EVENT_TYPES };
  const several: Several = {};
  for (const [name, values] of Object.entries(named) as [keyof Several, readonly string[] | undefined][])
    if (values && values.length > 1 && values.length !== all[name]?.length) several[name] = values;
  return several;
}

function anyOf(several: Several): Criteria<EventEntity> {
  return Object.fromEntries(Object.entries(several).map(([name, values]) => [name, In(values)]));
}

/**
 * The values of the first filter, each with all of the others. With one value of each, a choice that no event meets would be
 * looked for through all events of a value: no gig is of the category MUSIC.
 */
function choicesOf(several: Several): Criteria<EventEntity>[] {
  const [first] = Object.entries(several);
  if (!first) return [{}];
  const [name, values] = first;
  return values.map((value) => ({ ...anyOf(several), [name]: value }));
}

/** The conditions of a query but those of filters with several values. */
function singleCriteriaOf({
  startDate,
  endDate,
  tag,
  q,
  tz,
  ...query
}: ListEventsQuery): Criteria<EventEntity> {
  const only = <Value>(values: Value[] | undefined) => (values?.length === 1 ? values[0] : undefined);
  return given({
    type: only(query.type),
    category: only(query.category) as Category | undefined,
    source: only(query.source),
    status: only(query.status),
    creatorId: query.creatorId,
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
 * What a list is read by, in walks that each follow an index in the order of the start (decisions.md, "Database"): one for
 * each value of a filter, and for a span of time one for each length of what goes on when it begins. In another order, and
 * for what is found by its words or its creator, there is one walk for all values: they are not what finds it.
 */
export function walksOf(query: ListEventsQuery, window: Window = {}): Walked {
  const where = singleCriteriaOf(query);
  const { begun, rest } = partsOf(query, window);
  const several = severalOf(query);
  const choices = isFoundByFilters(query) ? choicesOf(several) : [anyOf(several)];
  // What begins within the span comes first: where there is enough of it, the total counts nothing else.
  const all = [...choices.map((choice) => ({ ...choice, ...rest })), ...begun];
  const isPlannedOnce =
    begun.length > 0 &&
    isFoundByFilters(query) &&
    Object.keys({ ...where, ...several }).every((filter) => filter === 'status');
  return { where, walks: all.map((criteria) => ({ criteria })), isPlannedOnce };
}

/** Whether the values of filters lead to the events of a list. */
function isFoundByFilters({ q, creatorId, bbox, near, sort }: ListEventsQuery): boolean {
  return [q, creatorId, bbox, near].every((other) => other === undefined) && !sort?.endsWith('createdAt');
}

/**
 * The conditions of a span of time for a list in the order of the start: of what has begun before the span, one for each
 * length, and of the rest.
 */
export function partsOf(
  query: ListEventsQuery,
  window: Window = {},
): { begun: Criteria<EventEntity>[]; rest: Criteria<EventEntity> } {
  if (query.sort?.endsWith('createdAt') || window.from === undefined)
    return { begun: [], rest: overlap(window) };
  const any = anyOf(severalOf(query));
  return {
    begun: runningAt(window.from).map((running) => ({ ...any, ...running })),
    rest: { startAt: between(window.from, window.to) },
  };
}

/** For each length, the events that have begun before an instant and go on after it. */
function runningAt(from: number): Criteria<EventEntity>[] {
  const begin = formatInstant(from);
  return LENGTHS.map((length, index) => ({
    startAt: both(
      length === Number.POSITIVE_INFINITY ? undefined : MoreThanOrEqual(formatInstant(from - length)),
      LessThan(begin),
    ),
    endAt: Raw((column) => `event_length(t.start_at, ${column}) = ${index} AND ${isAfter(column)}`, {
      from: begin,
    }),
  }));
}

function between(from: number, to: number | undefined): FindOperator<unknown> | undefined {
  return both(
    MoreThanOrEqual(formatInstant(from)),
    to === undefined ? undefined : LessThan(formatInstant(to)),
  );
}

/** The order of `GET /events`. */
export function orderOf({ sort = 'startAt' }: ListEventsQuery): Order<EventEntity> {
  return { [sort.replace('-', '')]: sort.startsWith('-') ? 'DESC' : 'ASC' };
}

const isAfter = (column: string) =>
  `coalesce(${column}, t.start_at + interval '${ASSUMED_HOURS} hours') > :from`;

function both(...operators: (FindOperator<string> | undefined)[]): FindOperator<unknown> | undefined {
  const conditions = operators.filter((operator) => operator !== undefined);
  return conditions.length === 0 ? undefined : And(...conditions);
}
