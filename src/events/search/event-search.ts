import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import type { ReplicationMode } from 'typeorm';
import { formatInstant } from '../../common/instant.js';
import { DEFAULT_LIMIT, type Page, type PageQuery, toPage } from '../../common/pagination.js';
import { Problem } from '../../common/problem.js';
import type { Where } from '../../database/criteria.js';
import { Database } from '../../database/database.js';
import { splitTotal } from '../../database/page.js';
import { Repository } from '../../database/repository.js';
import type { Row, Selection, Statement } from '../../database/table.js';
import { InjectTable } from '../../database/table.provider.js';
import { EventEntity } from '../event.entity.js';
import { criteriaOf, LENGTHS, partsOf } from '../event-criteria.js';
import type { Window } from '../event-window.js';
import type { ListEventsQuery } from '../events-query.dto.js';
import { distanceColumn, isIn, type Listed } from '../map/event-area.js';
import type { Region } from '../map/places.js';
import { nearness, todayInUtc } from '../nearness.js';
import { LONGEST_WALK, SearchSpans } from './search-spans.js';
import { type Span, tilesOf, WORDS_TILE, wordsTilesFrom, wordsTilesOf } from './time-tiles.js';
import { anyOf, queryOf, webSearch } from './web-search.js';

/** Matches that are ranked. So far one can page (decisions.md, "Lists"). */
const MAX_RANKED = 1_000;
/** Of how many searches it is remembered how little they find in the first spans, and for how many milliseconds. */
const RARE = { max: 1_000, ttl: 60_000 };

type Found = Listed<Row<EventEntity>> & { matches?: number; rank?: number };

interface FoundPage {
  data: Found[];
  matches: number;
}

/** SQL of words that events are to have. */
interface Words {
  /** The query, without prefixes. */
  query: string;
  /** Its words, to be written out for tiles. */
  ofTile: string;
  /** Whether all that has its words meets the query: it has no phrase, no weight and nothing to leave out. Not all statements know it. */
  areAll?: string;
  /** The query of any of them, by which events are ranked. */
  anyWord: string;
}

/** What is wanted of the events that are next to start. */
interface Sought<Query = string> {
  /** SQL of a query that their words meet, without prefixes. */
  words?: Query;
  /** SQL of columns of an event `t`, `id` and `start_at` among them. */
  columns: string;
  /** SQL of what is made of these for each that is found; they themselves where it is not given. */
  made?: string;
  /** How many at most. */
  rows: number;
  /** What the table is called, where it is not `found`. */
  name?: string;
}

/** What is ranked, and which of it is answered. */
interface Ranking {
  /** SQL of the candidates `found`, for a WITH. */
  ctes: string;
  /** The start of the day in UTC, in milliseconds. */
  today: number;
  limit: number;
  offset: number;
  selection?: Selection<EventEntity>;
  /** SQL of a further column. */
  further?: string;
}

/** Words that are read once for the whole statement, so that the planner sees nothing of them. */
const READ_ONCE: Words = {
  query: '(SELECT words FROM asked)',
  ofTile: '(SELECT of_tile FROM asked)',
  areAll: '(SELECT are_all FROM asked)',
  anyWord: '(SELECT any_word FROM asked)',
};

/** Full-text search by relevance. */
@Injectable()
export class EventSearch {
  private readonly spans: SearchSpans;
  /** The share of the wanted matches that the first spans have, of searches that find too few there. */
  private readonly shares = new LRUCache<string, number>(RARE);

  constructor(
    private readonly database: Database,
    @InjectTable(EventEntity) private readonly events: Repository<EventEntity>,
  ) {
    this.spans = new SearchSpans(database);
  }

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
    { selection, mode }: { selection?: Selection<EventEntity>; mode?: ReplicationMode } = {},
  ): Promise<Page<Listed<Row<EventEntity>>>> {
    if (cursor !== undefined)
      throw Problem.invalid({
        pointer: 'cursor',
        detail: 'cannot be used with q unless sort is set',
      });
    if (offset > MAX_RANKED)
      throw Problem.invalid({
        pointer: 'offset',
        detail: `must be at most ${MAX_RANKED} where q is given without sort`,
      });
    const today = todayInUtc();
    const read = (spans: Span[]) => {
      const where = this.events.where(criteriaOf({ ...query, q: undefined }), region ? isIn(region) : {});
      const further = distanceColumn(region)?.(where);
      // Other filters may be served better by other indexes, and what has begun before a window by another for each length.
      const isPlannedOnce = where.isEmpty && !window;
      const typed = wordsOf(queryOf(where.parameter(webSearch(query.q ?? ''))));
      const words = READ_ONCE;
      const columns = 't.id, t.start_at, t.search';
      const made = `t.id, t.start_at, ts_rank(t.search, ${words.anyWord}) AS rank`;
      const sought = { words, columns, made, rows: MAX_RANKED + 1 };
      const ctes = `${asked(typed)}, ${this.candidates(where, sought, { today, spans, window })}`;
      const statement = this.statement(where, { ctes, today, limit, offset, selection, further });
      return this.database.read({ ...statement, isPrepared: isPlannedOnce }, foundIn, mode);
    };
    const { data, matches } = window
      ? await read(await this.spans.all(today, true))
      : await this.nearestOf({ ...query, limit: undefined, offset: undefined }, today, read);
    return toPage(data, matches, limit, offset, null);
  }

  /**
   * SQL, for a WITH, of the events that have words or tags and are next to start, from today in UTC on; where
   * those are fewer, the latest of the earlier ones fill up. What they cost does not grow with all that match.
   * @param window that they overlap
   */
  async soonest(where: Where, sought: Sought, window?: Window): Promise<string> {
    const today = todayInUtc();
    const spans = await this.spans.all(today, sought.words !== undefined);
    const words = sought.words === undefined ? undefined : wordsOf(sought.words);
    return this.candidates(where, { ...sought, words }, { today, spans, window });
  }

  /**
   * Reads the first spans, and all of time where those have too few: at once, where they had too few within the last minute, as
   * for the next page. What they have got since is found all the same.
   */
  private async nearestOf(
    search: object,
    today: number,
    read: (spans: Span[]) => Promise<FoundPage>,
  ): Promise<FoundPage> {
    const near = await this.spans.near(today);
    if (!near) return read(await this.spans.all(today, true));
    const key = JSON.stringify(search);
    let share = this.shares.get(key);
    if (share === undefined) {
      const soon = await read(near);
      if (soon.matches > MAX_RANKED) return soon;
      share = soon.matches / MAX_RANKED;
      this.shares.set(key, share);
    }
    return read(await this.spans.all(today, true, share));
  }

  /**
   * SQL of what has begun before a window and goes on in it, and of the matches of the spans: of none where those before it were
   * enough. These are found by the index that has words and tiles, and by no other, save in a span that is nearly empty.
   */
  private candidates(
    where: Where,
    { words, columns, made, rows, name = 'found' }: Sought<Words>,
    { today, spans, window = {} }: { today: number; spans: Span[]; window?: Window },
  ): string {
    const ctes: string[] = [];
    const tables: string[] = [];
    const add = (table: string, from: string, order: string, isMade = false) => {
      const soonest = `SELECT ${isMade ? 't.*' : columns} FROM ${from} ORDER BY ${order} LIMIT ${rows}`;
      ctes.push(`${table} AS MATERIALIZED (SELECT ${isMade || !made ? 't.*' : made} FROM (${soonest}) t)`);
      tables.push(table);
    };
    for (const [index, span] of spansWithin(spans, window).entries()) {
      const isWalk = words !== undefined && !span.isNearlyEmpty && isWalked(span);
      const before = index > 0 && `(SELECT matches FROM ${name}_to_${index - 1})`;
      const conditions = [
        ...(isWalk ? [] : startsIn(span, words, where)),
        ...within(span, where),
        ...(before ? [`${before} < ${rows}`] : []),
      ];
      // A walk makes it of each, so that the vectors of words are not sorted. What other conditions speak of stays within reach of them.
      const isMade = isWalk && where.isEmpty;
      const events = isWalk
        ? walked(wordsTilesFrom(today, span), words, isMade ? (made ?? columns) : 't.*', where)
        : 'events t';
      const order = nearnessWithin(span, today, where);
      add(
        `${name}_${index}`,
        `${events} ${withAll(where, conditions)}`,
        isWalk ? `tiles.place, ${order}` : order,
        isMade,
      );
      const count = `(SELECT count(*) FROM ${name}_${index})`;
      ctes.push(`${name}_to_${index} AS (SELECT ${before ? `${before} + ${count}` : count} AS matches)`);
    }
    const begun = partsOf({}, window).begun.map((criteria, index) => {
      const walk = this.events.whereOf({ criteria }, where);
      const length = LENGTHS[index]!;
      const span = { from: window.from! - length, to: window.from! };
      return `SELECT t.* FROM events t ${withAll(walk, startsIn(span, words, where))}`;
    });
    if (begun.length > 0) {
      add(`${name}_begun`, `(${begun.join(' UNION ALL ')}) t`, nearness('t', instantOf(today, where)));
    }
    const all = tables.map((table) => `SELECT * FROM ${table}`).join(' UNION ALL ');
    return `${ctes.join(', ')}, ${name} AS (${all})`;
  }

  private statement(where: Where, { ctes, today, limit, offset, selection, further }: Ranking): Statement {
    const begin = instantOf(today, where);
    const text = `
      WITH ${ctes},
      best AS (
        SELECT id, rank, start_at FROM (
          SELECT * FROM found
          ORDER BY ${nearness('found', begin)} LIMIT ${MAX_RANKED}
        ) nearest ORDER BY rank DESC, start_at, id LIMIT ${where.parameter(limit)} OFFSET ${where.parameter(offset)}),
      page AS (
        SELECT ${this.events.columns(selection)}${further ? `, ${further}` : ''}, best.rank FROM best JOIN events t ON t.id = best.id)
      SELECT page.*, (SELECT count(*)::int FROM found) AS matches
      FROM (SELECT) one LEFT JOIN page ON true ORDER BY rank DESC, "startAt", id`;
    return { text, values: where.values };
  }
}

/** Whether the tiles of words in a span are looked through one by one, the next ones first, until there are enough matches. */
function isWalked({ from, to }: Span): boolean {
  return to - from > WORDS_TILE && to - from <= LONGEST_WALK + WORDS_TILE;
}

/**
 * SQL of the events that have words, tile by tile: to intersect the rows of words, the index passes over most of them, but not in
 * several tiles at once. It has an OFFSET, or the planner would look through all events for each tile.
 */
function walked(tiles: number[], words: Words, columns: string, where: Where): string {
  const found = hasInTiles(words, 'ARRAY[tiles.tile]').join(' AND ');
  return `unnest(${where.parameter(tiles)}::int[]) WITH ORDINALITY AS tiles (tile, place),
          LATERAL (SELECT ${columns} FROM events t WHERE ${found} OFFSET 0) t`;
}

/**
 * SQL of the order of `nearness` within a span. On one side of today it is that of starts, which a sort compares without a look at
 * what today is: that is a tenth of the time of a walk.
 */
function nearnessWithin({ from, to }: Span, today: number, where: Where): string {
  if (from >= today) return 't.start_at, t.id';
  return to <= today ? 't.start_at DESC, t.id' : nearness('t', instantOf(today, where));
}

/** SQL of how the index finds the events that have words and start in a span. */
function startsIn(span: Span, words: Words | undefined, where: Where): string[] {
  if (words !== undefined && span.isNearlyEmpty) return [meets(words)];
  const isBounded = Number.isFinite(span.from) && Number.isFinite(span.to);
  const has = words === undefined ? [] : [`t.search @@ ${words.query}`];
  if (!isBounded) return has;
  const length = span.to - span.from;
  const inTiles = () => `event_time_tiles(t.start_at) && ${where.parameter(tilesOf(span))}::int[]`;
  if (words === undefined || length > LONGEST_WALK) return [...has, inTiles()];
  const found = hasInTiles(words, `${where.parameter(wordsTilesOf(span))}::int[]`);
  return length > WORDS_TILE ? found : [...found, inTiles()];
}

/**
 * SQL of the bounds of a span. Where it is nearly empty, the index of starts finds what is in it, by two bounds, since a planner that
 * does not see the one takes a third of all events for more than it.
 */
function within({ from, to, isNearlyEmpty }: Span, where: Where): string[] {
  // To the planner, `greatest` of one value is no column of an index.
  const start = isNearlyEmpty ? 't.start_at' : 'greatest(t.start_at)';
  const bounds: [sign: string, time: number, always: string][] = [
    ['>=', from, '-infinity'],
    ['<', to, 'infinity'],
  ];
  return bounds
    .filter(([, time]) => isNearlyEmpty || Number.isFinite(time))
    .map(([sign, time, always]) => {
      const instant = Number.isFinite(time) ? instantOf(time, where) : `'${always}'::timestamptz`;
      return `${start} ${sign} ${instant}`;
    });
}

/** SQL of words that the index finds by their tiles alone. */
function hasInTiles(words: Words, tiles: string): string[] {
  const meetsAll = words.areAll === undefined ? meets(words) : `(${words.areAll} OR ${meets(words)})`;
  return [meetsAll, `timed_words(t.search, t.start_at) @@ query_in_tiles(${words.ofTile}, ${tiles})`];
}

const wordsOf = (query: string): Words => ({
  query,
  ofTile: `words_of_tile(${query})`,
  anyWord: anyOf(query),
});

/** SQL, for a WITH, of what `READ_ONCE` names. */
function asked({ query }: Words): string {
  const { ofTile, anyWord } = wordsOf('words');
  // "!" is before what to leave out, "<" before a distance, a colon before a weight. A word may have them, too: then rows are looked at in vain.
  const areAll = `words::text !~ '[!<:]' AND length(words::text) <= 255`;
  return `asked AS MATERIALIZED (
    SELECT words, ${ofTile} AS of_tile, ${areAll} AS are_all, ${anyWord} AS any_word FROM (SELECT ${query} AS words) typed)`;
}

/** SQL of words that no index looks for: `IS TRUE` is nothing that one answers. */
const meets = ({ query }: Words) => `(t.search @@ ${query}) IS TRUE`;

/** The conditions with further ones, of the same statement. */
function withAll(where: Where, conditions: string[]): Where {
  return conditions.reduce((all, condition) => all.and(condition), where.clone(where.values));
}

const instantOf = (time: number, where: Where) => `${where.parameter(formatInstant(time))}::timestamptz`;

/** The parts of spans that are in a window. */
function spansWithin(
  spans: Span[],
  { from = Number.NEGATIVE_INFINITY, to = Number.POSITIVE_INFINITY }: Window,
): Span[] {
  return spans
    .map((span) => ({ ...span, from: Math.max(span.from, from), to: Math.min(span.to, to) }))
    .filter((span) => span.from < span.to);
}

/** The page that was read, and how many matches there are. Members that are undefined are not sent. */
function foundIn(rows: Found[]): FoundPage {
  const { matches } = splitTotal(rows);
  const data = rows.filter(({ id }) => id !== null);
  for (const row of data) row.rank = undefined;
  return { data, matches };
}
