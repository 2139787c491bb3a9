import { Injectable } from '@nestjs/common';
import type { ReplicationMode } from 'typeorm';
import { And, In, LessThan, MoreThanOrEqual } from 'typeorm';
import { Config } from '../common/config.js';
import { DAY_MS, formatInstant, HOUR_MS } from '../common/instant.js';
import { codePoints, cut } from '../common/text.js';
import { Database } from '../database/database.js';
import { Repository } from '../database/repository.js';
import { Standbys } from '../database/standbys.js';
import type { Property, Row, Statement } from '../database/table.js';
import { InjectTable } from '../database/table.provider.js';
import { EventEntity } from './event.entity.js';
import { criteriaOf, overlap, walksOf } from './event-criteria.js';
import { EventList } from './event-list.service.js';
import { type Window, windowOf } from './event-window.js';
import type { ListEventsQuery } from './events-query.dto.js';
import { isIn } from './map/event-area.js';
import { Places, type Region } from './map/places.js';
import { nearness } from './nearness.js';
import { EventSearch } from './search/event-search.js';

/** Milliseconds that a calendar goes back, and ahead: twelve months (decisions.md, "Calendars"). */
const BACK = 30 * DAY_MS;
const AHEAD = 366 * DAY_MS;
/** Events of a calendar. */
const MAX_EVENTS = 1_000;
/** Characters that the descriptions of a calendar have together, and that each may have in any case. */
const MAX_TEXT = 1_000_000;
const MAX_TEXT_OF_EACH = 1_000;

const COLUMNS = [
  ...(['id', 'title', 'location', 'startAt', 'endAt', 'status', 'externalUrl', 'ticketUrl'] as const),
  ...(['tags', 'category', 'createdAt', 'updatedAt', 'version'] as const),
] satisfies Property<EventEntity>[];

/** What a calendar shows of an event. */
export type CalendarEvent = Pick<Row<EventEntity>, (typeof COLUMNS)[number] | 'description'>;

/** Which event, and as of which of its changes. */
export type CalendarEntry = Pick<CalendarEvent, 'id' | 'version'>;

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
    private readonly config: Config,
    private readonly database: Database,
    @InjectTable(EventEntity) private readonly events: Repository<EventEntity>,
    private readonly lists: EventList,
    private readonly search: EventSearch,
    private readonly standbys: Standbys,
    private readonly places: Places,
  ) {}

  /** Those that match the query of a list, as its owner may see it. @throws Problem UNAVAILABLE where too many search */
  async matching(ownerId: string, query: ListEventsQuery): Promise<CalendarEntries> {
    const now = Date.now();
    const { from, to } = within(spanOf(now), windowOf(query, this.config.SERVICE_TIME_ZONE, now));
    if (from >= to) return { entries: [] };
    const mode = this.standbys.modeFor(ownerId, query.creatorId);
    const region = await this.places.regionOf(query);
    if (query.q) {
      const { data } = await this.lists.inTurn(ownerId, query, () =>
        this.search.best(
          query,
          { from, to },
          region,
          { limit: MAX_EVENTS },
          { selection: { select: ['id', 'startAt'] }, mode },
        ),
      );
      const found = data.map(({ id }) => id);
      return { ...(await this.among(found, mode)), mode };
    }
    const middle = Math.min(Math.max(hourOf(now), from), to);
    const statement = this.nextAndLatest(query, region, { from, middle, to });
    const read = () => this.database.read(statement, (rows: CalendarEntry[]) => rows, mode);
    return { entries: await this.lists.inTurn(ownerId, query, read), mode };
  }

  /** Those among events that are known by their ids. */
  async among(ids: string[], mode?: ReplicationMode): Promise<CalendarEntries> {
    const now = Date.now();
    const where = this.events.where({ id: In(ids) }, overlap(spanOf(now)));
    if (where.isImpossible) return { entries: [] };
    const begin = `${where.parameter(formatInstant(hourOf(now)))}::timestamptz`;
    const text = `
      SELECT id, version FROM (
        SELECT t.id, t.version, t.start_at FROM events t ${where}
        ORDER BY ${nearness('t', begin)} LIMIT ${MAX_EVENTS}
      ) nearest ORDER BY start_at, id`;
    const statement = { text, values: where.values };
    return { entries: await this.database.read(statement, (rows: CalendarEntry[]) => rows, mode) };
  }

  /** What a calendar shows of its events. What has been deleted meanwhile is left out; of long descriptions it is the start. */
  async read({ entries, mode }: CalendarEntries): Promise<CalendarEvent[]> {
    if (entries.length === 0) return [];
    const most = Math.max(MAX_TEXT_OF_EACH, Math.floor(MAX_TEXT / entries.length));
    const columns = this.events.columns({ select: COLUMNS });
    const text = `
      SELECT ${columns}, left(t.description, ${most + 1}) AS description
      FROM events t WHERE t.id = ANY($1) ORDER BY t.start_at, t.id`;
    const ids = entries.map(({ id }) => id);
    const shorten = (rows: CalendarEvent[]) =>
      rows.map((row) => ({ ...row, description: shortened(row.description, most) }));
    return this.database.read({ text, values: [ids] }, shorten, mode);
  }

  /** Walks along the index on the start: ahead from the middle, and back from there as far as the calendar has room. */
  private nextAndLatest(
    query: ListEventsQuery,
    region: Region | undefined,
    { from, middle, to }: { from: number; middle: number; to: number },
  ): Statement {
    const isAhead = { startAt: And(MoreThanOrEqual(formatInstant(middle)), LessThan(formatInstant(to))) };
    const matching = this.events.where(criteriaOf(query), region ? isIn(region) : {});
    const walks = [{ criteria: isAhead }, ...walksOf({}, { from, to: middle }).walks];
    const [ahead, ...behind] = walks.map((each) => this.events.whereOf(each, matching));
    const walk = 'SELECT t.id, t.version, t.start_at FROM events t';
    const each = behind.map(
      (where) => `(${walk} ${where} ORDER BY t.start_at DESC, t.id DESC LIMIT ${MAX_EVENTS})`,
    );
    const text = `
      WITH ahead AS (${walk} ${ahead} ORDER BY t.start_at, t.id LIMIT ${MAX_EVENTS}),
      behind AS (${each.join(' UNION ALL ')})
      SELECT id, version FROM (
        SELECT * FROM ahead UNION ALL
        (SELECT * FROM behind ORDER BY start_at DESC, id DESC LIMIT ${MAX_EVENTS} - (SELECT count(*) FROM ahead))
      ) found ORDER BY start_at, id`;
    return { text, values: matching.values };
  }
}

/** By the hour, so that those who ask within it can share the answer. */
function hourOf(now: number): number {
  return Math.floor(now / HOUR_MS) * HOUR_MS;
}

function spanOf(now: number): Required<Window> {
  return { from: hourOf(now) - BACK, to: hourOf(now) + AHEAD };
}

function within(span: Required<Window>, { from = span.from, to = span.to }: Window = {}): Required<Window> {
  return { from: Math.max(span.from, from), to: Math.min(span.to, to) };
}

function shortened(text: string, most: number): string {
  return codePoints(text) > most ? `${cut(text, most)}…` : text;
}
