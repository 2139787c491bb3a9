import { stemmer } from 'stemmer';
import { folded } from '../../events/search/spelling.js';
import { rankOf } from '../../events/search/web-search.js';
import type { Filters, Topic } from './interpreter.js';

/** Adds a value to a statement and returns its parameter. */
export type Add = (value: unknown) => string;

/** Signs that an event is free, in title, tags or venue, or in its text. */
const FREE = `'free':AB | ('free' <-> ('admission' | 'entry' | 'entrance' | 'event' | 'concert' | 'public' | 'charge'))
  | ('admission' <-> 'free') | ('admission' <2> 'free') | ('entry' <2> 'free')`;
/** Whether it says that it is free, and not only of other things. */
export const SAYS_FREE = `${FREE}
  | ('free' & !('feel' <-> 'free') & !('gluten' <-> 'free') & !('free' <-> 'parking') & !('parking' <2> 'free') & !('free' <-> 'wifi') & !('borrow' <2> 'free')
     & !('children' <3> 'free') & !('children' <4> 'free')
     & !('free' <-> 'agent') & !('first' <2> 'free') & !('first' <3> 'free') & !('first' <4> 'free'))`;
/** Whether it says that to go there is free, and not only something else. */
export const ADMITS_FREE = `${FREE} | ('free' <-> ('show' | 'screening'))
  | ('free' <2> ('open' | 'charge' | 'student' | 'public' | 'id')) | ('free' <3> 'id')`;
/** The weight of words in the title, in tags or place, and in the text at most. */
const [TITLE_RANK, TAG_RANK, TEXT_RANK] = [0.6, 0.4, 0.2];
/** The weight of a matching category: that of a word of the title. */
const CATEGORY_RANK = 0.6;
/** Further weight of the very word that was said, in title or tags. */
const SAID_RANK = 0.3;
/** Words of places that are spelled in two ways. */
const SPELLINGS = [
  ['theater', 'theatre'],
  ['center', 'centre'],
];
/** Letters of a word of a place that is hardly an abbreviation. */
const LONG_WORD = 5;

export function isSomething({ words, category }: Topic): boolean {
  return words.length > 0 || category !== null;
}

/** Whether a topic is food, or of its kind. */
export function isOfFood({ category, near }: Topic): boolean {
  return (category ?? near) === 'FOOD_DRINK';
}

export function isOfWords({ words, category }: Topic): boolean {
  return category === null && words.length > 0;
}

/** The words that every match needs, without those of a topic that its category can replace: few events have them. */
export function indexedWords(topics: Topic[], match: Filters['match'], place: string[]): string {
  const named = topics
    .filter(isOfWords)
    .map(({ words, headWords = [] }) => `(${wordsOf([...words, ...headWords])})`);
  const alternatives = named.length === topics.length ? named.join(' | ') : '';
  const about = match === 'ALL' ? named.join(' & ') : alternatives && `(${alternatives})`;
  return [about, placeWords(place, 'B')].filter(Boolean).join(' & ');
}

function query(words: string, add: Add): string {
  return `to_tsquery('pg_catalog.english', ${add(words)})`;
}

const TAKEN = `('nobody' <2> 'need') | ('longer' <-> ('need' | 'avail')) | ('posit' <2> 'fill') | ('posit' <3> 'fill')
  | ('alreadi' <-> 'fill') | ('found' <-> ('somebodi' | 'someon'))`;
/** SQL of whether an event `t` is a gig whose text says that somebody has it already: a column, so without parameters. */
export const IS_TAKEN = `(t.type = 'GIG' AND t.search @@ to_tsquery('pg_catalog.english', $taken$${TAKEN}$taken$))`;

export function has(words: string, add: Add): string {
  return `t.search @@ ${query(words, add)}`;
}

/** Whether events have the topics; `atHead`: by title, tags, place or category, and those of a whole category by title or category. */
export function haveTopics(topics: Topic[], match: Filters['match'], add: Add, atHead = false): string {
  if (topics.length === 0) return 'true';
  if (match === 'TITLE') return hasNoOtherWords(topics, add);
  const head = ({ category, inText }: Topic) => (category !== null ? ':A' : inText ? '' : ':AB');
  const each = topics.map((topic) => isAbout(topic, add, atHead ? head(topic) : undefined));
  // What is about one of the topics and has the others is about them all.
  if (match !== 'MOST') return `(${each.join(match === 'ALL' && !atHead ? ' AND ' : ' OR ')})`;
  return `${each.map((about) => `${about}::int`).join(' + ')} >= ${Math.ceil(topics.length / 2)}`;
}

/** Whether an event is of what is not wanted: a play with live music is no concert. */
export function isUnwanted(topic: Topic, add: Add): string {
  if (topic.category !== null) return isAbout(topic, add, ':A');
  // For whom it is, its text tells.
  return isAbout(topic, add, topic.asWritten ? '' : ':AB');
}

/** Whether a title of two words or more has none but those of the topics; or it has none so up to a colon, and all of what was said. */
function hasNoOtherWords(topics: Topic[], add: Add): string {
  const lexemes = (text: string) =>
    `tsvector_to_array(to_tsvector('pg_catalog.english', searchable_text(${text})))`;
  const said = topics.flatMap(({ words }) => words).join(' ');
  const named = topics.map(({ said, words }) => said || words.join(' ')).join(' ');
  const all = lexemes(add(said));
  const isNamed = (whole: string) => {
    const [title, name] = [lexemes(whole), lexemes(`split_part(${whole}, ':', 1)`)];
    return `(${name} <@ ${all} AND cardinality(${name}) > 1 AND (${title} <@ ${all} OR ${lexemes(add(named))} <@ ${title}))`;
  };
  // Who wrote it may be no part of a title.
  return `(${isNamed('t.title')} OR ${isNamed(`split_part(t.title, ' by ', 1)`)})`;
}

/** The number of the first topic that an event is about. */
export function firstOf(topics: Topic[], add: Add): string {
  const when = (weights?: string) =>
    topics.map((topic, at) => `WHEN ${isAbout(topic, add, weights)} THEN ${at}`).join(' ');
  return `CASE ${when(':AB')} ${when()} END`;
}

/** Whether an event has the words of a topic, or is of its category. The words of a whole category count less widely. */
export function isAbout(topic: Topic, add: Add, weights = weightsOf(topic)): string {
  const { words, category, headWords = [] } = topic;
  const found = words.length === 0 ? [] : [has(wordsOf(words, weights), add)];
  const named = topic.asWritten ? found.map((has) => `${has} AND ${isWritten(words, add)}`) : found;
  const atHead = headWords.length === 0 ? [] : [has(wordsOf(headWords, ':AB'), add)];
  const ofCategory = category === null ? [] : [`coalesce(t.category = ${add(category)}, false)`];
  return `(${[...named, ...atHead, ...ofCategory].join(' OR ') || 'false'})`;
}

/**
 * Whether an event has one of the words as it is written: by their stems "kids" are a performer called Kid, too. Who helps a children's
 * hospital is no child, and "arts & theatre" is no theatre.
 */
function isWritten(words: string[], add: Add): string {
  const pattern = `(?<!& )\\m(?:${words.map((word) => word.replace(/[^\p{L}\p{N} ]/gu, '.')).join('|')})\\M(?!['’]s hospital)`;
  // A place called so, which many texts repeat, is none.
  return `concat_ws(' ', t.title, t.tags::text, replace(t.description, coalesce(t.location ->> 'name', ''), '')) ~* ${add(pattern)}`;
}

/** Where the words of a topic count. */
function weightsOf({ category, headOnly }: Topic): string {
  return category === null && !headOnly ? '' : ':AB';
}

/** Any of these words, for to_tsquery. */
export function wordsOf(words: string[], weights = ''): string {
  return words.map((word) => weighted(word, weights)).join(' | ');
}

/** All of these words. Short ones begin a name: "rec" is the recreation center, too. */
function placeWords(place: string[], weights = ''): string {
  return place
    .map((word) => {
      const marks = (word.length < LONG_WORD ? '*' : '') + weights;
      const each = SPELLINGS.find((spellings) => spellings.includes(word)) ?? [word];
      return `(${each.map((one) => weighted(one, marks && `:${marks}`)).join(' | ')})`;
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

/** The index does not tell titles, tags and venues apart; this looks for the words in the venue. */
export function isAt(place: string[], add: Add): string {
  return `to_tsvector('pg_catalog.english', searchable_text(t.location ->> 'name')) @@ ${query(placeWords(place), add)}`;
}

/** Where the words stand: in the title, in tags or place, or in the text, where more of them are better. */
function rankOfWords(words: string[], weights: string, add: Add): string {
  const inText = `round(${rankOf('t.search', query(wordsOf(words, weights), add))}::numeric, 1)`;
  return `CASE WHEN ${has(wordsOf(words, ':A'), add)} THEN ${TITLE_RANK} WHEN ${has(wordsOf(words, ':B'), add)} THEN ${TAG_RANK}
               ELSE least(${inText}, ${TEXT_RANK}) END`;
}

/** Whether the first word of a topic is what was said, and not the first that it stands for. */
function isSaid({ words, said }: Topic): boolean {
  const first = stemmer(words[0]!);
  const whole = said.toLowerCase();
  return [whole, ...whole.split(' ')].some((word) => stemmer(word) === first);
}

/** How well all topics match, as a sum of few steps, so that of equals the sooner comes first. */
export function rank(topics: Topic[], add: Add): string {
  const each = topics.filter(isSomething).map((topic) => {
    const { words, category } = topic;
    const weights = weightsOf(topic);
    // Whom it is for says no title better than a tag.
    if (topic.forWhom)
      return `CASE WHEN ${has(wordsOf(words, ':AB'), add)} THEN ${TAG_RANK} ELSE ${TEXT_RANK} END`;
    const rank = words.length === 0 ? '0' : rankOfWords(words, weights, add);
    if (category === null)
      return words.length > 1 && isSaid(topic)
        ? `${rank} + CASE WHEN ${has(wordsOf(words.slice(0, 1), ':A'), add)} THEN ${SAID_RANK} ELSE 0 END`
        : rank;
    const ofCategory = `greatest(${rank}, CASE WHEN t.category = ${add(category)} THEN ${CATEGORY_RANK} ELSE 0 END)`;
    // What is called so comes before what is only of the category. Few concerts are called so.
    const said =
      words.length === 0 || category === 'MUSIC'
        ? '0'
        : `CASE WHEN ${has(wordsOf(words, weights), add)} THEN ${SAID_RANK} ELSE 0 END`;
    return `${ofCategory} + ${said}`;
  });
  return each.join(' + ') || '0::int';
}
