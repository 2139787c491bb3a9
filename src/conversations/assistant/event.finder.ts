import { Injectable } from '@nestjs/common';
import { DAY_MS, formatInstant } from '../../common/instant.js';
import { Where } from '../../database/criteria.js';
import { Database } from '../../database/database.js';
import { Replicas } from '../../database/replicas.js';
import type { Statement } from '../../database/table.js';
import { IS_UNENDED } from '../../events/event-status.js';
import { nearness } from '../../events/nearness.js';
import { EventSearch } from '../../events/search/event.search.js';
import { folded } from '../../events/search/spelling.js';
import { rankOf } from '../../events/search/web-search.js';
import { hoursOfDays } from './hours.js';
import type { Filters, FoundEvent, Hours, NamedEvent, Order, Pay, Topic, When } from './interpreter.js';
import type { LocalTime, Zone } from './zone.js';

/** How many events an answer names. */
export const MOST_NAMED = 5;
/** Characters of the text of an event that something is asked of. */
const MAX_TEXT = 5_000;
/** How many cancelled ones. */
const MOST_CANCELLED = 3;
/** Events that are compared at most: the soonest, the soonest of a category, and the soonest with the words. */
const MAX_SOON = 1_000;
const MAX_OF_CATEGORY = 500;
const MAX_WITH_WORDS = 1_000;
/** How long ago a running event may have begun: a day, or this where it has the words. */
const LONGEST_RUNNING = 92 * DAY_MS;

/** Signs that an event is free, in title, tags or venue, or in its text. */
const FREE = `'free':AB | ('free' <-> ('admission' | 'entry' | 'entrance' | 'event' | 'concert' | 'public' | 'charge'))
  | ('admission' <-> 'free') | ('admission' <2> 'free') | ('entry' <2> 'free')`;
/** Whether it says that it is free, and not only of other things. */
const SAYS_FREE = `${FREE}
  | ('free' & !('feel' <-> 'free') & !('gluten' <-> 'free') & !('free' <-> 'parking') & !('free' <-> 'wifi')
     & !('free' <-> 'agent'))`;
/** Whether it says that to go there is free, and not only something else. */
const ADMITS_FREE = `${FREE} | ('free' <-> ('show' | 'screening'))
  | ('free' <2> ('open' | 'charge' | 'student' | 'public' | 'id')) | ('free' <3> 'id')`;
/** The weight of words in the title, in tags or place, and in the text at most. */
const [TITLE_RANK, TAG_RANK, TEXT_RANK] = [0.6, 0.4, 0.2];
/** The weight of a matching category: that of a word of the title. */
const CATEGORY_RANK = 0.6;
/** Further weight of the very word that was said, in title or tags. */
const SAID_RANK = 0.3;
/** Letters of a word of a place that is hardly an abbreviation. */
const LONG_WORD = 5;

/** How long an event without an end is taken to last. */
const ASSUMED_DURATION = 3 * 3_600_000;

/** The columns of a `FoundEvent`. */
const FOUND = `t.id, t.title, t.type, t.start_at AS "startAt", t.end_at AS "endAt",
               coalesce(t.location ->> 'name', '') AS place, t.compensation, t.summary`;

/** What is looked at beside the filters. */
export interface Sight {
  /** Events to leave out. */
  except?: string[];
  /** An instant, in milliseconds since the epoch: what starts next to it comes before what starts sooner. */
  around?: number;
}

interface Found {
  events: FoundEvent[];
  mentions: FoundEvent[];
  /** There are others. */
  hasMore: boolean;
}

/** Adds a value to a statement and returns its parameter. */
type Add = (value: unknown) => string;

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
    { except = [], around }: Sight = {},
  ): Promise<Found> {
    const from = Math.max(now, filters.when?.from ?? now);
    const to = filters.when?.to ?? null;
    if (to !== null && to <= from) return { events: [], mentions: [], hasMore: false };
    const statement = await this.statement(filters, { from, to, zone, except, around });
    const rows = await this.database.readOn<FoundEvent & { isHead: boolean }>(
      this.replicas.forAll(),
      statement,
    );
    const named = rows.slice(0, MOST_NAMED);
    if (isSpread(filters, { from, to }) || isByTurns(filters))
      named.sort((one, other) => Number(other.isHead) - Number(one.isHead) || startOf(one) - startOf(other));
    const about = named.filter(({ isHead }) => isHead).length;
    const events = named.map(({ isHead: _, ...event }) => event);
    return {
      events: events.slice(0, about),
      mentions: events.slice(about),
      hasMore: rows.length > MOST_NAMED,
    };
  }

  /** The events of these ids that are still there and not cancelled, in this order. */
  findByIds(ids: string[]): Promise<NamedEvent[]> {
    return this.database.query<NamedEvent>({
      text: `SELECT ${FOUND}, left(coalesce(t.description, ''), ${MAX_TEXT}) AS description FROM events t WHERE t.id = ANY($1::uuid[]) AND t.status <> 'CANCELLED'
             ORDER BY array_position($1::uuid[], t.id)`,
      values: [ids],
    });
  }

  /** The soonest cancelled events whose titles have the topics, for whom asks after one of them; at most three. */
  async findCancelled({ topics }: Filters, { now }: LocalTime): Promise<FoundEvent[]> {
    if (topics.length === 0 || !topics.every(isOfWords)) return [];
    const where = new Where();
    const add: Add = (value) => where.parameter(value);
    for (const { words } of topics) where.and(has(wordsOf(words, ':A'), add));
    where.and(`t.status = 'CANCELLED' AND t.start_at >= ${add(formatInstant(now))}`);
    const sought = { columns: 't.id, t.start_at', rows: MOST_CANCELLED, name: 'cancelled' };
    const text = `WITH ${await this.search.soonest(where, sought)}
      SELECT ${FOUND} FROM events t WHERE t.id IN (SELECT id FROM cancelled) ORDER BY t.start_at LIMIT ${MOST_CANCELLED}`;
    return this.database.readOn<FoundEvent>(this.replicas.forAll(), { text, values: where.values });
  }

  /**
   * Gathers candidates along the indexes, a bounded number from each, and takes the best of those that fit. Conditions
   * that an index cannot answer are checked last, or a walk along it might not end.
   */
  private async statement(
    filters: Filters,
    { from, to, zone, except, around }: When & { zone: Zone; except: string[]; around?: number },
  ): Promise<Statement> {
    const { type, topics, match, unwanted, place, free, pay, order, priced, themes, hours } = filters;
    const worded = new Where();
    const add: Add = (value) => worded.parameter(value);
    const at = (time: number) => add(formatInstant(time));
    const [recent, endless] = [at(from - DAY_MS), at(from - ASSUMED_DURATION)];
    const begin = `${at(from)}::timestamptz`;
    const open = [
      `t.${IS_UNENDED}
       AND (t.start_at >= ${begin} OR t.end_at > ${begin} OR t.end_at IS NULL AND t.start_at > ${endless})`,
      ...(to === null ? [] : [`t.start_at < ${at(to)}`]),
    ];
    const isOfType = type === null ? [] : [`t.type = ${add(type)}`];
    const fits = [
      ...isOfType,
      haveTopics(topics, match, add),
      ...unwanted.map((topic) => `NOT ${isAbout(topic, add, ':AB')}`),
      ...(except.length === 0 ? [] : [`t.id <> ALL(${add(except)}::uuid[])`]),
      ...(place.length === 0 ? [] : [isAt(place, add)]),
      ...(pay ? [pays(pay, add)] : []),
      ...(hours ? [startsIn(hours, add(hoursOfDays(hours, { from, to }, zone)))] : []),
      // What has been running for long serves no food by now.
      ...(topics.some(({ category, near }) => (category ?? near) === 'FOOD_DRINK')
        ? [`t.start_at >= ${recent}`]
        : []),
      ...(free ? [type === 'GIG' ? `${PAYS_ANYTHING} IS NOT TRUE` : has(SAYS_FREE, add)] : []),
    ];
    const soonest = (limit: number, ...conditions: string[]) =>
      `(SELECT t.id FROM events t WHERE ${and(...open, `t.start_at >= ${recent}`, ...conditions)}
        ORDER BY t.start_at LIMIT ${limit})`;
    const candidates = [soonest(MAX_SOON, ...isOfType)];
    for (const { category } of topics)
      if (category !== null) candidates.push(soonest(MAX_OF_CATEGORY, `t.category = ${add(category)}`));
    const words = indexedWords(topics, match, place);
    let ctes = '';
    if (words === '') candidates.push(running(begin));
    else {
      for (const each of [...open, `t.start_at >= ${at(from - LONGEST_RUNNING)}`, has(words, add)])
        worded.and(each);
      const sought = { columns: 't.id, t.start_at', rows: MAX_WITH_WORDS, name: 'worded' };
      ctes = `WITH ${await this.search.soonest(worded, sought)}`;
      candidates.push('(SELECT id FROM worded)');
    }
    const ranked = [
      ...(themes.length === 0 ? [] : [`${has(wordsOf(themes), add)} DESC`]),
      ...(free && type !== 'GIG' ? [`${has(ADMITS_FREE, add)} DESC`] : []),
      ...(priced ? [`${has(ADMITS_FREE, add)} DESC, ${has(SAYS_FREE, add)} DESC`] : []),
      ...rank(topics, add),
    ];
    const near =
      around === undefined
        ? nearness('t', begin)
        : `abs(extract(epoch FROM t.start_at - ${at(around)}::timestamptz))`;
    const byTurns = (group: string, ...by: string[]) =>
      `row_number() OVER (PARTITION BY ${group} ORDER BY ${by.join(', ')})`;
    const day = () => `(greatest(t.start_at, ${begin}) AT TIME ZONE ${add(zone.name)})::date`;
    const sorted = [
      '"isHead" DESC',
      ...(order ? [order === 'SOONEST' ? near : SORTED[order]] : []),
      // Of alternatives the best of each come first, by turns.
      ...(isByTurns(filters) ? [byTurns(firstOf(topics, add), ...ranked, near)] : []),
      ...(isSpread(filters, { from, to }) ? [byTurns(day(), near)] : []),
      // Of what is held again and again the next one comes first, and then what else there is.
      byTurns('t.title', near),
      ...ranked,
      near,
    ];
    const text = `
      ${ctes} SELECT ${FOUND}, t."isHead" FROM (
        SELECT t.*, ${haveTopics(topics, match, add, true)} AS "isHead"
        FROM events t WHERE ${and(`t.id IN (${candidates.join(' UNION ')})`, ...fits)}) t
      ORDER BY ${sorted.join(', ')} LIMIT ${MOST_NAMED + 1}`;
    return { text, values: worded.values };
  }
}

/** What has begun long ago and ends the soonest. */
function running(begin: string): string {
  return `(SELECT t.id FROM (SELECT id, start_at FROM events WHERE ${IS_UNENDED} AND end_at > ${begin}
                             ORDER BY end_at LIMIT ${MAX_SOON}) t WHERE t.start_at < ${begin})`;
}

function isOfWords({ words, category }: Topic): boolean {
  return category === null && words.length > 0;
}

/** The words that every match needs, without those of a topic that its category can replace: few events have them. */
function indexedWords(topics: Topic[], match: Filters['match'], place: string[]): string {
  const named = topics.filter(isOfWords).map(({ words }) => `(${wordsOf(words)})`);
  const alternatives = named.length === topics.length ? named.join(' | ') : '';
  const about = match === 'ALL' ? named.join(' & ') : alternatives && `(${alternatives})`;
  return [about, placeWords(place, 'B')].filter(Boolean).join(' & ');
}

function and(...conditions: string[]): string {
  return conditions.join(' AND ');
}

function query(words: string, add: Add): string {
  return `to_tsquery('pg_catalog.english', ${add(words)})`;
}

function has(words: string, add: Add): string {
  return `t.search @@ ${query(words, add)}`;
}

/** Whether events have the topics; `atHead`: by title, tags, place or category, and those of a whole category by title or category. */
function haveTopics(topics: Topic[], match: Filters['match'], add: Add, atHead = false): string {
  if (topics.length === 0) return 'true';
  if (match === 'TITLE') return hasNoOtherWords(topics, add);
  const head = ({ category }: Topic) => (category === null ? ':AB' : ':A');
  const each = topics.map((topic) => isAbout(topic, add, atHead ? head(topic) : undefined));
  if (match !== 'MOST') return `(${each.join(match === 'ALL' ? ' AND ' : ' OR ')})`;
  return `${each.map((about) => `${about}::int`).join(' + ')} >= ${Math.ceil(topics.length / 2)}`;
}

/** Whether a title of two words or more has none but those of the topics. */
function hasNoOtherWords(topics: Topic[], add: Add): string {
  const lexemes = (text: string) =>
    `tsvector_to_array(to_tsvector('pg_catalog.english', searchable_text(${text})))`;
  const said = topics.flatMap(({ words }) => words).join(' ');
  return `(${lexemes('t.title')} <@ ${lexemes(add(said))} AND cardinality(${lexemes('t.title')}) > 1)`;
}

/** The number of the first topic that an event is about. */
function firstOf(topics: Topic[], add: Add): string {
  const when = (weights?: string) =>
    topics.map((topic, at) => `WHEN ${isAbout(topic, add, weights)} THEN ${at}`).join(' ');
  return `CASE ${when(':AB')} ${when()} END`;
}

/** Whether an event has the words of a topic, or is of its category. The words of a whole category count less widely. */
function isAbout(topic: Topic, add: Add, weights = weightsOf(topic)): string {
  const { words, category } = topic;
  const named = words.length === 0 ? [] : [has(wordsOf(words, weights), add)];
  const ofCategory = category === null ? [] : [`coalesce(t.category = ${add(category)}, false)`];
  return `(${[...named, ...ofCategory].join(' OR ') || 'false'})`;
}

/** Where the words of a topic count. */
function weightsOf({ category, headOnly }: Topic): string {
  return category === null && !headOnly ? '' : ':AB';
}

/** Any of these words, for to_tsquery. */
function wordsOf(words: string[], weights = ''): string {
  return words.map((word) => weighted(word, weights)).join(' | ');
}

/** All of these words. Short ones begin a name: "rec" is the recreation center, too. */
function placeWords(place: string[], weights = ''): string {
  return place
    .map((word) => {
      const marks = (word.length < LONG_WORD ? '*' : '') + weights;
      return `(${weighted(word, marks && `:${marks}`)})`;
    })
    .join(' & ');
}

/** Words in the quotes of to_tsquery, whatever they contain. The blank stands for no word, which it would refuse. */
function lexemeOf(words: string): string {
  return `' ${words.replace(/['\\]/g, ' ')}'`;
}

/** A word with the weights where it counts; without its accents it is another one. */
function weighted(word: string, weights: string): string {
  const plain = folded(word);
  const each = plain === word ? [word] : [word, plain];
  return each.map((one) => lexemeOf(one) + weights).join(' | ');
}

function startsIn({ isWanted }: Hours, ranges: string): string {
  return `${isWanted ? '' : 'NOT '}t.start_at <@ ${ranges}::tstzmultirange`;
}

/** The index does not tell titles, tags and venues apart; this looks for the words in the venue. */
function isAt(place: string[], add: Add): string {
  return `to_tsvector('pg_catalog.english', searchable_text(t.location ->> 'name')) @@ ${query(placeWords(place), add)}`;
}

const PAYS_ANYTHING = `jsonb_path_exists(t.compensation, '$.amount ? (@ > 0)')`;

/** A JSON path takes whatever is stored: values of another shape do not match. */
function pays({ least, most, strictly, currency, per }: Pay, add: Add): string {
  const equal = strictly ? '' : '=';
  const tests = [
    least === null ? '@.amount >= 0' : `@.amount >${equal} $least`,
    ...(most === null ? [] : [`@.amount <${equal} $most`]),
    ...(currency === null ? [] : ['@.currency == $currency']),
    ...(per === null ? [] : ['@.type == $per']),
  ];
  const variables = JSON.stringify({ least, most, currency, per });
  const said = `jsonb_path_exists(t.compensation, '$ ? (${tests.join(' && ')})', ${add(variables)})`;
  if (per !== 'HOURLY' || currency !== null) return said;
  const bounds = [
    ...(least === null ? [] : [`${PER_HOUR} >${equal} ${add(least)}::numeric`]),
    ...(most === null ? [] : [`${PER_HOUR} <${equal} ${add(most)}::numeric`]),
  ];
  return bounds.length === 0 ? said : `(${said} OR (${bounds.join(' AND ')}))`;
}

const LASTS = '(t.end_at - t.start_at)';
const AMOUNT = `(jsonb_path_query_first(t.compensation, '$.amount ? (@ >= 0)'))::numeric`;
/** What is paid for an hour; of what is paid in all where it has an end within a day. Else it cannot be compared. */
const PER_HOUR = `CASE t.compensation ->> 'type' WHEN 'HOURLY' THEN ${AMOUNT}
  WHEN 'FIXED' THEN CASE WHEN ${LASTS} BETWEEN interval '1 minute' AND interval '1 day'
                         THEN ${AMOUNT} / (extract(epoch FROM ${LASTS}) / 3600) END END`;

const SORTED: Record<Exclude<Order, 'SOONEST'>, string> = {
  LATEST: 't.start_at DESC, t.end_at DESC NULLS LAST',
  LONGEST: `${LASTS} DESC NULLS LAST`,
  SHORTEST: `${LASTS} NULLS LAST`,
  BEST_PAID: `${PER_HOUR} DESC NULLS LAST, ${AMOUNT} DESC NULLS LAST`,
};

/** Whether each of several alternatives gets its turn. */
function isByTurns({ match, topics, order, priced, themes }: Filters): boolean {
  return match === 'ANY' && topics.length > 1 && !order && !priced && themes.length === 0;
}

/** Days of a time over which its events are spread: the first that begin on a Friday evening are no weekend. */
const MOST_SPREAD = 10;

/** Whether a time of several days is asked for and nothing else says what comes first. */
function isSpread({ topics, order }: Filters, { from, to }: When): boolean {
  if (topics.length > 0 || order || to === null) return false;
  return to - from > 1.5 * DAY_MS && to - from <= MOST_SPREAD * DAY_MS;
}

const startOf = ({ startAt }: FoundEvent) => Date.parse(startAt);

/** Where the words stand: in the title, in tags or place, or in the text, where more of them are better. */
function rankOfWords(words: string[], weights: string, add: Add): string {
  const inText = `round(${rankOf('t.search', query(wordsOf(words, weights), add))}::numeric, 1)`;
  return `CASE WHEN ${has(wordsOf(words, ':A'), add)} THEN ${TITLE_RANK} WHEN ${has(wordsOf(words, ':B'), add)} THEN ${TAG_RANK}
               ELSE least(${inText}, ${TEXT_RANK}) END`;
}

/** How well all topics match, as a sum of few steps, so that of equals the sooner comes first. */
function rank(topics: Topic[], add: Add): string[] {
  const named = topics.filter(({ words, category }) => words.length > 0 || category !== null);
  const each = named.map((topic) => {
    const { words, category } = topic;
    const weights = weightsOf(topic);
    const rank = words.length === 0 ? '0' : rankOfWords(words, weights, add);
    if (category === null)
      return words.length > 1
        ? `${rank} + CASE WHEN ${has(wordsOf(words.slice(0, 1), ':A'), add)} THEN ${SAID_RANK} ELSE 0 END`
        : rank;
    const ofCategory = `greatest(${rank}, CASE WHEN t.category = ${add(category)} THEN ${CATEGORY_RANK} ELSE 0 END)`;
    // What is called so comes before what is only of the category.
    const said =
      words.length === 0
        ? '0'
        : `CASE WHEN ${has(wordsOf(words, weights), add)} THEN ${SAID_RANK} ELSE 0 END`;
    return `${ofCategory} + ${said}`;
  });
  return each.length === 0 ? [] : [`${each.join(' + ')} DESC`];
}
