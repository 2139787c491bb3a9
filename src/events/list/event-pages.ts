import { hash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { ReplicationMode } from 'typeorm';
import { z } from 'zod';
import {
  DEFAULT_LIMIT,
  encodeCursor,
  fingerprint,
  MAX_TOTAL,
  type Page,
  POSITION,
  startOfPage,
  toPage,
} from '../../common/pagination.js';
import { Statements } from '../../database/statements.js';
import type { EventPage } from '../events.dto.js';
import { distanceColumn } from '../map/area.js';
import { RankedSearch } from '../search/ranked-search.js';
import { isSearch, SEARCH_TIMEOUT } from '../search/search-turns.js';
import { columnsOf, type EventProperty } from '../stored-event.js';
import { type EventFilter, filterOf, overlapping } from './event-filter.js';
import type { Window } from './event-window.js';
import { filtersOf, type ListEventsQuery } from './events-query.dto.js';
import { FilterReader } from './filter-reader.js';
import type { EventRow } from './rendered-events.js';

/** An event of a list, with its distance in metres where the query has a point. */
export type Listed<Event> = Event & { distance?: number };

/** A page as it is read. */
export type ReadPage = Page<Listed<EventRow>> & Pick<EventPage, 'didYouMean'>;

/** Where a page starts. A list by the words of `when` keeps the span that they meant for its first page. */
const START = POSITION.extend({
  isRunning: z.boolean().optional(),
  window: z.strictObject({ from: z.int(), to: z.int() }).optional(),
});
type Start = z.output<typeof START>;

/** The order of a list, by one time and then by id, and the part of it that is read. */
interface Order {
  by: 'startAt' | 'createdAt';
  direction: 'ASC' | 'DESC';
  /** Whether what is running already comes after what is to start. */
  isRunningLast: boolean;
  start?: Start;
  limit: number;
  offset: number;
}

const COLUMNS = { startAt: 'start_at', createdAt: 'created_at' };

type Row = Listed<EventRow> & { matches: number; isRunning?: boolean };

/** Which events a page of a list has: by words or distance the best, else in the order of a time. */
@Injectable()
export class EventPages {
  constructor(
    private readonly statements: Statements,
    private readonly filters: FilterReader,
    private readonly ranked: RankedSearch,
  ) {}

  /**
   * A page of the events that match all filters.
   * @param properties what to read of them
   * @param spelling whether to look for another spelling where words find nothing
   * @throws Problem VALIDATION_FAILED for parameters that do not go together, and a cursor of another list
   */
  async read(
    query: ListEventsQuery,
    properties: readonly EventProperty[],
    mode: ReplicationMode,
    spelling = true,
  ): Promise<ReadPage> {
    const isRanked = query.sort === 'distance' || (query.q && query.sort === undefined);
    return isRanked
      ? this.ranked.page(query, properties, mode, spelling)
      : this.byTime(query, properties, mode);
  }

  private async byTime(
    query: ListEventsQuery,
    properties: readonly EventProperty[],
    mode: ReplicationMode,
  ): Promise<ReadPage> {
    const { limit = DEFAULT_LIMIT, sort = 'startAt' } = query;
    const scope = fingerprint('events', filtersOf(query));
    const { position: start, offset } = startOfPage(scope, query, START);
    const by = sort.endsWith('createdAt') ? 'createdAt' : 'startAt';
    const direction = sort.startsWith('-') ? 'DESC' : 'ASC';
    const isRunningLast = query.when !== undefined && query.sort === undefined;
    const order: Order = { by, direction, isRunningLast, start, limit: limit + 1, offset };

    const filters = await this.filters.read(query, mode);
    const window = start?.window ?? filters.window;
    const filter = filterOf(query, filters);
    const spans = window ? spansOf(filter, window, by) : ['true'];
    const matches = matchesOf(filter, spans, COLUMNS[by]);
    const counting = { text: `SELECT ${matches} AS matches`, values: [...filter.values] };
    const distance = distanceColumn(filters.area, (angle) => filter.value(angle, 'float8'));
    const columns = `${columnsOf([...new Set<EventProperty>([...properties, by])])} ${distance}`;
    const text = pageText(filter, spans, `${columns}, ${matches} AS matches`, order);
    // `getMany` takes half as much processor time again to make entities of the rows.
    const name = filter.hasOnePlan && offset === 0 ? `events_${hash('sha1', text, 'base64url')}` : undefined;
    const limits = { mode, timeout: isSearch(query) ? SEARCH_TIMEOUT : undefined };
    const rows = await this.statements.shared<Row>({ name, text, values: filter.values }, limits);

    const isBeyondAll = rows.length === 0 && (offset > 0 || start !== undefined);
    const [counted] = isBeyondAll ? await this.statements.query<Row>(counting, limits) : rows;
    const last = rows.length > limit ? rows[limit - 1]! : undefined;
    const position = last && { at: last[by], id: last.id };
    const span = last && isRunningLast ? { isRunning: last.isRunning, window } : {};
    return toPage(
      rows.slice(0, limit).map(({ matches: _, isRunning: _isRunning, ...event }) => event),
      counted?.matches ?? 0,
      limit,
      offset,
      position ? encodeCursor(scope, { ...position, ...span }) : null,
    );
  }
}

/** SQL conditions of the events of a window. In the order of starts, each is scanned along an index of its own. */
function spansOf(filter: EventFilter, window: Window, by: Order['by']): string[] {
  const spans = overlapping(filter, window);
  return by === 'startAt' ? spans : [`(${spans.join(' OR ')})`];
}

/** SQL of how many events match, counted to one past the limit of totals along the index of the list. */
function matchesOf(filter: EventFilter, spans: string[], time: string): string {
  const most = `LIMIT ${MAX_TOTAL + 1}`;
  const [first, ...others] = spans.map(
    (span) => `SELECT FROM events e ${filter.where(span)} ORDER BY e.${time} ${most}`,
  );
  const all = others.reduce((counted, each) => `(${counted}) UNION ALL (${each}) ${most}`, first);
  return `(SELECT count(*)::int FROM (${all}) counted)`;
}

/**
 * SQL of a page. Each span is scanned along an index until it has enough events, and only those of the page are read: the index
 * has what most filters compare.
 */
function pageText(filter: EventFilter, spans: string[], columns: string, order: Order): string {
  const { by, direction, isRunningLast, start, limit, offset } = order;
  const time = COLUMNS[by];
  const inOrder = (row: string) => `${row}.${time} ${direction}, ${row}.id ${direction}`;
  const sign = direction === 'DESC' ? '<' : '>';
  const after = start
    ? `(e.${time}, e.id) ${sign} (${filter.value(start.at, 'timestamptz')}, ${filter.value(start.id, 'uuid')})`
    : 'true';
  const scans = spans.map((span, index) => {
    const isRunning = isRunningLast && index > 0;
    // A page that starts among what is running has left behind what is to start, and the other way round.
    const isOther = isRunningLast && start && start.isRunning !== isRunning;
    const rest = isOther ? String(isRunning) : after;
    return `(SELECT e.id, e.${time}, ${isRunning} AS "isRunning" FROM events e ${filter.where(span, rest)}
             ORDER BY ${inOrder('e')} LIMIT ${limit + offset})`;
  });
  return `
    SELECT ${columns}, page."isRunning" FROM (
      SELECT * FROM (${scans.join(' UNION ALL ')}) found
      ORDER BY "isRunning", ${inOrder('found')} LIMIT ${limit} OFFSET ${offset}) page
    JOIN events e ON e.id = page.id ORDER BY page."isRunning", ${inOrder('page')}`;
}
