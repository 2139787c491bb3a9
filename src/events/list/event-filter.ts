import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { Config } from '../../common/config.js';
import { formatInstant } from '../../common/instant.js';
import { IS_UNENDED, UNENDED } from '../event.entity.js';
import { TAKES_APPLICATIONS } from '../gig-terms.service.js';
import { type Area, areaOf, boxesOf, distanceTo } from '../map/area.js';
import { PARSE, type ParsedSearch, webSearch } from '../search/search-query.js';
import { type Reader, Searches } from '../search/searches.js';
import { comingUp, lastBefore, running, startOf, type Window, windowOf } from './event-window.js';
import type { ListEventsQuery } from './events-query.dto.js';

/** Events of an area that the index of the map is to find at most. Of more, a scan by the start soon meets enough. */
const MAX_FOUND = 5_000;
/** Matches that are collected before they are sorted. Of more, a scan in the order of the list meets enough. */
const MAX_FEW = 2_000;
const ARE_FEW = `(SELECT matches <= ${MAX_FEW} FROM amount)`;
/** Events among which those are found that contain the letters of a search whose words find nothing (contract 12). */
const MAX_CONTAINING = 20_000;
/** Searches that are cached, and for how many milliseconds. */
const CACHED = { max: 1_000, ttl: 60_000 };

/** Conditions on rows of `events e`, and the values of the parameters that they and the rest of their statement name. */
export class EventFilter {
  /** The time range that the events overlap. Each scan has a part of it, so it is none of the conditions. */
  window?: Window;
  area?: Area;
  search?: ParsedSearch;
  readonly values: unknown[] = [];
  /**
   * How matches are found: by the index of the order, which has all that is compared; by rows, in the way that the planner
   * chooses, since it knows how frequent a word is; or by collecting them, where few match.
   */
  by: 'index' | 'rows' | 'collection' = 'index';
  private readonly conditions: [scanned: string, collected: string][] = [];

  /** Adds a value, and returns the SQL of its parameter. */
  value(value: unknown, type: string): string {
    return `$${this.values.push(value)}::${type}`;
  }

  /** The same for an instant, in milliseconds. */
  instant(time: number): string {
    return this.value(formatInstant(time), 'timestamptz');
  }

  /** The same for an angle. */
  readonly degrees = (angle: number): string => this.value(angle, 'float8');

  /** @param collected the same condition as the index of words has it */
  and(scanned: string, collected = scanned): void {
    this.conditions.push([scanned, collected]);
  }

  /**
   * SQL of rows `e` that match and meet further conditions, `FROM` and `WHERE`. Of two sources, only one has rows: few matches are
   * collected, and of many a scan in the order of the list meets enough.
   */
  sources(...further: string[]): string[] {
    const scanned = [...this.conditions.map(([each]) => each), ...further].join(' AND ');
    if (this.by !== 'collection') return [`FROM events e WHERE ${scanned}`];
    return [
      `FROM few e WHERE ${further.join(' AND ')} AND ${ARE_FEW}`,
      `FROM events e WHERE ${scanned} AND NOT ${ARE_FEW}`,
    ];
  }

  /** SQL, at the start of a WITH, of the tables that `sources` names besides events. */
  collected(): string {
    if (this.by !== 'collection') return '';
    const conditions = this.conditions.map(([, each]) => each).join(' AND ') || 'true';
    // Each range has an index of its own.
    const scans = (this.window ? overlapping(this, this.window) : ['true']).map(
      (range) =>
        `SELECT e.id, e.start_at, e.end_at, e.created_at FROM events e WHERE ${conditions} AND ${range}`,
    );
    return `
      few AS MATERIALIZED (SELECT * FROM (${scans.join(' UNION ALL ')}) any_of LIMIT ${MAX_FEW + 1}),
      amount AS MATERIALIZED (SELECT count(*)::int AS matches FROM few),`;
  }
}

/** Makes filters of queries. */
@Injectable()
export class FilterReader {
  /** Searches that have found something: their further pages need not be read anew. */
  private readonly found = new LRUCache<string, ParsedSearch>(CACHED);

  constructor(
    private readonly config: Config,
    private readonly searches: Searches,
  ) {}

  /** The parameters of a list, combined with AND. @throws Problem VALIDATION_FAILED for those that do not go together */
  async read(query: ListEventsQuery, reader: Reader): Promise<EventFilter> {
    const { creatorId, startDate, endDate, tag, tz, q, sort, takesApplications } = query;
    const filter = new EventFilter();
    filter.window = windowOf(query, this.config.SERVICE_TIME_ZONE, Date.now());
    filter.area = areaOf(query);
    if (filter.area) addArea(filter, filter.area, await this.isSmall(filter.area, reader));
    filter.search = q ? await this.parse(q, reader) : undefined;
    if (filter.search) addSearch(filter, filter.search);
    if (creatorId !== undefined) filter.and(`e.creator_id = ${filter.value(creatorId, 'text')}`);
    if (startDate !== undefined) filter.and(`e.start_at >= ${filter.instant(startOf(startDate, tz))}`);
    if (endDate !== undefined) filter.and(`e.start_at <= ${filter.instant(lastBefore(endDate, tz))}`);
    addColumns(filter, query);
    if (tag !== undefined) filter.and(`event_tags(e.tags) @> ${filter.value([tag.toLowerCase()], 'text[]')}`);
    const { type, source, status, category, payType, minPay } = query;
    const others = [type, source, status, category, payType, minPay, takesApplications, sort];
    const isByWords = filter.search?.isFound && others.every((each) => each === undefined);
    const isByCreation = sort?.endsWith('createdAt') && (filter.values.length > 0 || filter.window);
    if (tag ?? filter.area ?? (isByCreation || takesApplications === 'false' || (q && !isByWords)))
      filter.by = 'collection';
    else if (q) filter.by = 'rows';
    return filter;
  }

  /** Whether the index of the map is the quickest way to an area: PostgreSQL knows nothing of how many points a box has. */
  private async isSmall(area: Area, reader: Reader): Promise<boolean> {
    const filter = new EventFilter();
    addArea(filter, area, true);
    const text = `SELECT count(*)::int AS found FROM (SELECT ${filter.sources()} LIMIT ${MAX_FOUND + 1}) few`;
    const [row] = await this.searches.read<{ found: number }>({ text, values: filter.values }, reader);
    return row!.found <= MAX_FOUND;
  }

  /** Whatever was typed can be parsed. Where it has no words, it finds nothing. */
  private async parse(typed: string, reader: Reader): Promise<ParsedSearch> {
    const text = webSearch(typed);
    const known = this.found.get(text);
    if (known) return known;
    const [parsed] = await this.searches.read<ParsedSearch>({ text: PARSE, values: [text] }, reader);
    if (parsed!.isFound) this.found.set(text, parsed!);
    return parsed!;
  }
}

/** The columns that the indexes of starts have, too: these alone say which events match. */
function addColumns(filter: EventFilter, query: ListEventsQuery): void {
  const { type, source, status, when, category, takesApplications, payType, minPay } = query;
  const statuses = status ?? (when && UNENDED);
  // With parameters, the index of what has not ended would not fit.
  if (statuses?.every((each) => UNENDED.includes(each))) filter.and(`e.${IS_UNENDED}`);
  const columns = { type, source, status, category: category?.map((each) => each.toUpperCase()) };
  for (const [column, values] of Object.entries(columns)) {
    const any = values && filter.value(values, 'text[]');
    if (any) filter.and(`e.${column} = ANY(${any})`, `ARRAY[e.${column}] && ${any}`);
  }
  if (takesApplications === 'true') filter.and(TAKES_APPLICATIONS);
  if (takesApplications === 'false') filter.and(`NOT (${TAKES_APPLICATIONS})`);
  if (payType) filter.and(`e.compensation ->> 'type' = ANY(${filter.value(payType, 'text[]')})`);
  // Compared as jsonb, whatever was stored, no list fails.
  if (minPay !== undefined)
    filter.and(`e.compensation -> 'amount' >= (SELECT to_jsonb(${filter.value(minPay, 'numeric')}))`);
}

/** @param isSmall whether the index of the map is to find its events; else they are many, and another index is scanned */
function addArea(filter: EventFilter, { box, circle }: Area, isSmall = false): void {
  const boxes = boxesOf(box).map((each) => {
    const [w, s, e, n] = [each.west, each.south, each.east, each.north].map(filter.degrees);
    const corners = `point(${w}, mercator_y(${s})), point(${e}, mercator_y(${n}))`;
    const isFound = `point(e.longitude, mercator_y(e.latitude)) <@ box(${corners})`;
    const isInside = `e.latitude BETWEEN ${s} AND ${n} AND e.longitude BETWEEN ${w} AND ${e}`;
    return isSmall ? `${isInside} AND ${isFound}` : isInside;
  });
  if (isSmall) filter.and('e.latitude IS NOT NULL'); // as the index has it
  filter.and(`(${boxes.join(' OR ')})`);
  if (circle) filter.and(`${distanceTo(circle, filter.degrees)} <= ${filter.degrees(circle.radius)}`);
}

/**
 * Words that say nothing, such as "the who", are looked for as they stand. Where no event has the words, those match that
 * contain the letters: "wifi" finds Wi-Fi.
 */
function addSearch(filter: EventFilter, { stems, exact, squeezed, isFound }: ParsedSearch): void {
  if (isFound && stems !== '') filter.and(`e.search @@ ${filter.value(stems, 'tsquery')}`);
  else if (isFound) filter.and(`e.exact @@ ${filter.value(exact, 'tsquery')}`);
  else if (squeezed === '') filter.and('false');
  else {
    const near = comingUp('e.id, e.squeezed', MAX_CONTAINING);
    const letters = filter.value(squeezed, 'text');
    filter.and(`e.id = ANY(ARRAY(SELECT id FROM (${near}) near WHERE strpos(squeezed, ${letters}) > 0))`);
  }
}

/** The SQL condition that an event starts in a time range. */
function startsIn(filter: EventFilter, { from, to }: Window): string {
  const bounds = [
    ...(from === undefined ? [] : [`e.start_at >= ${filter.instant(from)}`]),
    ...(to === undefined ? [] : [`e.start_at < ${filter.instant(to)}`]),
  ];
  return bounds.join(' AND ') || 'true';
}

/** SQL conditions of what overlaps a time range, of which no event meets two (contract 10). */
export function overlapping(filter: EventFilter, window: Window): string[] {
  const starting = startsIn(filter, window);
  return window.from === undefined ? [starting] : [starting, ...running(filter.instant(window.from))];
}

/**
 * SQL, for a WITH, of `found`: the events that match and are next to start; where those are fewer, the latest of the
 * earlier ones fill up. They come in this order. The cost is bounded, however many match.
 * @param columns SQL of columns of `events e`; `id` and `start_at` come besides
 * @param now in milliseconds: what starts from then on is upcoming
 */
export function soonest(filter: EventFilter, columns: string, most: number, now: number): string {
  const { from, to } = filter.window ?? {};
  // By rows, all is read at once. Else only the found ones are.
  const isWhole = filter.by === 'rows';
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
