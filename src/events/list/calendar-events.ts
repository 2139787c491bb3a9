import { Injectable } from '@nestjs/common';
import type { ReplicationMode } from 'typeorm';
import { DAY_MS, floorTo, HOUR_MS } from '../../common/instant.js';
import { codePoints, cut } from '../../common/text.js';
import { type Statement, Statements } from '../../database/statements.js';
import { Searches } from '../search/searches.js';
import { columnsOf, type EventProperty, type StoredEvent } from '../stored-event.js';
import { type EventFilter, FilterBuilder, firstOf, ORDERS, valuesOf } from './event-filter.js';
import type { ListEventsQuery } from './events-query.dto.js';

/** The time range of a calendar, in milliseconds before and after now (rules.md, "Calendars"). */
const BACK = 30 * DAY_MS;
const AHEAD = 366 * DAY_MS;
/** Maximum events of a calendar, and events per read: no calendar is in memory as a whole. */
const MAX_EVENTS = 1_000;
const BATCH = 25;
/** Maximum characters of all descriptions of a calendar, and the number that each may have in any case. */
const MAX_TEXT = 1_000_000;
const MAX_TEXT_OF_EACH = 1_000;

const COLUMNS = [
  ...(['id', 'title', 'location', 'startAt', 'endAt', 'status', 'externalUrl', 'ticketUrl'] as const),
  ...(['tags', 'category', 'createdAt', 'updatedAt', 'version'] as const),
] satisfies EventProperty[];

/** The properties of an event in a calendar. */
export type CalendarEvent = Pick<StoredEvent, (typeof COLUMNS)[number] | 'description'>;

/** An event in a version. */
export type CalendarEntry = Pick<CalendarEvent, 'id' | 'version'>;

/** The entries of a calendar. `mode` is `slave` if its events may be read from a standby. */
export interface CalendarEntries {
  entries: CalendarEntry[];
  mode?: ReplicationMode;
}

/** The events of calendars: from 30 days ago to 12 months ahead, the first 1 000 in the default order. */
@Injectable()
export class CalendarEvents {
  constructor(
    private readonly statements: Statements,
    private readonly filters: FilterBuilder,
    private readonly searches: Searches,
  ) {}

  /** The events that match the query of a list. @throws Problem UNAVAILABLE after 1.5 s in the queue */
  async matching(ownerId: string, query: ListEventsQuery): Promise<CalendarEntries> {
    const context = this.filters.contextFor(ownerId, query);
    const filter = await this.filters.build(query, context);
    return { entries: await this.searches.read(this.entriesOf(filter), context), mode: context.mode };
  }

  /** The events with these ids. */
  async byIds(ids: string[]): Promise<CalendarEntries> {
    if (ids.length === 0) return { entries: [] };
    const conditions = [{ sql: 'e.id = ANY(:ids::uuid[])', values: { ids } }];
    return { entries: await this.statements.shared(this.entriesOf({ conditions, strategy: 'index' })) };
  }

  /**
   * Reads the events of a calendar in batches. Deleted ones are left out, and long descriptions truncated.
   * @throws Problem UNAVAILABLE after 1.5 s in the owner's queue of searches
   */
  async *read(ownerId: string, { entries, mode }: CalendarEntries): AsyncGenerator<CalendarEvent[]> {
    const maxLength = Math.max(MAX_TEXT_OF_EACH, Math.floor(MAX_TEXT / entries.length));
    const text = `
      SELECT ${columnsOf(COLUMNS)}, left(e.description, ${maxLength + 1}) AS description
      FROM events e WHERE e.id = ANY($1::uuid[]) ORDER BY array_position($1::uuid[], e.id)`;
    for (let start = 0; start < entries.length; start += BATCH) {
      const values = [entries.slice(start, start + BATCH).map(({ id }) => id)];
      const rows = await this.searches.read<CalendarEvent>({ text, values }, { userId: ownerId, mode });
      yield rows.map(({ description, ...row }) => ({
        ...row,
        description: codePoints(description) > maxLength ? `${cut(description, maxLength)}…` : description,
      }));
    }
  }

  private entriesOf(filter: EventFilter): Statement {
    // Rounded to the hour, so that concurrent requests send equal statements and share the rows.
    const hour = floorTo(HOUR_MS, Date.now());
    const { from: first = hour - BACK, to: end = hour + AHEAD } = filter.timeRange ?? {};
    const timeRange = { from: Math.max(hour - BACK, first), to: Math.min(hour + AHEAD, end) };
    const isEmpty = timeRange.from >= timeRange.to;
    const conditions = [...filter.conditions, ...(isEmpty ? [{ sql: 'false' }] : [])];
    const selected = { ...filter, conditions, timeRange };
    const sql = `
      WITH ${firstOf(selected, 'e.version', MAX_EVENTS)}
      SELECT id, version FROM found ORDER BY ${ORDERS.upcoming.orderBy('found')}`;
    return this.statements.bind({ sql, values: valuesOf(selected, hour) });
  }
}
