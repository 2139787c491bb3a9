import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { Config } from '../../common/config.js';
import { formatInstant } from '../../common/instant.js';
import { IS_UNENDED, UNENDED } from '../event.entity.js';
import { TAKES_APPLICATIONS } from '../gig-terms.service.js';
import { type Area, areaOf, boxesOf, distanceTo } from '../map/area.js';
import { PARSE, type ParsedSearch, toWebSearch } from '../search/search-query.js';
import { type ReadContext, Searches } from '../search/searches.js';
import {
  inclusiveEndOf,
  runningAt,
  startOf,
  type TimeRange,
  timeRangeOf,
  upcomingAndRunning,
} from './event-window.js';
import type { ListEventsQuery } from './events-query.dto.js';

/** Events of an area up to which the map index is used. With more, a scan by start soon fills the page. */
const MAX_BY_MAP = 5_000;
/** Matches up to which they are collected and sorted. With more, a scan in list order soon fills the page. */
const MAX_COLLECTED = 2_000;
const ARE_FEW = `(SELECT matches <= ${MAX_COLLECTED} FROM amount)`;
/** Events that are searched for letters if the words of a search match nothing (contract 12). */
const MAX_CONTAINING = 20_000;
/** Maximum number of cached searches, and the milliseconds for which they are cached. */
const CACHED = { max: 1_000, ttl: 60_000 };

/** Conditions on rows of `events e`, and the values of all parameters of the statement that contains them. */
export class EventFilter {
  /** The time range that the events overlap. It is not a condition, because each scan covers a part of it. */
  timeRange?: TimeRange;
  area?: Area;
  search?: ParsedSearch;
  readonly values: unknown[] = [];
  /**
   * How matches are found. `index`: by a scan of the index of the list order, which contains the filtered
   * columns. `planner`: as PostgreSQL chooses by the frequencies of the words. `collect`: few matches are
   * collected and sorted; with many, as `index`.
   */
  strategy: 'index' | 'planner' | 'collect' = 'index';
  private readonly conditions: [scanned: string, collected: string][] = [];

  /** Adds a parameter. @returns its SQL */
  value(value: unknown, type: string): string {
    return `$${this.values.push(value)}::${type}`;
  }

  /** Adds a parameter for an instant. @param time milliseconds since the epoch */
  instant(time: number): string {
    return this.value(formatInstant(time), 'timestamptz');
  }

  /** Adds a parameter for an angle in degrees. */
  readonly degrees = (angle: number): string => this.value(angle, 'float8');

  /** Adds a condition. @param collected the same condition in the form that the index of words supports */
  and(scanned: string, collected = scanned): void {
    this.conditions.push([scanned, collected]);
  }

  /**
   * SQL of sources of matches that meet further conditions: `FROM` and `WHERE` of rows `e`. Of two sources,
   * only one has rows: the collected matches if they are few, else a scan.
   */
  sources(...further: string[]): string[] {
    const scanned = [...this.conditions.map(([each]) => each), ...further].join(' AND ');
    if (this.strategy !== 'collect') return [`FROM events e WHERE ${scanned}`];
    return [
      `FROM few e WHERE ${further.join(' AND ')} AND ${ARE_FEW}`,
      `FROM events e WHERE ${scanned} AND NOT ${ARE_FEW}`,
    ];
  }

  /** SQL of the CTEs that `sources` uses, for the start of a WITH. */
  collected(): string {
    if (this.strategy !== 'collect') return '';
    const conditions = this.conditions.map(([, each]) => each).join(' AND ') || 'true';
    // Each part of the time range has its own index.
    const scans = (this.timeRange ? overlapping(this, this.timeRange) : ['true']).map(
      (range) =>
        `SELECT e.id, e.start_at, e.end_at, e.created_at FROM events e WHERE ${conditions} AND ${range}`,
    );
    return `
      few AS MATERIALIZED (SELECT * FROM (${scans.join(' UNION ALL ')}) any_of LIMIT ${MAX_COLLECTED + 1}),
      amount AS MATERIALIZED (SELECT count(*)::int AS matches FROM few),`;
  }
}

/** Builds filters from queries. */
@Injectable()
export class FilterBuilder {
  /** Parsed searches with matches. Their next pages need no parsing. */
  private readonly parsed = new LRUCache<string, ParsedSearch>(CACHED);

  constructor(
    private readonly config: Config,
    private readonly searches: Searches,
  ) {}

  /**
   * Combines the parameters of a list with AND.
   * @throws Problem VALIDATION_FAILED for conflicting parameters, UNAVAILABLE after 1.5 s in the queue
   */
  async build(query: ListEventsQuery, context: ReadContext): Promise<EventFilter> {
    const { creatorId, startDate, endDate, tag, tz, q, sort, takesApplications } = query;
    const filter = new EventFilter();
    filter.timeRange = timeRangeOf(query, this.config.SERVICE_TIME_ZONE, Date.now());
    filter.area = areaOf(query);
    if (filter.area) addArea(filter, filter.area, await this.isSmall(filter.area, context));
    filter.search = q ? await this.parse(q, context) : undefined;
    if (filter.search) addSearch(filter, filter.search);
    if (creatorId !== undefined) filter.and(`e.creator_id = ${filter.value(creatorId, 'text')}`);
    if (startDate !== undefined) filter.and(`e.start_at >= ${filter.instant(startOf(startDate, tz))}`);
    if (endDate !== undefined) filter.and(`e.start_at <= ${filter.instant(inclusiveEndOf(endDate, tz))}`);
    addColumns(filter, query);
    if (tag !== undefined) filter.and(`event_tags(e.tags) @> ${filter.value([tag.toLowerCase()], 'text[]')}`);
    const { type, source, status, category, payType, minPay } = query;
    const others = [type, source, status, category, payType, minPay, takesApplications, sort];
    const isByWords = filter.search?.isFound && others.every((each) => each === undefined);
    const isByCreation = sort?.endsWith('createdAt') && (filter.values.length > 0 || filter.timeRange);
    if (tag ?? filter.area ?? (isByCreation || takesApplications === 'false' || (q && !isByWords)))
      filter.strategy = 'collect';
    else if (q) filter.strategy = 'planner';
    return filter;
  }

  /** Whether an area has so few events that the map index is fastest. The planner cannot estimate this. */
  private async isSmall(area: Area, context: ReadContext): Promise<boolean> {
    const filter = new EventFilter();
    addArea(filter, area, true);
    const text = `SELECT count(*)::int AS found FROM (SELECT ${filter.sources()} LIMIT ${MAX_BY_MAP + 1}) few`;
    const [row] = await this.searches.read<{ found: number }>({ text, values: filter.values }, context);
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

/** Adds conditions on columns. The indexes of starts contain most of these columns. */
function addColumns(filter: EventFilter, query: ListEventsQuery): void {
  const { type, source, status, when, category, takesApplications, payType, minPay } = query;
  const statuses = status ?? (when && UNENDED);
  // Without parameters, so that the planner can use the partial index of unended events.
  if (statuses?.every((each) => UNENDED.includes(each))) filter.and(`e.${IS_UNENDED}`);
  const columns = { type, source, status, category: category?.map((each) => each.toUpperCase()) };
  for (const [column, values] of Object.entries(columns)) {
    const any = values && filter.value(values, 'text[]');
    if (any) filter.and(`e.${column} = ANY(${any})`, `ARRAY[e.${column}] && ${any}`);
  }
  if (takesApplications === 'true') filter.and(TAKES_APPLICATIONS);
  if (takesApplications === 'false') filter.and(`NOT (${TAKES_APPLICATIONS})`);
  if (payType) filter.and(`e.compensation ->> 'type' = ANY(${filter.value(payType, 'text[]')})`);
  // As jsonb, the comparison never fails, even if the stored amount is not a number.
  if (minPay !== undefined)
    filter.and(`e.compensation -> 'amount' >= (SELECT to_jsonb(${filter.value(minPay, 'numeric')}))`);
}

/**
 * Adds conditions on the position.
 * @param isSmall whether to use the map index, else another index is scanned
 */
function addArea(filter: EventFilter, { box, circle }: Area, isSmall = false): void {
  const boxes = boxesOf(box).map((each) => {
    const [w, s, e, n] = [each.west, each.south, each.east, each.north].map(filter.degrees);
    const corners = `point(${w}, mercator_y(${s})), point(${e}, mercator_y(${n}))`;
    const isFound = `point(e.longitude, mercator_y(e.latitude)) <@ box(${corners})`;
    const isInside = `e.latitude BETWEEN ${s} AND ${n} AND e.longitude BETWEEN ${w} AND ${e}`;
    return isSmall ? `${isInside} AND ${isFound}` : isInside;
  });
  if (isSmall) filter.and('e.latitude IS NOT NULL'); // the condition of the partial index
  filter.and(`(${boxes.join(' OR ')})`);
  if (circle) filter.and(`${distanceTo(circle, filter.degrees)} <= ${filter.degrees(circle.radius)}`);
}

/**
 * Adds the condition of a search. Stop words alone, such as "the who", are searched without stemming. If no
 * event has the words, events that contain the letters match: "wifi" finds Wi-Fi.
 */
function addSearch(filter: EventFilter, { stems, exact, squeezed, isFound }: ParsedSearch): void {
  if (isFound && stems !== '') filter.and(`e.search @@ ${filter.value(stems, 'tsquery')}`);
  else if (isFound) filter.and(`e.exact @@ ${filter.value(exact, 'tsquery')}`);
  else if (squeezed === '') filter.and('false');
  else {
    const candidates = upcomingAndRunning('e.id, e.squeezed', MAX_CONTAINING);
    const letters = filter.value(squeezed, 'text');
    filter.and(
      `e.id = ANY(ARRAY(SELECT id FROM (${candidates}) near WHERE strpos(squeezed, ${letters}) > 0))`,
    );
  }
}

/** SQL condition of events that start in a time range. */
function startsIn(filter: EventFilter, { from, to }: TimeRange): string {
  const bounds = [
    ...(from === undefined ? [] : [`e.start_at >= ${filter.instant(from)}`]),
    ...(to === undefined ? [] : [`e.start_at < ${filter.instant(to)}`]),
  ];
  return bounds.join(' AND ') || 'true';
}

/** SQL conditions of events that overlap a time range. No event meets two of them (contract 10). */
export function overlapping(filter: EventFilter, range: TimeRange): string[] {
  const starting = startsIn(filter, range);
  return range.from === undefined ? [starting] : [starting, ...runningAt(filter.instant(range.from))];
}

/**
 * SQL of CTEs that end with `found`: the next upcoming matches, then the latest of the earlier ones, at most
 * `most` together and in this order. The cost is bounded, however many events match.
 * @param columns SQL of columns of `events e`, besides `id` and `start_at`
 * @param now milliseconds since the epoch; events that start from then on are upcoming
 */
export function soonest(filter: EventFilter, columns: string, most: number, now: number): string {
  const { from, to } = filter.timeRange ?? {};
  // The planner's scan reads the rows anyway. An index scan reads only the rows of the found events.
  const isWhole = filter.strategy === 'planner';
  const scanned = isWhole ? `e.id, e.start_at, ${columns}` : 'e.id, e.start_at';
  const scan = (direction: 'ASC' | 'DESC', ...conditions: string[]) => {
    const order = `ORDER BY e.start_at ${direction}, e.id LIMIT ${most}`;
    const scans = filter.sources(...conditions).map((source) => `(SELECT ${scanned} ${source} ${order})`);
    return scans.join(' UNION ALL ');
  };
  const read = `
    SELECT e.id, e.start_at, ${columns} FROM (SELECT *, row_number() OVER () AS nth FROM nearest) nearest
    JOIN events e ON e.id = nearest.id ORDER BY nth`;
  const count = '(SELECT count(*) FROM upcoming)';
  const earlier = overlapping(filter, { from, to: Math.min(now, to ?? now) });
  return `${filter.collected()}
    upcoming AS MATERIALIZED (${scan('ASC', startsIn(filter, { from: Math.max(now, from ?? now), to }))}),
    earlier AS MATERIALIZED (
      SELECT * FROM (${earlier.map((each) => scan('DESC', `${count} < ${most}`, each)).join(' UNION ALL ')}) any_of
      ORDER BY start_at DESC, id LIMIT ${most} - ${count}),
    nearest AS (SELECT * FROM upcoming UNION ALL SELECT * FROM earlier),
    found AS MATERIALIZED (${isWhole ? 'SELECT * FROM nearest' : read})`;
}
