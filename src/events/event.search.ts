import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { DAY_MS, formatInstant } from '../common/instant.js';
import { DEFAULT_LIMIT, type Page, type PageQuery } from '../common/pagination.js';
import { Problem } from '../common/problem.js';
import { Remembered } from '../common/remembered.js';
import type { Where } from '../database/criteria.js';
import { Database } from '../database/database.js';
import { splitTotal, toPage } from '../database/page.js';
import type { Replica } from '../database/replica.js';
import { Repository } from '../database/repository.js';
import type { Row, Selection, Statement } from '../database/table.js';
import { criteriaOf, overlap } from './event.criteria.js';
import { EventEntity } from './event.entity.js';
import type { Window } from './event.window.js';
import type { ListEventsQuery } from './events.query.js';
import { distanceColumn, isIn, type Listed } from './map/event.area.js';
import type { Region } from './map/places.js';
import { type Direction, type Span, spansFrom, tilesOf } from './time-tiles.js';
import { queryOf, rankOf, webSearch } from './web-search.js';

/** Matches that are ranked. So far one can page (decisions.md, "Lists"). */
const MAX_RANKED = 1_000;
/** Events of the first spans of time: enough where all match, and where a tenth does, yet few that are read in vain. */
const SPANS = [1_100, 12_000];
/** How many times as long as all before it each further span is, and the longest. */
const GROWTH = 8;
const LONGEST = 1_024 * DAY_MS;
/** Milliseconds for which the lengths of the spans are remembered. */
const LENGTHS_AGE = 10 * 60_000;

type Found = Listed<Row<EventEntity>> & { matches?: number; rank?: number };

/** What is wanted of the events that are next to start. */
interface Sought {
  /** SQL of columns of an event `t`, `id` and `start_at` among them. */
  columns: string;
  /** How many at most. */
  rows: number;
  /** What the table is called, where it is not `found`. */
  name?: string;
}

/** SQL that finds events, for a WITH. */
export interface Soonest {
  /** What makes the table. */
  ctes: string;
  /** The start of the day in UTC, in milliseconds. */
  today: number;
}

/** What is ranked, and which of it is answered. */
interface Ranking {
  found: Soonest;
  limit: number;
  offset: number;
  selection?: Selection<EventEntity>;
  /** SQL of a further column. */
  further?: string;
}

/** Full-text search by relevance. */
@Injectable()
export class EventSearch {
  private readonly lengths = new Remembered<Record<Direction, number[]>>(LENGTHS_AGE);

  constructor(
    private readonly database: Database,
    @InjectRepository(EventEntity) private readonly events: Repository<EventEntity>,
  ) {}

  /**
   * A page of the best among the 1 000 matches that are next to start, from today in UTC on; where those are fewer, the
   * latest of the earlier ones fill up.
   * @throws Problem VALIDATION_FAILED for a cursor or an offset past 1 000
   */
  async best(
    query: ListEventsQuery,
    window: Window | undefined,
    region: Region | undefined,
    { limit = DEFAULT_LIMIT, offset = 0, cursor }: PageQuery,
    { selection, replica }: { selection?: Selection<EventEntity>; replica?: Replica } = {},
  ): Promise<Page<Listed<Row<EventEntity>>>> {
    if (cursor !== undefined)
      throw Problem.invalid({
        pointer: 'cursor',
        detail: 'needs sort where q is given: matches by rank have no cursor',
      });
    if (offset > MAX_RANKED)
      throw Problem.invalid({
        pointer: 'offset',
        detail: `must be at most ${MAX_RANKED} where q is given without sort`,
      });
    const where = this.events.where(
      criteriaOf(query),
      window ? overlap(window) : {},
      region ? isIn(region) : {},
    );
    const further = distanceColumn(region)?.(where);
    const rank = rankOf('t.search', queryOf(where.parameter(webSearch(query.q ?? ''))));
    const columns = `t.id, t.start_at, ${rank} AS rank`;
    const found = await this.soonest(where, { columns, rows: MAX_RANKED + 1 });
    return this.database.read(
      this.statement(where, { found, limit, offset, selection, further }),
      (rows: Found[]) => {
        const { matches } = splitTotal(rows);
        const data = rows.filter(({ id }) => id !== null).map(withoutRank);
        return toPage(data, matches, limit, offset, null);
      },
      replica,
    );
  }

  /**
   * The events that meet conditions of words or tags and are next to start, from today in UTC on; where those are fewer, the
   * latest of the earlier ones fill up. What they cost does not grow with all that match.
   */
  async soonest(where: Where, sought: Sought): Promise<Soonest> {
    const today = Math.floor(Date.now() / DAY_MS) * DAY_MS;
    const lengths = await this.lengths.get(() => this.readLengths(today));
    const { name = 'found' } = sought;
    const spans = (['forward', 'backward'] as const).flatMap((direction) =>
      spansFrom(today, [...lengths[direction], Number.POSITIVE_INFINITY], direction),
    );
    const parts = candidatesIn(spans, today, where, sought);
    const all = spans.map((_, index) => `SELECT * FROM ${name}_${index}`);
    return { today, ctes: `${parts.join(', ')}, ${name} AS (${all.join(' UNION ALL ')})` };
  }

  private statement(
    where: Where,
    { found: { today, ctes }, limit, offset, selection, further }: Ranking,
  ): Statement {
    const begin = `${where.parameter(formatInstant(today))}::timestamptz`;
    const text = `
      WITH ${ctes},
      best AS (
        SELECT id, rank, start_at FROM (
          SELECT * FROM found
          ORDER BY start_at < ${begin}, greatest(start_at - ${begin}, ${begin} - start_at), id LIMIT ${MAX_RANKED}
        ) nearest ORDER BY rank DESC, start_at, id LIMIT ${limit} OFFSET ${offset}),
      page AS (
        SELECT ${this.events.columns(selection)}${further ? `, ${further}` : ''}, best.rank FROM best JOIN events t ON t.id = best.id)
      SELECT page.*, (SELECT count(*)::int FROM found) AS matches
      FROM (SELECT) one LEFT JOIN page ON true ORDER BY rank DESC, "startAt", id`;
    return { text, values: where.values };
  }

  /**
   * How long the spans are, in milliseconds from today: those that end before the last event, since a span without an end
   * follows them, and fewer where events are fewer.
   */
  private async readLengths(today: number): Promise<Record<Direction, number[]>> {
    const after = (offset: number) =>
      `(SELECT start_at FROM events WHERE start_at >= $1 ORDER BY start_at OFFSET ${offset} LIMIT 1)`;
    const [row] = await this.database.query<{
      ends: (string | null)[];
      first: string | null;
      last: string | null;
    }>({
      text: `SELECT to_json(ARRAY[${SPANS.map(after)}]) AS ends, (SELECT min(start_at) FROM events) AS first,
                    (SELECT max(start_at) FROM events) AS last`,
      values: [formatInstant(today)],
    });
    const { ends, first, last } = row!;
    const lengths = ends.filter((end) => end !== null).map((end) => Date.parse(end) - today);
    if (lengths.length === SPANS.length)
      for (let next = lengths.at(-1)! * GROWTH; next < LONGEST; next *= GROWTH) lengths.push(next);
    const within = (reach: number) => lengths.filter((length) => length < Math.min(reach, LONGEST));
    return {
      forward: within(Date.parse(last ?? '') - today),
      backward: within(today - Date.parse(first ?? '')),
    };
  }
}

/**
 * SQL of the matches of each span and of how many there are so far; of none where those before it were enough. They are found by
 * the index that has words and tiles, and by no other: to the planner, `greatest` of one value is no column of an index.
 */
function candidatesIn(
  spans: Span[],
  today: number,
  where: Where,
  { columns, rows, name = 'found' }: Sought,
): string[] {
  const instant = (time: number) => `${where.parameter(formatInstant(time))}::timestamptz`;
  return spans.flatMap(({ from, to }, index) => {
    const isClosed = Number.isFinite(from) && Number.isFinite(to);
    const before = index > 0 && `(SELECT matches FROM ${name}_to_${index - 1})`;
    const conditions = [
      ...(isClosed
        ? [`event_time_tiles(t.start_at) && ${where.parameter(tilesOf({ from, to }))}::int[]`]
        : []),
      ...(Number.isFinite(from) ? [`greatest(t.start_at) >= ${instant(from)}`] : []),
      ...(Number.isFinite(to) ? [`greatest(t.start_at) < ${instant(to)}`] : []),
      // A condition, since a distributed database takes no subquery in LIMIT.
      ...(before ? [`${before} < ${rows}`] : []),
    ];
    const direction = from >= today ? '' : 'DESC';
    const soonest = `
      SELECT t.* FROM events t ${[where, ...conditions].join(' AND ')}
      ORDER BY greatest(t.start_at) ${direction}, t.id ${direction} LIMIT ${rows}`;
    const count = `(SELECT count(*) FROM ${name}_${index})`;
    return [
      `${name}_${index} AS MATERIALIZED (SELECT ${columns} FROM (${soonest}) t)`,
      `${name}_to_${index} AS (SELECT ${before ? `${before} + ${count}` : count} AS matches)`,
    ];
  });
}

/** Members that are undefined are not sent. */
function withoutRank(row: Found): Found {
  row.rank = undefined;
  return row;
}
