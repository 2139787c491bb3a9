import { Injectable, type OnModuleInit } from '@nestjs/common';
import { NIL } from 'uuid';
import { z } from 'zod';
import { parseQuery } from '../../common/http/query-string.js';
import { DAY_MS, EARLIEST, floorTo, LATEST, MINUTE_MS } from '../../common/instant.js';
import {
  DEFAULT_LIMIT,
  encodeCursor,
  fingerprint,
  MAX_LIMIT,
  MAX_TOTAL,
  type Page,
  POSITION,
  startOfPage,
  toPage,
} from '../../common/pagination.js';
import { Problem } from '../../common/problem.js';
import { readRequest } from '../../common/validation/strict-input.pipe.js';
import { Statements } from '../../database/statements.js';
import type { EventPage } from '../events.dto.js';
import { distanceColumn, distanceTo } from '../map/area.js';
import { type Reader, Searches } from '../search/searches.js';
import { SpellingService } from '../search/spelling.service.js';
import { columnsOf, type EventProperty } from '../stored-event.js';
import { type EventFilter, FilterReader, overlapping, soonest } from './event-filter.js';
import { END } from './event-window.js';
import { ListEventsQuery } from './events-query.dto.js';
import { type EventRow, propertiesIn, SerializedEvents } from './serialized-events.js';

/** A page as it is read. Where the query has a point, its events have their distance in metres. */
export type ReadPage = Page<EventRow> & Pick<EventPage, 'didYouMean'>;

/** Matches that are ranked. So far one can page (contract 12, "Relevance"). */
const MAX_RANKED = 1_000;
/** Milliseconds since the epoch. */
const INSTANT = z.int().min(EARLIEST).max(LATEST);
/** Where a page of the best starts. All pages of a list have the same instant for now. */
const BEST_START = z.strictObject({ now: INSTANT, offset: z.int().min(0).max(MAX_RANKED) });
/** Where a page by time starts. A list by the words of `when` keeps the time range that they meant for its first page. */
const START = POSITION.extend({
  isRunning: z.boolean().optional(),
  window: z.strictObject({ from: INSTANT, to: INSTANT }).optional(),
});

const FROM = 'startDate=2030-01-01';
/** Lists that are read often, an example of each. Their statements have names, the only ones of lists. */
const FREQUENT = [
  ...['', 'type=GIG', 'category=MUSIC', 'status=OPEN', 'source=USER', 'creatorId=alice', 'sort=-createdAt'],
  ...['', '&type=GIG', '&category=MUSIC', '&status=OPEN', '&status=COMPLETED'].map((each) => FROM + each),
  ...['type=GIG&status=OPEN', 'type=GIG&takesApplications=true', 'when=week'],
  'from=2030-01-01&to=2030-02-01',
].flatMap((list) => [DEFAULT_LIMIT, MAX_LIMIT].map((limit) => `limit=${limit}&${list}`));

type Properties = readonly EventProperty[];
type Row = EventRow & { matches: number; isRunning?: boolean };

/** Which events a page of a list has: by words or distance the best, else in the order of a time. */
@Injectable()
export class EventPages implements OnModuleInit {
  /** Names of statements by their text, so that one name stands for one text. No request adds to them. */
  readonly names = new Map<string, string>();

  constructor(
    private readonly statements: Statements,
    private readonly searches: Searches,
    private readonly filters: FilterReader,
    private readonly spelling: SpellingService,
    private readonly serialized: SerializedEvents,
  ) {}

  /** Makes the text of each frequent list. A `LIMIT` is a part of it: with a parameter, PostgreSQL would plan each time. */
  async onModuleInit(): Promise<void> {
    const properties = this.serialized.isCaching ? this.serialized.head : propertiesIn('whole');
    const further = { at: '2030-01-01T00:00:00Z', id: NIL, isRunning: false };
    for (const list of FREQUENT) {
      const query = await readRequest(ListEventsQuery, 'query', parseQuery(list));
      for (const start of [undefined, further]) {
        const text = pageText(await this.filters.read(query, { userId: '' }), query, properties, start);
        this.names.set(text, `events?${list}${start ? '&cursor' : ''}`);
      }
    }
  }

  /**
   * A page of the events that match all filters.
   * @param properties what to read of them
   * @param spelling whether to look for another spelling where words find nothing
   * @throws Problem VALIDATION_FAILED for parameters that do not go together, and a cursor of another list; UNAVAILABLE
   * where too many search
   */
  async read(
    query: ListEventsQuery,
    properties: Properties,
    reader: Reader,
    spelling = true,
  ): Promise<ReadPage> {
    if (query.sort === 'distance') return this.best(query, properties, reader);
    if (!query.q || query.sort !== undefined) return this.byTime(query, properties, reader);
    const page = await this.best(query, properties, reader);
    return { ...page, didYouMean: page.total === 0 && spelling ? await this.respelled(query, reader) : null };
  }

  private async byTime(query: ListEventsQuery, properties: Properties, reader: Reader): Promise<ReadPage> {
    const { limit = DEFAULT_LIMIT } = query;
    const { by, isRunningLast } = orderOf(query);
    const scope = scopeOf('events', query);
    const { position: start, offset } = startOfPage(scope, query, START);
    const filter = await this.filters.read(query, reader);
    filter.window = start?.window ?? filter.window;
    const text = pageText(filter, query, properties, start);
    // `getMany` takes half as much processor time again to make entities of the rows.
    const statement = { name: this.names.get(text), text, values: filter.values };
    // A search costs more the more events match.
    const rows =
      filter.search || filter.area
        ? await this.searches.read<Row>(statement, reader)
        : await this.statements.shared<Row>(statement, { mode: reader.mode });

    if (rows.length === 0 && (offset > 0 || start)) {
      const first = await this.byTime({ ...query, offset: undefined, cursor: undefined }, ['id'], reader);
      return { ...first, data: [], offset, nextCursor: null }; // it knows how many match
    }
    const last = rows.length > limit ? rows[limit - 1]! : undefined;
    const range = isRunningLast ? { isRunning: last?.isRunning, window: filter.window } : {};
    const nextCursor = last ? encodeCursor(scope, { at: last[by], id: last.id, ...range }) : null;
    return toPage(rows.slice(0, limit).map(eventOf), rows[0]?.matches ?? 0, limit, offset, nextCursor);
  }

  /**
   * A page of the best among the 1 000 matches that are next to start, from today in UTC on; where those are fewer, the latest of
   * the earlier ones fill up. Equals are in the order of their start; what is over comes last, the latest first.
   */
  private async best(query: ListEventsQuery, properties: Properties, reader: Reader): Promise<ReadPage> {
    const { limit = DEFAULT_LIMIT, sort } = query;
    const scope = scopeOf('ranked events', query);
    const { position, offset: skipped } = startOfPage(scope, query, BEST_START);
    // By the minute, so that those who search within it can share the answer.
    const { now, offset } = position ?? { now: floorTo(MINUTE_MS, Date.now()), offset: skipped };
    const detail = `must be at most ${MAX_RANKED} where the best come first`;
    if (offset > MAX_RANKED) throw Problem.invalid({ pointer: 'offset', detail });

    const filter = await this.filters.read(query, reader);
    const { area, degrees } = filter;
    const rank = sort === 'distance' ? `-(${distanceTo(area!.circle!, degrees)})` : relevance(filter);
    const at = filter.instant(now);
    const columns = `${rank} AS rank, ${END} <= ${at} AS "isOver"`;
    const found = soonest(filter, columns, MAX_RANKED + 1, floorTo(DAY_MS, now));
    const inOrder = (row: string) =>
      `${row}.rank DESC, ${row}."isOver",
       CASE WHEN ${row}."isOver" THEN ${at} - ${row}.start_at ELSE ${row}.start_at - ${at} END, ${row}.id`;
    // It returns one row at least, which says how many match.
    const text = `
      WITH ${found}, best AS (
        SELECT * FROM (SELECT * FROM found LIMIT ${MAX_RANKED}) candidates
        ORDER BY ${inOrder('candidates')} LIMIT ${limit} OFFSET ${offset})
      SELECT ${columnsOf(properties)} ${distanceColumn(area, degrees)}, (SELECT count(*)::int FROM found) AS matches
      FROM (SELECT) one LEFT JOIN (best JOIN events e ON e.id = best.id) ON true
      ORDER BY ${inOrder('best')}`;
    const rows = await this.searches.read<Row>({ text, values: filter.values }, reader);

    const total = rows[0]!.matches;
    const end = offset + limit;
    const nextCursor = end < Math.min(total, MAX_RANKED) ? encodeCursor(scope, { now, offset: end }) : null;
    const events = rows.filter(({ id }) => id !== null).map(eventOf);
    return toPage(events, total, limit, offset, nextCursor);
  }

  /** Another spelling of a search that finds something, or null. */
  private async respelled(query: ListEventsQuery, reader: Reader): Promise<string | null> {
    const first = { ...query, limit: 1, offset: undefined, cursor: undefined };
    for (const q of await this.spelling.alternatives(query.q!, reader.userId)) {
      const { total } = await this.best({ ...first, q }, ['id'], reader);
      if (total > 0) return q;
    }
    return null;
  }
}

/** What a cursor belongs to: a list, and its filters in whatever order they were sent. */
function scopeOf(list: string, query: ListEventsQuery): string {
  const isFilter = ([name]: [string, unknown]) => !['limit', 'offset', 'cursor'].includes(name);
  return fingerprint(list, Object.entries(query).filter(isFilter).sort());
}

/** The order of a list, by one time and then by id. By the words of `when`, what is running comes after what is to start. */
function orderOf({ sort, when }: ListEventsQuery) {
  const byCreation = sort?.endsWith('createdAt');
  return {
    by: byCreation ? 'createdAt' : 'startAt',
    time: byCreation ? 'created_at' : 'start_at',
    direction: sort?.startsWith('-') ? 'DESC' : 'ASC',
    isRunningLast: when !== undefined && sort === undefined,
  } as const;
}

function eventOf({ matches: _, isRunning: _isRunning, ...event }: Row): EventRow {
  return event;
}

/** SQL of how many events match, counted to one past the limit of totals along the index of the list. */
function matchesOf(filter: EventFilter, ranges: string[], time: string): string {
  const most = `LIMIT ${MAX_TOTAL + 1}`;
  if (filter.by === 'collection') return '(SELECT matches FROM amount)';
  const scans = ranges.map((range) => `(SELECT ${filter.sources(range)} ORDER BY e.${time} ${most})`);
  const all = `SELECT FROM (${scans.join(' UNION ALL ')}) found ${ranges.length > 1 ? most : ''}`;
  return `(SELECT count(*)::int FROM (${all}) counted)`;
}

/**
 * SQL of a page. Each range is scanned along an index until it has enough events, and only those of the page are read: the index
 * has what most filters compare.
 */
function pageText(
  filter: EventFilter,
  query: ListEventsQuery,
  properties: Properties,
  start?: z.output<typeof START>,
): string {
  const { offset = 0 } = query;
  // Fewer than the usual ones would be another text, which costs more than to read them.
  const limit = Math.max(query.limit ?? 0, DEFAULT_LIMIT);
  const { by, time, direction, isRunningLast } = orderOf(query);
  const overlaps = filter.window ? overlapping(filter, filter.window) : ['true'];
  // In the order of starts, each range is scanned along an index of its own.
  const ranges = by === 'startAt' ? overlaps : [`(${overlaps.join(' OR ')})`];
  const columns = columnsOf([...new Set<EventProperty>([...properties, by])]);
  const distance = distanceColumn(filter.area, filter.degrees);
  const inOrder = (row: string) => `${row}.${time} ${direction}, ${row}.id ${direction}`;
  const sign = direction === 'DESC' ? '<' : '>';
  const after = start
    ? `(e.${time}, e.id) ${sign} (${filter.value(start.at, 'timestamptz')}, ${filter.value(start.id, 'uuid')})`
    : 'true';
  const scans = ranges.flatMap((range, index) => {
    const isRunning = isRunningLast && index > 0;
    // A page that starts among what is running has left behind what is to start, and the other way round.
    const isOther = isRunningLast && start && start.isRunning !== isRunning;
    const rest = isOther ? String(isRunning) : after;
    const scan = (source: string) =>
      `(SELECT e.id, e.${time}, ${isRunning} AS "isRunning" ${source}
        ORDER BY ${inOrder('e')} LIMIT ${offset + limit + 1})`;
    return filter.sources(range, rest).map(scan);
  });
  return `
    WITH ${filter.collected()} page AS (
      SELECT * FROM (${scans.join(' UNION ALL ')}) found
      ORDER BY "isRunning", ${inOrder('found')} LIMIT ${limit + 1} OFFSET ${offset})
    SELECT ${columns} ${distance}, ${matchesOf(filter, ranges, time)} AS matches, page."isRunning"
    FROM page JOIN events e ON e.id = page.id ORDER BY page."isRunning", ${inOrder('page')}`;
}

/** SQL: how well an event matches. Words of title, tags and place as they stand there rank before their stems. */
function relevance(filter: EventFilter): string {
  // Any word counts: where all must match, `ts_rank` compares every two positions.
  const anyOf = (query: string) =>
    `regexp_replace(${filter.value(query, 'text')}, ' (&|<[-0-9]+>) ', ' | ', 'g')::tsquery`;
  return `ts_rank(e.search, ${anyOf(filter.search!.stems)}) + ts_rank(e.exact, ${anyOf(filter.search!.exact)})`;
}
