import { Injectable } from '@nestjs/common';
import { DAY_MS, formatInstant } from '../common/instant.js';
import { Database } from '../database/database.js';
import { Replicas } from '../database/replicas.js';
import { IS_UNENDED } from '../events/event-status.js';
import { rankOf } from '../events/web-search.js';
import type { Filters, FoundEvent, Pay, Topic } from './interpreter.js';

/** How many events an answer names. */
const MOST_NAMED = 5;
/** Events that are compared at most: the soonest, the soonest of a category, those with the words. */
const MAX_SOON = 1_000;
const MAX_OF_CATEGORY = 500;
const MAX_WITH_WORDS = 1_000;
/** How long ago a running event may have begun: a day, or this where it has the words. */
const LONGEST_RUNNING = 92 * DAY_MS;

/** Whether an event says that it is free: in title, tags or venue, or in its text and not only about other things. */
const SAYS_FREE = `'free':AB | ('free' <-> ('admission' | 'entry' | 'entrance' | 'event' | 'concert' | 'public' | 'charge'))
  | ('admission' <-> 'free') | ('admission' <2> 'free') | ('entry' <2> 'free')
  | ('free' & !('feel' <-> 'free') & !('gluten' <-> 'free') & !('free' <-> 'parking') & !('free' <-> 'wifi'))`;
/** The weight of a matching category: that of a word of the title. */
const CATEGORY_RANK = 0.6;

/** Adds a value to a statement and returns its parameter. */
type Add = (value: unknown) => string;

/** Finds what a question asks for among the events that are open, and to come or running. */
@Injectable()
export class EventFinder {
  constructor(
    private readonly database: Database,
    private readonly replicas: Replicas,
  ) {}

  /** The best that fit, at most five: by relevance, then the soonest. */
  async find(filters: Filters, now: number): Promise<FoundEvent[]> {
    const from = Math.max(now, filters.when?.from ?? now);
    const to = filters.when?.to ?? null;
    if (to !== null && to <= from) return [];
    const values: unknown[] = [];
    return this.database.readOn<FoundEvent>(this.replicas.forAll(), {
      text: statement(filters, from, to, (value) => `$${values.push(value)}`),
      values,
    });
  }
}

/**
 * Gathers candidates along the indexes, a bounded number from each, and takes the best of those that fit. Conditions
 * that an index cannot answer are checked last, or a walk along it might not end.
 */
function statement(
  { type, topics, match, place, free, pay }: Filters,
  from: number,
  to: number | null,
  add: Add,
): string {
  const at = (time: number) => add(formatInstant(time));
  const [begin, recent] = [at(from), at(from - DAY_MS)];
  const open = [
    `t.${IS_UNENDED} AND (t.start_at >= ${begin} OR t.end_at > ${begin})`,
    ...(to === null ? [] : [`t.start_at < ${at(to)}`]),
  ];
  const isOfType = type === null ? [] : [`t.type = ${add(type)}`];
  const fits = [
    ...isOfType,
    ...(topics.length === 0 ? [] : [haveTopics(topics, match, add)]),
    ...(place.length === 0 ? [] : [isAt(place, add)]),
    ...(pay ? [pays(pay, add)] : []),
    ...(free ? [type === 'GIG' ? `${paysAnything} IS NOT TRUE` : has(SAYS_FREE, add)] : []),
  ];
  const soonest = (limit: number, ...conditions: string[]) =>
    `(SELECT t.id FROM events t WHERE ${and(...open, `t.start_at >= ${recent}`, ...conditions)}
      ORDER BY t.start_at LIMIT ${limit})`;
  const candidates = [soonest(MAX_SOON, ...isOfType)];
  for (const { category } of topics)
    if (category !== null) candidates.push(soonest(MAX_OF_CATEGORY, `t.category = ${add(category)}`));
  const words = indexedWords(topics, match, place);
  if (words !== '') {
    const conditions = [...open, `t.start_at >= ${at(from - LONGEST_RUNNING)}`, has(words, add)];
    candidates.push(`(SELECT t.id FROM events t WHERE ${and(...conditions)} LIMIT ${MAX_WITH_WORDS})`);
  }
  const order = [...rank(topics, add), `t.start_at < ${begin}`, 't.start_at', 't.id'];
  return `SELECT t.id, t.title, t.type, t.start_at AS "startAt", t.end_at AS "endAt",
                 coalesce(t.location ->> 'name', '') AS place, t.compensation
          FROM events t WHERE ${and(`t.id IN (${candidates.join(' UNION ')})`, ...fits)}
          ORDER BY ${order.join(', ')} LIMIT ${MOST_NAMED}`;
}

/** The words that every match needs, without those of a topic that its category can replace: few events have them. */
function indexedWords(topics: Topic[], match: Filters['match'], place: string[]): string {
  const named = topics.filter(({ category }) => category === null).map((topic) => `(${topicWords(topic)})`);
  const alternatives = named.length === topics.length ? named.join(' | ') : '';
  const about = match === 'ALL' ? named.join(' & ') : alternatives && `(${alternatives})`;
  return [about, placeWords(place, ':B')].filter(Boolean).join(' & ');
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

function haveTopics(topics: Topic[], match: Filters['match'], add: Add): string {
  const each = topics.map((topic) => {
    const named = has(topicWords(topic), add);
    return topic.category === null ? named : `(${named} OR t.category = ${add(topic.category)})`;
  });
  return `(${each.join(match === 'ALL' ? ' AND ' : ' OR ')})`;
}

/** The words of a topic for to_tsquery; those of a whole category count only in title, tags and venue. */
function topicWords({ words, category }: Topic): string {
  return words.map((word) => quoted(word) + (category === null ? '' : ':AB')).join(' | ');
}

function placeWords(place: string[], weights = ''): string {
  return place.map((word) => quoted(word) + weights).join(' & ');
}

/** Quotes words for to_tsquery, whatever they contain. The blank stands for no word, which it would refuse. */
function quoted(words: string): string {
  return `' ${words.replace(/['\\]/g, ' ')}'`;
}

/** The index does not tell titles, tags and venues apart; this looks for the words in the venue. */
function isAt(place: string[], add: Add): string {
  return `to_tsvector('pg_catalog.english', searchable_text(t.location ->> 'name')) @@ ${query(placeWords(place), add)}`;
}

const paysAnything = `jsonb_path_exists(t.compensation, '$.amount ? (@ > 0)')`;

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
  return `jsonb_path_exists(t.compensation, '$ ? (${tests.join(' && ')})', ${add(variables)})`;
}

/** How well all topics match, as a sum. It is rounded, so that of near equals the sooner comes first. */
function rank(topics: Topic[], add: Add): string[] {
  const each = topics.map((topic) => {
    const named = `round(${rankOf('t.search', query(topicWords(topic), add))}::numeric, 1)`;
    if (topic.category === null) return named;
    return `greatest(${named}, CASE WHEN t.category = ${add(topic.category)} THEN ${CATEGORY_RANK} ELSE 0 END)`;
  });
  return each.length === 0 ? [] : [`${each.join(' + ')} DESC`];
}
