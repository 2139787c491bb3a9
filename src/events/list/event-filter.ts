import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { Config } from '../../common/config.js';
import { formatInstant, HOUR_MS } from '../../common/instant.js';
import { isUuid } from '../../common/text.js';
import { type NamedSql, type ReadContext, Statements } from '../../database/statements.js';
import { isUnended, runningAt, TAKES_APPLICATIONS, UNENDED } from '../event-conditions.js';
import { type Area, areaOf, conditionsOf } from '../map/area.js';
import { conditionOf, PARSE, type ParsedSearch, toWebSearch } from '../search/search-query.js';
import { Searches } from '../search/searches.js';
import { EventRelations } from './event-relations.js';
import type { ListEventsQuery } from './events-query.dto.js';
import { inclusiveEndOf, startOf, type TimeRange, timeRangeOf } from './time-range.js';

/** Events of an area up to which the map index is used. With more, a scan by start soon fills the page. */
const MAX_BY_MAP = 5_000;
/** Matches up to which they are collected and sorted. With more, a scan in list order soon fills the page. */
const MAX_COLLECTED = 2_000;
export const ME = 'me';
const ARE_FEW = `(SELECT matches <= ${MAX_COLLECTED} FROM amount)`;
/** Maximum number of cached searches, and the milliseconds for which they are cached. */
const CACHED = { max: 1_000, ttl: 60_000 };

/** A condition on rows of `events e`. */
interface Condition extends NamedSql {
  /** The same condition in the form that the index of words supports. */
  collected?: string;
}

/** The events that a query selects: all conditions combined with AND. */
export interface EventFilter {
  conditions: Condition[];
  /** The time range that the events overlap. It is not a condition, because each scan covers a part of it. */
  timeRange?: TimeRange;
  area?: Area;
  search?: ParsedSearch;
  /** Whether a condition selects events that have a relation to the caller. Scans start from them. */
  isOwn?: boolean;
  /**
   * How matches are found. `index`: by a scan of the index of the list order, which contains the filtered
   * columns. `planner`: as PostgreSQL chooses by the frequencies of the words. `collect`: few matches are
   * collected and sorted; with many, as `index`. All matches among the caller's own events are collected.
   */
  strategy: 'index' | 'planner' | 'collect';
}

@Injectable()
export class FilterBuilder {
  /** Parsed searches with matches. Their next pages need no parsing. */
  private readonly parsed = new LRUCache<string, ParsedSearch>(CACHED);

  constructor(
    private readonly config: Config,
    private readonly statements: Statements,
    private readonly searches: Searches,
    private readonly relations: EventRelations,
  ) {}

  /** The context of a list. Lists of the caller's own events are current (docs/operating.md, "Standbys"). */
  contextFor(userId: string, { relation, creatorId = [] }: ListEventsQuery): ReadContext {
    const [creator = '', ...others] = creatorId;
    const isOwn = relation !== undefined || (others.length === 0 && [ME, userId].includes(creator));
    return this.statements.contextFor(userId, isOwn ? userId : undefined);
  }

  /**
   * @param now milliseconds since the epoch, for `when`
   * @throws Problem VALIDATION_FAILED for conflicting parameters, UNAVAILABLE after 1.5 s in the queue
   */
  async build(query: ListEventsQuery, context: ReadContext, now = Date.now()): Promise<EventFilter> {
    const { from, to, when, bbox, near, radius, q, sort, tag, takesApplications, relation } = query;
    const isTimed = [from, to, when].some((each) => each !== undefined);
    const timeRange = isTimed ? timeRangeOf(query, this.config.SERVICE_TIME_ZONE, now) : undefined;
    const isPlaced = [bbox, near, radius].some((each) => each !== undefined) || sort === 'distance';
    const area = isPlaced ? areaOf(query) : undefined;
    const search = q ? await this.parse(q, context) : undefined;
    const own = relation && this.relations.idsOf(context.userId, relation);
    const conditions = [
      // Scans of own events use no index of the map.
      ...(own ? [{ sql: isOneOf(own.sql), values: own.values }] : []),
      ...(area ? conditionsOf(area, !own && (await this.isSmall(area, context))) : []),
      ...(search ? [conditionOf(search)] : []),
      ...columnConditions(query, context.userId),
    ];
    const { type, source, status, category, payType, minPay, seriesId } = query;
    const others = [type, source, status, category, payType, minPay, seriesId, takesApplications, sort];
    const isByWords = search?.isFound && others.every((each) => each === undefined);
    const hasValues = timeRange || conditions.some(({ values }) => values);
    const isByCreation = sort?.endsWith('createdAt') && hasValues;
    const hasCreators = (query.creatorId ?? []).length > 1;
    const isCollected =
      tag ?? area ?? (isByCreation || hasCreators || takesApplications === false || (q && !isByWords));
    return {
      ...{ conditions, timeRange, area, search, isOwn: own !== undefined },
      strategy: own || isCollected ? 'collect' : q ? 'planner' : 'index',
    };
  }

  /** Whether an area has so few events that the map index is fastest. The planner cannot estimate this. */
  private async isSmall(area: Area, context: ReadContext): Promise<boolean> {
    const filter: EventFilter = { conditions: conditionsOf(area, true), strategy: 'index' };
    const sql = `SELECT count(*)::int AS found FROM (SELECT ${sourcesOf(filter)} LIMIT ${MAX_BY_MAP + 1}) few`;
    const statement = this.statements.bind({ sql, values: valuesOf(filter, 0) });
    const [row] = await this.searches.read<{ found: number }>(statement, context);
    return row!.found <= MAX_BY_MAP;
  }

  /** Parses a search. Every input is valid. Without words, it matches nothing. */
  private async parse(input: string, context: ReadContext): Promise<ParsedSearch> {
    const text = toWebSearch(input);
    const cached = this.parsed.get(text);
    if (cached) return cached;
    const [parsed] = await this.searches.read<ParsedSearch>({ text: PARSE, values: [text] }, context);
    if (parsed!.isFound) this.parsed.set(text, parsed!);
    return parsed!;
  }
}

/** Conditions on columns. The indexes of starts contain most of these columns. */
function columnConditions(query: ListEventsQuery, userId: string): Condition[] {
  const { creatorId, startDate, endDate, tz, status, when, category, tag } = query;
  const { takesApplications, payType, minPay, seriesId } = query;
  const conditions: Condition[] = [];
  const add = (sql: string, values?: Record<string, unknown>) => conditions.push({ sql, values });
  const [creator, ...others] = (creatorId ?? []).map((id) => (id === ME ? userId : id));
  if (others.length > 0) add('e.creator_id = ANY(:creatorIds::text[])', { creatorIds: [creator, ...others] });
  else if (creator !== undefined) add('e.creator_id = :creatorId::text', { creatorId: creator });
  if (startDate !== undefined)
    add('e.start_at >= :startDate::timestamptz', { startDate: formatInstant(startOf(startDate, tz)) });
  if (endDate !== undefined)
    add('e.start_at <= :endDate::timestamptz', { endDate: formatInstant(inclusiveEndOf(endDate, tz)) });
  const statuses = status ?? (when && UNENDED);
  // Without parameters, so that the planner can use the partial index of unended events.
  if (statuses?.every((each) => UNENDED.includes(each))) add(isUnended('e'));
  const lists = {
    ...{ type: query.type, source: query.source, status: statuses },
    category: category?.map((each) => each.toUpperCase()),
  };
  for (const [column, any] of Object.entries(lists)) {
    const list = `:${column}::text[]`;
    const collected = `ARRAY[e.${column}] && ${list}`;
    if (any) conditions.push({ sql: `e.${column} = ANY(${list})`, collected, values: { [column]: any } });
  }
  if (takesApplications !== undefined)
    add(takesApplications ? TAKES_APPLICATIONS : `NOT (${TAKES_APPLICATIONS})`);
  if (payType) add(`e.compensation ->> 'type' = ANY(:payType::text[])`, { payType });
  // As jsonb, the comparison never fails, even if the stored amount is not a number.
  if (minPay !== undefined)
    add(`e.compensation -> 'amount' >= (SELECT to_jsonb(:minPay::numeric))`, { minPay });
  if (seriesId !== undefined) add(isUuid(seriesId) ? 'e.series_id = :seriesId::uuid' : 'false', { seriesId });
  if (tag) add('event_tags(e.tags) && :tag::text[]', { tag: tag.map((each) => each.toLowerCase()) });
  return conditions;
}

/** SQL conditions of events that overlap a filter's time range. No event meets two of them. */
function overlapsOf({ timeRange: { from, to } = {} }: EventFilter): string[] {
  const startsBefore = to === undefined ? 'true' : 'e.start_at < :to::timestamptz';
  if (from === undefined) return [startsBefore];
  const start = ':from::timestamptz';
  return [`${startsBefore} AND e.start_at >= ${start}`, ...runningAt(start)];
}

/** The values of all parameters of a filter and of its order, by name. `now`: milliseconds since the epoch */
export function valuesOf({ conditions, timeRange }: EventFilter, now: number): Record<string, unknown> {
  const { from, to } = timeRange ?? {};
  const instant = (time?: number) => (time === undefined ? undefined : formatInstant(time));
  const hour = new Date(now - (now % HOUR_MS)).toISOString();
  const instants = { from: instant(from), to: instant(to), hour };
  return Object.assign(instants, ...conditions.map(({ values }) => values));
}

/** SQL (`FROM`, `WHERE`) of sources of matches `e`. Of two, one has rows: those collected, or a scan. */
export function sourcesOf({ conditions, isOwn, strategy }: EventFilter, ...further: string[]): string[] {
  if (isOwn) return [`FROM few e WHERE ${further.join(' AND ')}`];
  const scanned = [...conditions.map(({ sql }) => sql), ...further].join(' AND ') || 'true';
  if (strategy !== 'collect') return [`FROM events e WHERE ${scanned}`];
  return [
    `FROM few e WHERE ${further.join(' AND ')} AND ${ARE_FEW}`,
    `FROM events e WHERE ${scanned} AND NOT ${ARE_FEW}`,
  ];
}

/** SQL conditions of the parts of a time range. Sorted by start, each is scanned along its own index. */
export function rangesOf(filter: EventFilter, time: Order['time']): string[] {
  const overlaps = overlapsOf(filter);
  return time === 'start_at' ? overlaps : [`(${overlaps.join(' OR ')})`];
}

/**
 * SQL of the condition that the id of `events e` is one that a query selects. With wrong statistics, such as
 * those of a table that was empty a minute ago, a join could compare each selected id with each event.
 */
export function isOneOf(ids: string): string {
  return `e.id = ANY(ARRAY(${ids}))`;
}

/** SQL of the CTEs that the sources use, for the start of a WITH. */
export function collectedOf(filter: EventFilter): string {
  if (filter.strategy !== 'collect') return '';
  const most = filter.isOwn ? 'ALL' : MAX_COLLECTED + 1;
  const conditions = filter.conditions.map(({ sql, collected }) => collected ?? sql).join(' AND ') || 'true';
  // Each part of the time range has its own index.
  const scans = overlapsOf(filter).map(
    (range) =>
      `SELECT e.id, e.start_at, e.end_at, e.created_at FROM events e WHERE ${conditions} AND ${range}`,
  );
  return `
    few AS MATERIALIZED (SELECT * FROM (${scans.join(' UNION ALL ')}) any_of LIMIT ${most}),
    amount AS MATERIALIZED (SELECT count(*)::int AS matches FROM few),`;
}

/** A part of an order that is scanned along an index. */
interface Scan {
  name: string;
  /** SQL of the events in this part. */
  where: string;
  /** SQL of those after the position `:at`, `:id`. */
  after: string;
  orderBy: string;
}

/** The order of a list: by a time, then by id. */
export interface Order {
  time: 'start_at' | 'created_at';
  /** The parts of the order, which follow each other. */
  scans: Scan[];
  /** SQL of the order. @param row alias of rows with the time and the id */
  orderBy(row: string): string;
}

const [AT, ID, HOUR] = [':at::timestamptz', ':id::uuid', ':hour::timestamptz'];

function simpleOrder(time: Order['time'], direction: 'ASC' | 'DESC'): Order {
  const after = `(e.${time}, e.id) ${direction === 'ASC' ? '>' : '<'} (${AT}, ${ID})`;
  const orderBy = `${time} ${direction}, id ${direction}`;
  return {
    time,
    scans: [{ name: 'nearest', where: 'true', after, orderBy }],
    orderBy: (row) => `${row}.${time} ${direction}, ${row}.id ${direction}`,
  };
}

/** The orders of lists by the value of `sort`. `upcoming` is the default (rules.md, "Lists"). */
export const ORDERS = {
  upcoming: {
    time: 'start_at',
    scans: [
      {
        ...{ name: 'upcoming', where: `e.start_at >= ${HOUR}`, orderBy: 'start_at, id' },
        after: `${AT} >= ${HOUR} AND (e.start_at, e.id) > (${AT}, ${ID})`,
      },
      {
        ...{ name: 'earlier', where: `e.start_at < ${HOUR}`, orderBy: 'start_at DESC, id' },
        after: `e.start_at <= ${AT} AND (e.start_at < ${AT} OR e.id > ${ID})`,
      },
    ],
    orderBy: (row) =>
      `${row}.start_at < ${HOUR}, greatest(${row}.start_at - ${HOUR}, ${HOUR} - ${row}.start_at), ${row}.id`,
  },
  startAt: simpleOrder('start_at', 'ASC'),
  '-startAt': simpleOrder('start_at', 'DESC'),
  createdAt: simpleOrder('created_at', 'ASC'),
  '-createdAt': simpleOrder('created_at', 'DESC'),
} satisfies Record<string, Order>;

/**
 * SQL of CTEs that end with `nearest`: the first matches in an order, or those after `:at` and `:id`. Each
 * scan reads only until they are found. @param columns SQL of further columns of `events e`
 */
export function nearestOf(
  filter: EventFilter,
  { time, scans }: Order,
  most: number,
  { columns = '', isAfter = false } = {},
): string {
  const ranges = rangesOf(filter, time);
  const ctes = scans.map(({ name, where, after, orderBy }, nth) => {
    const left = nth === 0 ? String(most) : `${most} - (SELECT count(*) FROM ${scans[0]!.name})`;
    const further = [where, ...(isAfter ? [after] : []), ...(nth === 0 ? [] : [`${left} > 0`])];
    const sources = ranges.flatMap((range) => sourcesOf(filter, range, ...further));
    const parts = sources.map(
      (source) => `(SELECT e.id, e.${time} ${columns} ${source} ORDER BY ${orderBy} LIMIT ${most})`,
    );
    return `
      ${name} AS MATERIALIZED (
        SELECT * FROM (${parts.join(' UNION ALL ')}) any_of ORDER BY ${orderBy} LIMIT ${left})`;
  });
  const all = scans.map(({ name }) => `SELECT * FROM ${name}`).join(' UNION ALL ');
  return [...ctes, ...(scans.length > 1 ? [`nearest AS (${all})`] : [])].join(', ');
}

/**
 * SQL of CTEs that end with `found`: the first matches in the default order, at a bounded cost.
 * @param columns SQL of columns of `events e`, besides `id` and `start_at`
 */
export function firstOf(filter: EventFilter, columns: string, most: number): string {
  // The planner's scan reads the rows anyway. An index scan reads only the rows of the found events.
  const isWhole = filter.strategy === 'planner';
  const nearest = nearestOf(filter, ORDERS.upcoming, most, { columns: isWhole ? `, ${columns}` : '' });
  const read = `
    SELECT e.id, e.start_at, ${columns} FROM events e WHERE ${isOneOf('SELECT id FROM nearest')}
    ORDER BY ${ORDERS.upcoming.orderBy('e')}`;
  return `${collectedOf(filter)} ${nearest}, found AS MATERIALIZED (${isWhole ? 'SELECT * FROM nearest' : read})`;
}
