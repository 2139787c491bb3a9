import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { DAY_MS, formatInstant } from '../common/instant.js';
import { DEFAULT_LIMIT, type Page, type PageQuery } from '../common/pagination.js';
import { Problem } from '../common/problem.js';
import type { Where } from '../database/criteria.js';
import { Database } from '../database/database.js';
import { splitTotal, toPage } from '../database/page.js';
import type { Replica } from '../database/replica.js';
import { Repository } from '../database/repository.js';
import type { Statement } from '../database/table.js';
import { criteriaOf, overlap } from './event.criteria.js';
import { EventEntity } from './event.entity.js';
import type { Window } from './event.window.js';
import type { EventDto } from './events.dto.js';
import type { ListEventsQuery } from './events.query.js';
import { type Direction, type Span, spansFrom, tilesOf } from './time-tiles.js';
import { queryOf, rankOf, webSearch } from './web-search.js';

/** Matches that are ranked. So far one can page (decisions.md, "Lists"). */
const MAX_RANKED = 1_000;
/** Events that the first span of time may hold: more than are ranked, yet not many that are read in vain. */
const FIRST_SPAN = 4_000;
/** Milliseconds for which it is remembered how far so many events reach. */
const REACH_AGE = 10 * 60_000;

type Found = EventDto & { matches?: number; rank?: number };

/** Full-text search by relevance. */
@Injectable()
export class EventSearch {
  private reach: { until: Promise<number>; readAt: number } | undefined;

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
    { limit = DEFAULT_LIMIT, offset = 0, cursor }: PageQuery,
    replica?: Replica,
  ): Promise<Page<EventDto>> {
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
    const today = Math.floor(Date.now() / DAY_MS) * DAY_MS;
    const spans = spansOf(today, await this.reachOfMany(today));
    const where = this.events.where(criteriaOf(query), window ? overlap(window) : {});
    return this.database.read(
      this.statement(where, query.q ?? '', { today, spans, limit, offset }),
      (rows: Found[]) => {
        const { matches } = splitTotal(rows);
        const data = rows.filter(({ id }) => id !== null).map(withoutRank);
        return toPage(data, matches, limit, offset, null);
      },
      replica,
    );
  }

  private statement(
    where: Where,
    q: string,
    {
      today,
      spans,
      limit,
      offset,
    }: { today: number; spans: Record<Direction, Span[]>; limit: number; offset: number },
  ): Statement {
    const asked = queryOf(where.parameter(webSearch(q)));
    const begin = `${where.parameter(formatInstant(today))}::timestamptz`;
    const candidates = candidatesIn(spans, where);
    const text = `
      WITH ${candidates.map((sql, index) => `span_${index} AS MATERIALIZED (${sql})`).join(', ')},
      found AS (${candidates.map((_, index) => `SELECT * FROM span_${index}`).join(' UNION ALL ')}),
      best AS (
        SELECT id, ${rankOf('search', asked)} AS rank, start_at FROM (
          SELECT * FROM found
          ORDER BY start_at < ${begin}, greatest(start_at - ${begin}, ${begin} - start_at), id LIMIT ${MAX_RANKED}
        ) nearest ORDER BY rank DESC, start_at, id LIMIT ${limit} OFFSET ${offset}),
      page AS (
        SELECT ${this.events.columns()}, best.rank FROM best JOIN events t ON t.id = best.id)
      SELECT page.*, (SELECT count(*)::int FROM found) AS matches
      FROM (SELECT) one LEFT JOIN page ON true ORDER BY rank DESC, "startAt", id`;
    return { text, values: where.values };
  }

  /** The instant until which so many events start, or infinity where they are fewer. */
  private reachOfMany(today: number): Promise<number> {
    if (this.reach && performance.now() - this.reach.readAt < REACH_AGE) return this.reach.until;
    const text = `SELECT start_at AS "startAt" FROM events WHERE start_at >= $1 ORDER BY start_at OFFSET ${FIRST_SPAN} LIMIT 1`;
    const until = this.database
      .query<{ startAt: string }>({ text, values: [formatInstant(today)] })
      .then(([row]) => (row ? Date.parse(row.startAt) : Number.POSITIVE_INFINITY));
    this.reach = { until, readAt: performance.now() };
    until.catch(() => {
      this.reach = undefined;
    });
    return until;
  }
}

/** Spans of time in both directions; as many of the first are one as together hold few events. */
function spansOf(today: number, reach: number): Record<Direction, Span[]> {
  const few = Math.max(1, spansFrom(today, 'forward').filter(({ to }) => to <= reach).length);
  const joined = (direction: Direction) => {
    const spans = spansFrom(today, direction);
    const first = spans.slice(0, few);
    const from = Math.min(...first.map((span) => span.from));
    const to = Math.max(...first.map((span) => span.to));
    return [{ from, to }, ...spans.slice(few)];
  };
  return { forward: joined('forward'), backward: joined('backward') };
}

/**
 * The matches of each span in SQL, and of all time beyond the last; each only as many as those before it left to be found. The
 * matches stand behind a fence (OFFSET 0), so that they are found by the index that has words and tiles, and by no other.
 */
function candidatesIn(spans: Record<Direction, Span[]>, where: Where): string[] {
  const candidates: string[] = [];
  const instant = (time: number) => `${where.parameter(formatInstant(time))}::timestamptz`;
  const matches = `SELECT t.id, t.start_at, t.search FROM events t ${where}`;
  const add = (direction: Direction, source: string, isWithin: string) => {
    const order = direction === 'forward' ? 'start_at, id' : 'start_at DESC, id DESC';
    const found = candidates.map((_, index) => ` - (SELECT count(*) FROM span_${index})`).join('');
    const limit = `${MAX_RANKED + 1}${found}`;
    candidates.push(
      `SELECT * FROM (${source} OFFSET 0) near WHERE ${isWithin} ORDER BY ${order} LIMIT ${limit}`,
    );
  };
  for (const direction of ['forward', 'backward'] as const) {
    for (const span of spans[direction])
      add(
        direction,
        `${matches} AND event_time_tiles(t.start_at) && ${where.parameter(tilesOf(span))}::int[]`,
        `start_at >= ${instant(span.from)} AND start_at < ${instant(span.to)}`,
      );
    const last = spans[direction].at(-1)!;
    add(
      direction,
      matches,
      direction === 'forward' ? `start_at >= ${instant(last.to)}` : `start_at < ${instant(last.from)}`,
    );
  }
  return candidates;
}

/** Members that are undefined are not sent. */
function withoutRank(row: Found): EventDto {
  row.rank = undefined;
  return row;
}
