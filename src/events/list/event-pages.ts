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
import { type ReadContext, Searches } from '../search/searches.js';
import { SpellingService } from '../search/spelling.service.js';
import { columnsOf, type EventProperty } from '../stored-event.js';
import { type EventFilter, FilterBuilder, overlapping, soonest } from './event-filter.js';
import { END } from './event-window.js';
import { ListEventsQuery } from './events-query.dto.js';
import { type EventRow, propertiesIn, SerializedEvents } from './serialized-events.js';

/** A page as it is read. With `near`, its events have their distance in metres. */
export type ReadPage = Page<EventRow> & Pick<EventPage, 'didYouMean'>;

/** Maximum number of ranked matches, and so the largest offset (contract 12, "Relevance"). */
const MAX_RANKED = 1_000;
/** Milliseconds since the epoch. */
const INSTANT = z.int().min(EARLIEST).max(LATEST);
/** The start of a ranked page. All pages of a list share one `now`. */
const RANKED_START = z.strictObject({ now: INSTANT, offset: z.int().min(0).max(MAX_RANKED) });
/** The start of a page sorted by time. `window` is the time range of `when` at the first page. */
const START = POSITION.extend({
  isRunning: z.boolean().optional(),
  window: z.strictObject({ from: INSTANT, to: INSTANT }).optional(),
});

const FROM = 'startDate=2030-01-01';
/** An example of each frequent list. Only the statements of these lists are prepared. */
const FREQUENT = [
  ...['', 'type=GIG', 'category=MUSIC', 'status=OPEN', 'source=USER', 'creatorId=alice', 'sort=-createdAt'],
  ...['', '&type=GIG', '&category=MUSIC', '&status=OPEN', '&status=COMPLETED'].map((each) => FROM + each),
  ...['type=GIG&status=OPEN', 'type=GIG&takesApplications=true', 'when=week'],
  'from=2030-01-01&to=2030-02-01',
].flatMap((list) => [DEFAULT_LIMIT, MAX_LIMIT].map((limit) => `limit=${limit}&${list}`));

type Properties = readonly EventProperty[];
type Row = EventRow & { matches: number; isRunning?: boolean };

/** Reads pages of events, sorted by relevance, by distance or by a time. */
@Injectable()
export class EventPages implements OnModuleInit {
  /** The names of prepared statements by their text, so each name has one text. Complete after startup. */
  readonly names = new Map<string, string>();

  constructor(
    private readonly statements: Statements,
    private readonly searches: Searches,
    private readonly filters: FilterBuilder,
    private readonly spelling: SpellingService,
    private readonly serialized: SerializedEvents,
  ) {}

  /**
   * Names the statement of each frequent list. Its `LIMIT` is a constant: with a parameter, PostgreSQL would
   * plan each execution.
   */
  async onModuleInit(): Promise<void> {
    const properties = this.serialized.isCaching ? this.serialized.head : propertiesIn('whole');
    const next = { at: '2030-01-01T00:00:00Z', id: NIL, isRunning: false };
    for (const list of FREQUENT) {
      const query = await readRequest(ListEventsQuery, 'query', parseQuery(list));
      for (const start of [undefined, next]) {
        const text = pageText(await this.filters.build(query, { userId: '' }), query, properties, start);
        this.names.set(text, `events?${list}${start ? '&cursor' : ''}`);
      }
    }
  }

  /**
   * A page of the events that match all filters.
   * @param properties the properties to read
   * @param spelling whether to search for another spelling if the words match nothing
   * @throws Problem VALIDATION_FAILED for conflicting parameters and for a cursor of another list,
   * UNAVAILABLE after 1.5 s in the queue of searches
   */
  async read(
    query: ListEventsQuery,
    properties: Properties,
    context: ReadContext,
    spelling = true,
  ): Promise<ReadPage> {
    if (query.sort === 'distance') return this.rankedPage(query, properties, context);
    if (!query.q || query.sort !== undefined) return this.pageByTime(query, properties, context);
    const page = await this.rankedPage(query, properties, context);
    const needsSpelling = page.total === 0 && spelling;
    return { ...page, didYouMean: needsSpelling ? await this.findSpelling(query, context) : null };
  }

  private async pageByTime(
    query: ListEventsQuery,
    properties: Properties,
    context: ReadContext,
  ): Promise<ReadPage> {
    const { limit = DEFAULT_LIMIT } = query;
    const { by, isRunningLast } = orderOf(query);
    const scope = scopeOf('events', query);
    const { position: start, offset } = startOfPage(scope, query, START);
    const filter = await this.filters.build(query, context);
    filter.timeRange = start?.window ?? filter.timeRange;
    const text = pageText(filter, query, properties, start);
    // `getMany` takes half as much CPU time again, to create entities from the rows.
    const statement = { name: this.names.get(text), text, values: filter.values };
    // The cost of a search grows with its matches, so it waits in the queue of searches.
    const rows =
      filter.search || filter.area
        ? await this.searches.read<Row>(statement, context)
        : await this.statements.shared<Row>(statement, { mode: context.mode });

    if (rows.length === 0 && (offset > 0 || start)) {
      const first = await this.pageByTime(
        { ...query, offset: undefined, cursor: undefined },
        ['id'],
        context,
      );
      return { ...first, data: [], offset, nextCursor: null }; // with the total of the first page
    }
    const last = rows.length > limit ? rows[limit - 1]! : undefined;
    const range = isRunningLast ? { isRunning: last?.isRunning, window: filter.timeRange } : {};
    const nextCursor = last ? encodeCursor(scope, { at: last[by], id: last.id, ...range }) : null;
    return toPage(rows.slice(0, limit).map(toEvent), rows[0]?.matches ?? 0, limit, offset, nextCursor);
  }

  /**
   * A page sorted by relevance or distance. It ranks up to 1 000 matches: the next to start, counted from the
   * start of today in UTC, then the latest earlier ones. Matches of equal rank are sorted by start. Among
   * them, past events come last, the latest first.
   */
  private async rankedPage(
    query: ListEventsQuery,
    properties: Properties,
    context: ReadContext,
  ): Promise<ReadPage> {
    const { limit = DEFAULT_LIMIT, sort } = query;
    const scope = scopeOf('ranked events', query);
    const { position, offset: queryOffset } = startOfPage(scope, query, RANKED_START);
    // Rounded to the minute, so that concurrent requests send equal statements and share the rows.
    const { now, offset } = position ?? { now: floorTo(MINUTE_MS, Date.now()), offset: queryOffset };
    const detail = `must be at most ${MAX_RANKED} if the best matches come first`;
    if (offset > MAX_RANKED) throw Problem.invalid({ pointer: 'offset', detail });

    const filter = await this.filters.build(query, context);
    const { area, degrees } = filter;
    const rank = sort === 'distance' ? `-(${distanceTo(area!.circle!, degrees)})` : relevance(filter);
    const at = filter.instant(now);
    const columns = `${rank} AS rank, ${END} <= ${at} AS "isOver"`;
    const found = soonest(filter, columns, MAX_RANKED + 1, floorTo(DAY_MS, now));
    const inOrder = (row: string) =>
      `${row}.rank DESC, ${row}."isOver",
       CASE WHEN ${row}."isOver" THEN ${at} - ${row}.start_at ELSE ${row}.start_at - ${at} END, ${row}.id`;
    // It returns at least one row, which contains the total.
    const text = `
      WITH ${found}, best AS (
        SELECT * FROM (SELECT * FROM found LIMIT ${MAX_RANKED}) candidates
        ORDER BY ${inOrder('candidates')} LIMIT ${limit} OFFSET ${offset})
      SELECT ${columnsOf(properties)} ${distanceColumn(area, degrees)}, (SELECT count(*)::int FROM found) AS matches
      FROM (SELECT) one LEFT JOIN (best JOIN events e ON e.id = best.id) ON true
      ORDER BY ${inOrder('best')}`;
    const rows = await this.searches.read<Row>({ text, values: filter.values }, context);

    const total = rows[0]!.matches;
    const end = offset + limit;
    const nextCursor = end < Math.min(total, MAX_RANKED) ? encodeCursor(scope, { now, offset: end }) : null;
    const events = rows.filter(({ id }) => id !== null).map(toEvent);
    return toPage(events, total, limit, offset, nextCursor);
  }

  /** Finds a spelling of a search that has matches, or null. */
  private async findSpelling(query: ListEventsQuery, context: ReadContext): Promise<string | null> {
    const first = { ...query, limit: 1, offset: undefined, cursor: undefined };
    for (const q of await this.spelling.alternatives(query.q!, context.userId)) {
      const { total } = await this.rankedPage({ ...first, q }, ['id'], context);
      if (total > 0) return q;
    }
    return null;
  }
}

/** The scope of a cursor: a list and its filters, in any order. */
function scopeOf(list: string, query: ListEventsQuery): string {
  const isFilter = ([name]: [string, unknown]) => !['limit', 'offset', 'cursor'].includes(name);
  return fingerprint(list, Object.entries(query).filter(isFilter).sort());
}

/** The order of a list: by a time, then by id. With `when`, running events come after upcoming ones. */
function orderOf({ sort, when }: ListEventsQuery) {
  const byCreation = sort?.endsWith('createdAt');
  return {
    by: byCreation ? 'createdAt' : 'startAt',
    time: byCreation ? 'created_at' : 'start_at',
    direction: sort?.startsWith('-') ? 'DESC' : 'ASC',
    isRunningLast: when !== undefined && sort === undefined,
  } as const;
}

function toEvent({ matches: _, isRunning: _isRunning, ...event }: Row): EventRow {
  return event;
}

/** SQL of the number of matches, counted up to one more than `MAX_TOTAL` in an index scan. */
function matchesOf(filter: EventFilter, ranges: string[], time: string): string {
  const limit = `LIMIT ${MAX_TOTAL + 1}`;
  if (filter.strategy === 'collect') return '(SELECT matches FROM amount)';
  const scans = ranges.map((range) => `(SELECT ${filter.sources(range)} ORDER BY e.${time} ${limit})`);
  const all = `SELECT FROM (${scans.join(' UNION ALL ')}) found ${ranges.length > 1 ? limit : ''}`;
  return `(SELECT count(*)::int FROM (${all}) counted)`;
}

/**
 * SQL of a page. Each part of the time range is scanned along an index until the page is full. Only the rows
 * of the page are read, because the index contains the columns of most filters.
 */
function pageText(
  filter: EventFilter,
  query: ListEventsQuery,
  properties: Properties,
  start?: z.output<typeof START>,
): string {
  const { offset = 0 } = query;
  // A smaller limit would need another text, which is not prepared. Reading more rows is cheaper.
  const limit = Math.max(query.limit ?? 0, DEFAULT_LIMIT);
  const { by, time, direction, isRunningLast } = orderOf(query);
  const overlaps = filter.timeRange ? overlapping(filter, filter.timeRange) : ['true'];
  // Sorted by start, each part of the time range is scanned along its own index.
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
    // After a running event, no upcoming ones follow. After an upcoming event, all running ones follow.
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

/** SQL of the relevance of an event. Unstemmed words of title, tags and place rank higher than stems. */
function relevance(filter: EventFilter): string {
  // The words are combined with OR: for AND, `ts_rank` compares all pairs of positions.
  const anyOf = (query: string) =>
    `regexp_replace(${filter.value(query, 'text')}, ' (&|<[-0-9]+>) ', ' | ', 'g')::tsquery`;
  return `ts_rank(e.search, ${anyOf(filter.search!.stems)}) + ts_rank(e.exact, ${anyOf(filter.search!.exact)})`;
}
