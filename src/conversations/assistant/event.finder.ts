import { Injectable } from '@nestjs/common';
import { DAY_MS, formatInstant, HOUR_MS } from '../../common/instant.js';
import { Where } from '../../database/criteria.js';
import { Database } from '../../database/database.js';
import { Replicas } from '../../database/replicas/replicas.js';
import type { Statement } from '../../database/table.js';
import { ASSUMED_HOURS } from '../../events/event-criteria.js';
import { IS_UNENDED } from '../../events/event-status.js';
import { nearness } from '../../events/nearness.js';
import { EventSearch } from '../../events/search/event-search.js';
import { hasAll } from './called.js';
import { CLOSES } from './closing.js';
import { fitting, type Sight } from './fitting.sql.js';
import type { FoundEvent, NamedEvent } from './found.js';
import type { Filters, Topic, When } from './interpreter.js';
import {
  APPEAL,
  IS_LONG,
  inReadingOrder,
  isByTurns,
  isOpenQuestion,
  isSpread,
  type Ranked,
} from './order.js';
import { isPartOfDay, needs, PRICE, SORTED } from './times-and-pay.sql.js';
import {
  ADMITS_FREE,
  type Add,
  firstOf,
  has,
  haveTopics,
  IS_TAKEN,
  indexedWords,
  isAbout,
  isOfWords,
  isSomething,
  rank,
  SAYS_FREE,
  wordsOf,
} from './topics.sql.js';
import type { LocalTime, Zone } from './zone.js';

/** How many events an answer names. */
export const MOST_NAMED = 5;
/** Characters of the text of an event that something is asked of. */
const MAX_TEXT = 5_000;
/** Words of a title that its other dates are looked for by. */
const MOST_WORDS = 8;
/** How many cancelled events an answer names. */
const MOST_CANCELLED = 3;
/** Events that are compared at most: the soonest, the soonest of a category, and the soonest with the words. */
const MAX_SOON = 1_000;
const MAX_OF_CATEGORY = 500;
const MAX_WITH_WORDS = 1_000;
/** How long ago a running event may have begun: a day, or this where it has the words. */
export const LONGEST_RUNNING = 92 * DAY_MS;

/** The columns of a `FoundEvent`. */
const FOUND = `t.id, t.title, t.type, t.start_at AS "startAt", t.end_at AS "endAt",
               coalesce(t.location ->> 'name', '') AS place, t.compensation, t.summary,
               ${IS_TAKEN} AS "isTaken", ${CLOSES} AS closes, t.source = 'TICKET_API' AS "isTicketed"`;

interface Found {
  events: FoundEvent[];
  mentions: FoundEvent[];
  /** How many others there are; infinitely many where not all could be looked at. */
  more: number;
}

/** Finds what a question asks for among the events that are open, and to come or running. */
@Injectable()
export class EventFinder {
  constructor(
    private readonly database: Database,
    private readonly replicas: Replicas,
    private readonly search: EventSearch,
  ) {}

  /**
   * The best that fit, at most as many as an answer names: by relevance, then the soonest. What only mentions the topics in its
   * text comes by itself.
   */
  async find(
    filters: Filters,
    { now, zone }: LocalTime,
    { except = [], among, around }: Sight = {},
  ): Promise<Found> {
    const from = Math.max(now, filters.when?.from ?? now);
    const to = filters.when?.to ?? null;
    if (to !== null && to <= from) return { events: [], mentions: [], more: 0 };
    // What has begun within a day and goes on is as near as what begins now.
    const isOpenNow =
      from === now && filters.order !== 'SOONEST' && !(to !== null && isPartOfDay({ from, to }));
    const near = isOpenNow ? from - (asksForExhibitions(filters) ? LONGEST_RUNNING : DAY_MS) : from;
    const statement = await this.statement(filters, { from, to, near, zone, except, among, around });
    const rows = await this.database.readOn<Ranked>(this.replicas.forAll(), statement);
    const named = inReadingOrder(
      rows.slice(0, MOST_NAMED),
      filters,
      { from, to, near, around },
      { now, zone },
    );
    const about = named.filter(({ isHead }) => isHead).length;
    const events = named.map(({ isHead: _, rank: __, fitting: ___, isAll: ____, ...event }) => event);
    const [{ fitting, isAll } = { fitting: 0, isAll: true }] = rows;
    const more = fitting - events.length;
    return {
      events: events.slice(0, about),
      mentions: events.slice(about),
      more: isAll || more === 0 ? more : Number.POSITIVE_INFINITY,
    };
  }

  /** The events of these ids that are still there and not cancelled, in this order. */
  findByIds(ids: string[]): Promise<NamedEvent[]> {
    return this.database.query<NamedEvent>({
      text: `SELECT ${FOUND}, left(coalesce(t.description, ''), ${MAX_TEXT}) AS description, t.creator_id AS "creatorId",
                    t.location ->> 'address' AS address, t.tags, t.positions,
                    t.apply_by AS "applyBy"
             FROM events t WHERE t.id = ANY($1::uuid[]) AND t.status <> 'CANCELLED'
             ORDER BY array_position($1::uuid[], t.id)`,
      values: [ids],
    });
  }

  /** Which of some topics each of these events is about. */
  async topicsOf(events: { id: string }[], topics: Topic[]): Promise<Map<string, Topic[]>> {
    const ids = events.map(({ id }) => id);
    const named = topics.filter(isSomething);
    if (named.length === 0) return new Map(ids.map((id) => [id, []]));
    const where = new Where();
    const add: Add = (value) => where.parameter(value);
    const all = add(ids);
    const have = named.map((topic) => isAbout(topic, add));
    const rows = await this.database.query<{ id: string; have: boolean[] }>({
      text: `SELECT t.id, ARRAY[${have.join(', ')}] AS have FROM events t WHERE t.id = ANY(${all}::uuid[])`,
      values: where.values,
    });
    return new Map(rows.map(({ id, have }) => [id, named.filter((_, at) => have[at])]));
  }

  /** The next events of the same title, at most as many as an answer names. */
  async findAgain({ id, title, startAt }: NamedEvent, { now }: LocalTime): Promise<FoundEvent[]> {
    const where = new Where();
    const add: Add = (value) => where.parameter(value);
    const words = title.split(/\s+/).slice(0, MOST_WORDS).join(' ');
    where.and(has(wordsOf([words], ':A'), add));
    where.and(`t.${IS_UNENDED} AND t.title = ${add(title)} AND t.id <> ${add(id)}`);
    where.and(`t.start_at >= ${add(formatInstant(Math.max(now, Date.parse(startAt))))}`);
    return this.soonest(where, MOST_NAMED);
  }

  /**
   * The soonest cancelled events whose titles have the topics, for whom asks after one of them; without topics those among the 1 000
   * soonest of the time, and at the place, spoken of. At most three.
   */
  async findCancelled(filters: Filters, { now }: LocalTime): Promise<FoundEvent[]> {
    const { topics, when, type, place, lasts } = filters;
    // No gig is asked after so, as a rule: whoever looks for work wants another. Nor is what lasts so long.
    if (topics.length === 0 && (type === 'GIG' || lasts)) return [];
    if (topics.length === 0)
      return this.cancelledIn(Math.max(now, when?.from ?? now), when?.to ?? null, place.join(' '));
    if (!topics.every(isOfWords)) return [];
    const where = new Where();
    const add: Add = (value) => where.parameter(value);
    for (const { words } of topics) where.and(has(wordsOf(words, ':A'), add));
    if (type !== null) where.and(`t.type = ${add(type)}`);
    where.and(`t.status = 'CANCELLED' AND t.start_at >= ${add(formatInstant(now))}`);
    return this.soonest(where, MOST_CANCELLED);
  }

  private async cancelledIn(from: number, to: number | null, place: string): Promise<FoundEvent[]> {
    const text = `
      SELECT ${FOUND} FROM (
        SELECT * FROM events
        WHERE start_at >= $1 AND start_at < coalesce($2::timestamptz, 'infinity') ORDER BY start_at, id LIMIT ${MAX_SOON}) t
      WHERE t.status = 'CANCELLED' ORDER BY t.start_at, t.id LIMIT ${MOST_CANCELLED}`;
    const values = [formatInstant(from), to === null ? null : formatInstant(to)];
    const events = await this.database.readOn<FoundEvent>(this.replicas.forAll(), { text, values });
    return events.filter((event) => place === '' || hasAll(event.place, place));
  }

  /** The first that start of those that meet the conditions, which have to be words of the index and a time. */
  private async soonest(where: Where, rows: number): Promise<FoundEvent[]> {
    const sought = { columns: 't.id, t.start_at', rows, name: 'sought' };
    const text = `WITH ${await this.search.soonest(where, sought)}
      SELECT ${FOUND} FROM events t WHERE t.id IN (SELECT id FROM sought) ORDER BY t.start_at LIMIT ${rows}`;
    return this.database.readOn<FoundEvent>(this.replicas.forAll(), { text, values: where.values });
  }

  /**
   * Gathers candidates along the indexes, a bounded number from each, and takes the best of those that fit. Conditions
   * that an index cannot answer are checked last, or a walk along it might not end.
   * @param near the instant from which on what starts comes before what has started
   */
  private async statement(
    filters: Filters,
    {
      from,
      to,
      near: nearest,
      zone,
      except,
      among,
      around,
    }: When & Sight & { near: number; zone: Zone; except: string[] },
  ): Promise<Statement> {
    const { type, topics, match, wished, free, order, priced, themes, people } = filters;
    const worded = new Where();
    const add: Add = (value) => worded.parameter(value);
    const at = (time: number) => add(formatInstant(time));
    const endless = at(from - ASSUMED_HOURS * HOUR_MS);
    const begin = `${at(from)}::timestamptz`;
    const open = [
      `t.${IS_UNENDED}
       AND (t.start_at >= ${begin} OR t.end_at > ${begin} OR t.end_at IS NULL AND t.start_at > ${endless})`,
      ...(to === null ? [] : [`t.start_at < ${at(to)}`]),
    ];
    const isOfType = type === null ? [] : [`t.type = ${add(type)}`];
    const fits = [...isOfType, ...fitting(filters, { from, to, begin, zone, except, among }, add)];
    const { ctes, isCandidate, isAll } = among
      ? { ctes: '', isCandidate: and(...open, `t.id = ANY(${add(among)}::uuid[])`), isAll: 'true' }
      : await this.gathered(filters, worded, { open, isOfType, begin, from });
    const relevance = rank(topics, add);
    const festive = themes.length === 0 ? [] : [`${has(wordsOf(themes), add)} DESC`];
    const wishes = wished.filter(isSomething);
    const ranked = [
      ...festive,
      ...(wishes.length === 0
        ? []
        : [`${wishes.map((topic) => `${isAbout(topic, add)}::int`).join(' + ')} DESC`]),
      ...(free && type !== 'GIG'
        ? [...(topics.length === 0 ? [IS_LONG] : []), `${has(ADMITS_FREE, add)} DESC`]
        : []),
      // What a ticket shop sells is hardly cheap.
      ...(priced
        ? [
            `${has(ADMITS_FREE, add)} DESC`,
            `${has(SAYS_FREE, add)} DESC`,
            `${PRICE} NULLS LAST`,
            `t.source = 'TICKET_API'`,
            ...(isOpenQuestion({ ...filters, priced: false }) ? [APPEAL] : []),
          ]
        : []),
      `${relevance} DESC`,
    ];
    const near =
      around === undefined
        ? nearness('t', `${at(nearest)}::timestamptz`)
        : `abs(extract(epoch FROM t.start_at - ${at(around)}::timestamptz))`;
    const byTurns = (group: string, ...by: string[]) =>
      `row_number() OVER (PARTITION BY ${group} ORDER BY ${by.join(', ')})`;
    // Of what is held again and again, as the games of a team are, the next one comes first, and then what else there is.
    const nth = byTurns(`split_part(t.title, ' vs. ', 1)`, near);
    // New Year's is kept in the evening.
    const eve = () =>
      themes.includes('new year') ? [`(t.start_at AT TIME ZONE ${add(zone.name)})::time < time '17:00'`] : [];
    const appeal = isOpenQuestion(filters) ? [...festive, ...eve(), APPEAL] : [];
    const day = () => `(greatest(t.start_at, ${begin}) AT TIME ZONE ${add(zone.name)})::date`;
    const sorted = [
      '"isHead" DESC',
      '"isTaken"',
      ...(order ? [order === 'SOONEST' ? near : SORTED[order]] : []),
      ...(people === null ? [] : [`${needs(people, add)} DESC`]),
      // Of alternatives the best of each come first, by turns.
      ...(isByTurns(filters) ? [byTurns(firstOf(topics, add), 't.nth', ...ranked, near)] : []),
      ...(isSpread(filters, { from, to })
        ? [byTurns(day(), ...appeal, ...(free || priced ? ranked : []), near)]
        : appeal),
      't.nth',
      ...ranked,
      near,
    ];
    // What a gig is like stands in its text.
    const isHead = haveTopics(topics, match, add, type !== 'GIG');
    const text = `
      ${ctes} SELECT ${FOUND}, t."isHead", (${relevance})::float8 AS rank,
                     (count(*) OVER ())::int AS fitting, ${isAll} AS "isAll" FROM (
        SELECT t.*, ${nth} AS nth, ${isHead} AS "isHead"
        FROM events t WHERE ${and(isCandidate, ...fits)}) t
      ORDER BY ${sorted.join(', ')} LIMIT ${MOST_NAMED}`;
    return { text, values: worded.values };
  }

  /**
   * SQL of the candidates: the soonest, the soonest of each category, and those with the words or else what is running; and whether
   * these are all that there are.
   */
  private async gathered(
    { topics, match, place }: Filters,
    where: Where,
    { open, isOfType, begin, from }: { open: string[]; isOfType: string[]; begin: string; from: number },
  ): Promise<{ ctes: string; isCandidate: string; isAll: string }> {
    const add: Add = (value) => where.parameter(value);
    const at = (time: number) => add(formatInstant(time));
    const recent = at(from - DAY_MS);
    const soonest = (limit: number, ...conditions: string[]) =>
      `(SELECT t.id FROM events t WHERE ${and(...open, `t.start_at >= ${recent}`, ...conditions)}
        ORDER BY t.start_at LIMIT ${limit})`;
    const ofCategories = topics.flatMap(({ category }) =>
      category === null ? [] : [soonest(MAX_OF_CATEGORY, `t.category = ${add(category)}`)],
    );
    const candidates = [soonest(MAX_SOON, ...isOfType), ...ofCategories];
    const words = indexedWords(topics, match, place);
    const among = (ctes: string[], others: string) => ({
      ctes: `WITH ${[...ctes, `candidates AS MATERIALIZED (${[...candidates, others].join(' UNION ')})`].join(', ')}`,
      isCandidate: 't.id IN (SELECT id FROM candidates)',
      isAll: `(SELECT count(*) < ${MAX_SOON} FROM candidates)`,
    });
    if (words === '') return among([], running(begin));
    for (const each of [...open, `t.start_at >= ${at(from - LONGEST_RUNNING)}`, has(words, add)])
      where.and(each);
    const sought = { columns: 't.id, t.start_at', rows: MAX_WITH_WORDS, name: 'worded' };
    return among([await this.search.soonest(where, sought)], '(SELECT id FROM worded)');
  }
}

/** Exhibitions that are on come before those that open, and so does what is on at a place. */
function asksForExhibitions({ topics, place }: Filters): boolean {
  return topics.length === 0 ? place.length > 0 : topics.some(({ words }) => words.includes('exhibition'));
}

/** What has begun long ago and ends the soonest. */
function running(begin: string): string {
  return `(SELECT t.id FROM (SELECT id, start_at FROM events WHERE ${IS_UNENDED} AND end_at > ${begin}
                             ORDER BY end_at LIMIT ${MAX_SOON}) t WHERE t.start_at < ${begin})`;
}

function and(...conditions: string[]): string {
  return conditions.join(' AND ');
}
