import { Injectable } from '@nestjs/common';
import type { ReplicationMode } from 'typeorm';
import { DAY_MS, floorTo, HOUR_MS } from '../../common/instant.js';
import { codePoints, cut } from '../../common/text.js';
import { type Statement, Statements } from '../../database/statements.js';
import { Searches } from '../search/searches.js';
import { columnsOf, type EventProperty, type StoredEvent } from '../stored-event.js';
import { EventFilter, FilterReader, soonest } from './event-filter.js';
import type { ListEventsQuery } from './events-query.dto.js';

/** Milliseconds that a calendar goes back, and ahead: twelve months (rules.md, "Calendars"). */
const BACK = 30 * DAY_MS;
const AHEAD = 366 * DAY_MS;
/** Events of a calendar, and how many are read at once, so that nobody's calendar is in memory as a whole. */
const MAX_EVENTS = 1_000;
const BATCH = 25;
/** Characters that the descriptions of a calendar have together, and that each may have in any case. */
const MAX_TEXT = 1_000_000;
const MAX_TEXT_OF_EACH = 1_000;

const COLUMNS = [
  ...(['id', 'title', 'location', 'startAt', 'endAt', 'status', 'externalUrl', 'ticketUrl'] as const),
  ...(['tags', 'category', 'createdAt', 'updatedAt', 'version'] as const),
] satisfies EventProperty[];

/** What a calendar shows of an event. */
export type CalendarEvent = Pick<StoredEvent, (typeof COLUMNS)[number] | 'description'>;

/** Which event, as of which of its changes, and whether it has started. */
export type CalendarEntry = Pick<CalendarEvent, 'id' | 'version'> & { isEarlier: boolean };

/** The events of a calendar, and the standby that they are to be read from, where they may be stale. */
export interface CalendarEntries {
  entries: CalendarEntry[];
  mode?: ReplicationMode;
}

/**
 * The events that calendars show: from 30 days back to 12 months ahead, in the order of their start. Where there are more than
 * 1 000, these are the next ones; where fewer are to come, the latest of the earlier ones fill up.
 */
@Injectable()
export class CalendarEvents {
  constructor(
    private readonly statements: Statements,
    private readonly filters: FilterReader,
    private readonly searches: Searches,
  ) {}

  /** Those that match the query of a list, as its owner may see it. @throws Problem UNAVAILABLE where too many search */
  async matching(ownerId: string, query: ListEventsQuery): Promise<CalendarEntries> {
    const reader = this.searches.reader(ownerId, query.creatorId);
    const filter = await this.filters.read(query, reader);
    return { entries: await this.searches.read(entriesOf(filter), reader), mode: reader.mode };
  }

  /** Those among events that are known by their ids. */
  async among(ids: string[]): Promise<CalendarEntries> {
    const filter = new EventFilter();
    filter.and(`e.id = ANY(${filter.value(ids, 'uuid[]')})`);
    return { entries: ids.length > 0 ? await this.statements.shared(entriesOf(filter)) : [] };
  }

  /**
   * What a calendar shows of some of its events, in their order, a batch at a time. What has been deleted meanwhile is left
   * out; of long descriptions it is the start. The batches take turns with the searches of its owner.
   * @throws Problem UNAVAILABLE where too many search
   */
  async *read(
    ownerId: string,
    some: CalendarEntry[],
    { entries, mode }: CalendarEntries,
  ): AsyncGenerator<CalendarEvent[]> {
    const most = Math.max(MAX_TEXT_OF_EACH, Math.floor(MAX_TEXT / entries.length));
    const text = `
      SELECT ${columnsOf(COLUMNS)}, left(e.description, ${most + 1}) AS description
      FROM unnest($1::uuid[]) WITH ORDINALITY AS chosen (id, nth) JOIN events e ON e.id = chosen.id ORDER BY nth`;
    for (let start = 0; start < some.length; start += BATCH) {
      const values = [some.slice(start, start + BATCH).map(({ id }) => id)];
      const rows = await this.searches.read<CalendarEvent>({ text, values }, { userId: ownerId, mode });
      yield rows.map(({ description, ...row }) => ({
        ...row,
        description: codePoints(description) > most ? `${cut(description, most)}…` : description,
      }));
    }
  }
}

function entriesOf(filter: EventFilter): Statement {
  // By the hour, so that those who ask within it can share the answer.
  const hour = floorTo(HOUR_MS, Date.now());
  const { from: first = hour - BACK, to: end = hour + AHEAD } = filter.window ?? {};
  const [from, to] = [Math.max(hour - BACK, first), Math.min(hour + AHEAD, end)];
  if (from >= to) filter.and('false');
  filter.window = { from, to };
  const now = Math.min(Math.max(hour, from), to);
  const text = `
    WITH ${soonest(filter, 'e.version', MAX_EVENTS, now)}
    SELECT id, version, start_at < ${filter.instant(now)} AS "isEarlier" FROM found ORDER BY start_at, id`;
  return { text, values: filter.values };
}
