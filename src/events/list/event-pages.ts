import { Injectable, type OnModuleInit } from '@nestjs/common';
import { NIL } from 'uuid';
import { z } from 'zod';
import { parseQuery } from '../../common/http/parsers.js';
import { EARLIEST, floorTo, formatInstant, LATEST, MINUTE_MS } from '../../common/instant.js';
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
import { type ReadContext, type Statement, Statements } from '../../database/statements.js';
import { END } from '../event-conditions.js';
import type { EventPage } from '../events.dto.js';
import { DISTANCE } from '../map/area.js';
import { Searches } from '../search/searches.js';
import { SpellingService } from '../search/spelling.service.js';
import { columnsOf } from '../stored-event.js';
import {
  collectedOf,
  type EventFilter,
  FilterBuilder,
  firstOf,
  isOneOf,
  ME,
  nearestOf,
  ORDERS,
  type Order,
  rangesOf,
  sourcesOf,
  valuesOf,
} from './event-filter.js';
import { ListEventsQuery } from './events-query.dto.js';
import { COLUMNS, type EventRow, SerializedEvents } from './serialized-events.js';

/** A page as it is read. With `near`, its events have their distance in metres. */
export type ReadPage = Page<EventRow> & Pick<EventPage, 'didYouMean'>;

/** Maximum number of ranked matches, and so the largest offset (rules.md, "Lists"). */
const MAX_RANKED = 1_000;
/** Milliseconds since the epoch. */
const INSTANT = z.int().min(EARLIEST).max(LATEST);
/** The start of a ranked page. All pages of a list share one `now`. */
const RANKED_START = z.strictObject({ now: INSTANT, offset: z.int().min(0).max(MAX_RANKED) });
/** The start of a page sorted by time. In the default order, all pages of a list share one `now`. */
const START = POSITION.extend({ now: INSTANT.optional() });

const ID = columnsOf(['id']);
const NOW = ':now::timestamptz';
/** SQL of the relevance by any word: for AND, `ts_rank` compares all pairs. Unstemmed words rank higher. */
const anyOf = (query: string) => `regexp_replace(${query}::text, ' (&|<[-0-9]+>) ', ' | ', 'g')::tsquery`;
const RELEVANCE = `ts_rank(e.search, ${anyOf(':stems')}) + ts_rank(e.exact, ${anyOf(':exact')})`;

const FROM = 'startDate=2030-01-01';
/** An example of each frequent list. Only the statements of these lists are prepared. */
const FREQUENT = [
  ...['', 'type=GIG', 'category=MUSIC', 'status=OPEN', 'source=USER', 'creatorId=alice', 'sort=-createdAt'],
  ...['', '&type=GIG', '&category=MUSIC', '&status=OPEN', '&status=COMPLETED'].map((each) => FROM + each),
  ...['type=GIG&status=OPEN', 'type=GIG&takesApplications=true', 'when=week'],
  'from=2030-01-01&to=2030-02-01',
].flatMap((list) => [DEFAULT_LIMIT, MAX_LIMIT].map((limit) => `limit=${limit}&${list}`));

type Row = EventRow & { at: string; matches: number };
type Start = z.output<typeof START>;

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

  /** Names the frequent statements. `LIMIT` is no parameter: with one, each execution would be planned. */
  async onModuleInit(): Promise<void> {
    const columns = this.serialized.isCaching ? this.serialized.headColumns : COLUMNS.whole;
    const start = { at: '2030-01-01T00:00:00Z', id: NIL };
    for (const list of FREQUENT) {
      const query = await readRequest(ListEventsQuery, 'query', parseQuery(list));
      const filter = await this.filters.build(query, { userId: '' });
      this.names.set(this.pageStatement(filter, query, columns, 0).text, `events?${list}`);
      this.names.set(this.pageStatement(filter, query, columns, 0, start).text, `events?${list}&cursor`);
    }
  }

  /**
   * A page of the events that match all filters, with columns of `events e`.
   * @param spelling whether to search for another spelling if the words match nothing
   * @throws Problem VALIDATION_FAILED, UNAVAILABLE after 1.5 s in the queue of searches
   */
  async read(
    query: ListEventsQuery,
    columns: string,
    context: ReadContext,
    spelling = true,
  ): Promise<ReadPage> {
    if (query.sort === 'distance') return this.rankedPage(query, columns, context);
    if (!query.q || query.sort !== undefined) return this.pageByTime(query, columns, context);
    const page = await this.rankedPage(query, columns, context);
    const needsSpelling = page.total === 0 && spelling;
    return { ...page, didYouMean: needsSpelling ? await this.findSpelling(query, context) : null };
  }

  private async pageByTime(query: ListEventsQuery, columns: string, context: ReadContext): Promise<ReadPage> {
    const { limit = DEFAULT_LIMIT, sort = 'upcoming' } = query;
    const scope = scopeOf('events', { ...query, sort }, context);
    const { position: start, offset } = startOfPage(scope, query, START);
    const now = start?.now ?? Date.now();
    const filter = await this.filters.build(query, context, now);
    const { text, values } = this.pageStatement(filter, query, columns, now, start);
    // `getMany` takes half as much CPU time again, to create entities from the rows.
    const statement = { name: this.names.get(text), text, values };
    // The cost of a search grows with its matches, so it waits in the queue of searches.
    const rows =
      filter.search || filter.area || filter.isOwn
        ? await this.searches.read<Row>(statement, context)
        : await this.statements.shared<Row>(statement, { mode: context.mode });

    if (rows.length === 0 && (offset > 0 || start)) {
      const first = await this.pageByTime({ ...query, offset: undefined, cursor: undefined }, ID, context);
      return { ...first, data: [], offset, nextCursor: null }; // with the total of the first page
    }
    const last = rows.length > limit ? rows[limit - 1]! : undefined;
    const position = last && { at: last.at, id: last.id, ...(sort === 'upcoming' && { now }) };
    const nextCursor = position ? encodeCursor(scope, position) : null;
    return toPage(rows.slice(0, limit).map(toEvent), rows[0]?.matches ?? 0, limit, offset, nextCursor);
  }

  /** Only the rows of the page are read: an index has the columns of most filters. */
  private pageStatement(
    filter: EventFilter,
    { limit = DEFAULT_LIMIT, offset = 0, sort = 'upcoming' }: ListEventsQuery,
    columns: string,
    now: number,
    start?: Start,
  ): Statement {
    const order = ORDERS[sort as keyof typeof ORDERS];
    // A smaller limit would need another text, which is not prepared. Reading more rows is cheaper.
    const rows = Math.max(limit, DEFAULT_LIMIT) + 1;
    const nearest = nearestOf(filter, order, offset + rows, { isAfter: start !== undefined });
    const page = `SELECT id FROM nearest ORDER BY ${order.orderBy('nearest')} LIMIT ${rows} OFFSET ${offset}`;
    const sql = `
      WITH ${collectedOf(filter)} ${nearest}
      SELECT ${columns} ${distanceOf(filter)}, e.${order.time} AS at, ${matchesOf(filter, order)} AS matches
      FROM events e WHERE ${isOneOf(page)} ORDER BY ${order.orderBy('e')}`;
    return this.statements.bind({ sql, values: { ...valuesOf(filter, now), ...start } });
  }

  /** A page by relevance or distance of the first 1 000 matches, then by start, with past events last. */
  private async rankedPage(query: ListEventsQuery, columns: string, context: ReadContext): Promise<ReadPage> {
    const { limit = DEFAULT_LIMIT, sort } = query;
    const scope = scopeOf('ranked events', query, context);
    const { position, offset: queryOffset } = startOfPage(scope, query, RANKED_START);
    // Rounded to the minute, so that concurrent requests send equal statements and share the rows.
    const { now, offset } = position ?? { now: floorTo(MINUTE_MS, Date.now()), offset: queryOffset };
    const detail = `must be at most ${MAX_RANKED} if the best matches come first`;
    if (offset > MAX_RANKED) throw Problem.invalid({ pointer: 'offset', detail });

    const filter = await this.filters.build(query, context);
    const rank = sort === 'distance' ? `-(${DISTANCE})` : RELEVANCE;
    const found = firstOf(filter, `${rank} AS rank, ${END} <= ${NOW} AS "isOver"`, MAX_RANKED + 1);
    // It returns at least one row, which contains the total. Materialized, the ids are selected only once.
    const sql = `
      WITH ${found}, best AS MATERIALIZED (
        SELECT ARRAY(SELECT id FROM (SELECT * FROM found LIMIT ${MAX_RANKED}) candidates
          ORDER BY rank DESC, "isOver", CASE WHEN "isOver" THEN ${NOW} - start_at ELSE start_at - ${NOW} END, id
          LIMIT ${limit} OFFSET ${offset}) AS ids)
      SELECT ${columns} ${distanceOf(filter)}, (SELECT count(*)::int FROM found) AS matches
      FROM best LEFT JOIN events e ON e.id = ANY(best.ids) ORDER BY array_position(best.ids, e.id)`;
    const { stems, exact } = filter.search ?? {};
    const values = { ...valuesOf(filter, now), now: formatInstant(now), stems, exact };
    const rows = await this.searches.read<Row>(this.statements.bind({ sql, values }), context);

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
      const { total } = await this.rankedPage({ ...first, q }, ID, context);
      if (total > 0) return q;
    }
    return null;
  }
}

/** The scope of a cursor: a list, its filters in any order, and the caller if the events are their own. */
function scopeOf(list: string, query: ListEventsQuery, { userId }: ReadContext): string {
  const isFilter = ([name]: [string, unknown]) => !['limit', 'offset', 'cursor'].includes(name);
  const filters = Object.entries(query).filter(isFilter).sort();
  const isOwn = query.relation || query.creatorId?.includes(ME);
  return isOwn ? fingerprint(list, filters, userId) : fingerprint(list, filters);
}

function toEvent({ at: _, matches: _matches, ...event }: Row): EventRow {
  return event;
}

/** SQL to append to columns: the distance from the circle's center in metres, to one decimal. */
function distanceOf({ area }: EventFilter): string {
  return area?.circle ? `, round((${DISTANCE})::numeric, 1)::float8 AS distance` : '';
}

/** SQL of the number of matches, counted up to one more than `MAX_TOTAL` in an index scan. */
function matchesOf(filter: EventFilter, { time }: Order): string {
  if (filter.strategy === 'collect') return '(SELECT matches FROM amount)';
  const limit = `LIMIT ${MAX_TOTAL + 1}`;
  const ranges = rangesOf(filter, time);
  const scans = ranges.map((range) => `(SELECT ${sourcesOf(filter, range)} ORDER BY e.${time} ${limit})`);
  const all = `SELECT FROM (${scans.join(' UNION ALL ')}) found ${ranges.length > 1 ? limit : ''}`;
  return `(SELECT count(*)::int FROM (${all}) counted)`;
}
