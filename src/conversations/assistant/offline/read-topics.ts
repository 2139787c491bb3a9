import { listed } from '../../../tagging/words.js';
import type { Category, Filters, Topic } from '../interpreter.js';
import { COMMON_WORDS } from './common-words-lexicon.js';
import { LEXICON, type Meaning, STOP_WORDS } from './question-lexicon.js';
import { RELATED } from './related-lexicon.js';

/** Words of a place that are looked for. */
export const MAX_PLACE = 5;

export const MAX_TOPICS = 8;
export const MAX_WORD = 40;
const LONGEST_PHRASE = 4;
const WORD = /[\p{L}\p{M}\p{N}]+(?:'[\p{L}\p{M}]+)*/gu;

export interface Word {
  /** As said, in lower case. */
  written: string;
  /** In the singular. */
  base: string;
}

/** What a text is about, and what its words of the lexicon mean. */
export interface Subject {
  topics: Topic[];
  match: Filters['match'];
  meanings: Meaning[];
}

/** What each phrase of the lexicons means, by its words in the singular. What is said twice counts as in the first lexicon. */
const phrases = new Map<string, Meaning>([
  ...Object.entries(RELATED).flatMap(([near, said]) =>
    listed(said).map((phrase): [string, Meaning] => [
      phraseOf(wordsOf(phrase)),
      { words: [phrase, ...withoutKind(phrase)].join(', '), near: near as Category },
    ]),
  ),
  ...LEXICON.flatMap(([said, meaning]) =>
    listed(said).map((phrase): [string, Meaning] => [phraseOf(wordsOf(phrase)), meaning]),
  ),
]);

/** A pottery class is pottery. */
function withoutKind(phrase: string): string[] {
  const [, what] = /^(.+) (?:class|workshop|lesson|course|night)$/.exec(phrase) ?? [];
  return what === undefined ? [] : [what];
}

/** Whether a word stands in one of the lexicons, alone or in a phrase. */
export function isOfLexicon(word: string): boolean {
  const [{ base } = { base: word }] = wordsOf(word);
  return lexiconWords.has(base) || STOP_WORDS.has(word) || STOP_WORDS.has(base);
}

/** What a common word counts for beside others. */
export const COMMON_WEIGHT = 0.25;

/** Whether a word is common, as it is or without its ending. */
export function isCommonWord(word: string): boolean {
  return [word, singular(word), positive(word), ...infinitives(word)].some((form) => COMMON_WORDS.has(form));
}

/** What a comparative or a superlative is of: "quieter", "latest". */
function positive(word: string): string {
  return word.replace(/i?(?:er|est)$/, (ending) => (ending.startsWith('i') ? 'y' : ''));
}

/** The verbs that a word may be the past of: "dropped", "used". A gerund may well be what is looked for: "writing". */
function infinitives(word: string): string[] {
  const stem = word.replace(/(?<=\p{L}{3})ed$/u, '');
  return stem === word ? [] : [stem, `${stem}e`, stem.replace(/(\p{L})\1$/u, '$1')];
}

/** Whether a topic is a common word, which hardly says what an event is about. */
export function isCommon({ words, category, near }: Topic): boolean {
  return (category ?? near) === null && words.every(isCommonWord);
}

/** The topics that say what an event is about; all where each is a common word. */
export function tellingOf(topics: Topic[]): Topic[] {
  const telling = topics.filter((topic) => !isCommon(topic));
  return telling.length > 0 ? telling : topics;
}

/** All words of the lexicons, in the singular. */
export const lexiconWords: ReadonlySet<string> = new Set(
  [...phrases.keys()].flatMap((phrase) => phrase.split(' ')),
);

function phraseOf(words: Word[]): string {
  return words.map(({ base }) => base).join(' ');
}

function wordsOf(text: string): Word[] {
  return [...text.toLowerCase().matchAll(WORD)]
    .map(([word]) => word.replace(/'s$/, '').replaceAll("'", ''))
    .filter((word) => word.length <= MAX_WORD)
    .map((written) => ({ written, base: singular(written) }));
}

/** Near enough for the lexicon; the search has a stemmer of its own. */
export function singular(word: string): string {
  if (word.length < 4 || /(?:ss|us|is)$/.test(word)) return word;
  if (word.endsWith('ies') && !/(?:mov|cook|smooth)ies$/.test(word)) return `${word.slice(0, -3)}y`;
  return word.replace(/(?<=s|x|ch|sh)es$|s$/, '');
}

function saysNothing({ written, base }: Word): boolean {
  return base.length < 2 || STOP_WORDS.has(base) || STOP_WORDS.has(written);
}

/** The words of a text that say something, each once and as it is written. */
export function sayingWords(text: string): string[] {
  const words = wordsOf(text).filter((word) => !saysNothing(word));
  return [...new Set(words.map(({ written }) => written))];
}

/** The words that say something in the name of a place; none where it is no name but an entry of the lexicon. */
export function readPlace(name: string): string[] {
  const words = wordsOf(name).filter((word, at, { length }) => {
    const isOfName = at < length - 1 && BEGINS_PLACES.has(word.written);
    return isOfName || !saysNothing(word);
  });
  return phrases.has(phraseOf(words)) ? [] : words.map(({ written }) => written);
}

/** Words that say nothing alone, and tell the Short North from the north. */
const DIRECTIONS = new Set(['north', 'south', 'east', 'west', 'side']);
const BEGINS_PLACES = new Set(['short', 'long', 'little', 'big', 'new', 'old', 'great']);

/**
 * Looks up phrases, the longest at each place. Every other meaningful word is a topic of its own.
 * @param each whether each topic counts by itself, be it common or say little beside others
 */
export function readTopics(text: string, { each = false } = {}): Subject {
  const words = wordsOf(text);
  const meanings: Meaning[] = [];
  const topics = new Map<string, SaidTopic>();
  let isAlternative = false;
  for (let at = 0; at < words.length; ) {
    const { length, meaning } = meaningAt(words, at);
    const named = meaning ? topicOf(meaning, words.slice(at, at + length)) : newTopic(words[at]!);
    const topic = named && words[at + length]?.base === 'night' ? nightOf(named) : named;
    if (meaning) meanings.push(meaning);
    if (topic) {
      const isJoined = isAlternative && topics.size > 0;
      // Children and families are one topic, save where there is a choice of them.
      const key = String(isJoined ? topic.words : topic.words.toSorted());
      topics.set(key, { topic, isWeak: meaning?.weak ?? false, isJoined });
    }
    isAlternative = words[at]!.base === 'or' || (isAlternative && !topic);
    at += length;
  }
  const strong = [...topics.values()].filter(({ isWeak }) => !isWeak);
  if (each)
    return {
      topics: [...topics.values()].map(({ topic }) => topic).slice(0, MAX_TOPICS),
      match: 'ANY',
      meanings,
    };
  const all = (strong.length > 0 ? strong : [...topics.values()]).slice(0, MAX_TOPICS);
  return { ...together(all), meanings };
}

/** A topic as it was said: whether it says little, and whether "or" stands before it. */
interface SaidTopic {
  topic: Topic;
  isWeak: boolean;
  isJoined: boolean;
}

/**
 * What topics mean together. Beside a choice ("coding or data"), what is known holds in any case ("a workshop on coding or data"); and in
 * a choice, a common word beside what is known is none.
 */
function together(all: SaidTopic[]): Pick<Subject, 'topics' | 'match'> {
  if (!all.some(({ isJoined }) => isJoined)) return { topics: all.map(({ topic }) => topic), match: 'ALL' };
  const said = all.filter((_, at) => !isKindOfLast(all, at));
  return ofChoice(said);
}

/** A kind that stands amid a choice says little beside what it is of: "a clay workshop or jazz". */
function isKindOfLast(said: SaidTopic[], at: number): boolean {
  const [last, one, next] = [said[at - 1], said[at]!, said[at + 1]];
  return (
    one.topic.category !== null && !one.isJoined && next?.isJoined === true && last?.topic.category === null
  );
}

function ofChoice(said: SaidTopic[]): Pick<Subject, 'topics' | 'match'> {
  const all = said.map(({ topic }) => topic);
  const isChoice = (at: number) => said[at]!.isJoined || said[at + 1]?.isJoined === true;
  const isBeside = (topic: Topic, at: number) => !isChoice(at) && (isKnown(topic) || !isCommon(topic));
  const beside = all.filter(isBeside);
  const choice = anyOf(all.filter((topic, at) => !isBeside(topic, at)));
  if (beside.length > 0 && choice) return { topics: [...beside, choice], match: 'ALL' };
  const known = all.filter((topic) => isKnown(topic) || !COMMON_WORDS.has(topic.words[0]!));
  return { topics: known.length > 0 ? known : all, match: 'ANY' };
}

/** Whether a lexicon knows what a topic belongs to. */
export function isKnown({ category, near }: Topic): boolean {
  return (category ?? near) !== null;
}

/** One topic for several, any of which will do; undefined where they are of more than one category. */
export function anyOf(topics: Topic[]): Topic | undefined {
  const categories = new Set(topics.flatMap(({ category }) => category ?? []));
  if (categories.size > 1) return undefined;
  return {
    words: topics.flatMap(({ words }) => words),
    category: [...categories][0] ?? null,
    near: topics.find(({ near }) => near)?.near ?? null,
    said: topics.map(({ said }) => said).join(' or '),
    headOnly: topics.every(({ headOnly }) => headOnly),
  };
}

function meaningAt(words: Word[], at: number): { length: number; meaning?: Meaning } {
  for (let length = LONGEST_PHRASE; length > 0; length -= 1) {
    const meaning = at + length <= words.length && phrases.get(phraseOf(words.slice(at, at + length)));
    if (meaning) return { length, meaning };
  }
  // "Short North"
  const isPlace = BEGINS_PLACES.has(words[at]!.written) && DIRECTIONS.has(words[at + 1]?.written ?? '');
  return isPlace
    ? { length: 2, meaning: { words: `${words[at]!.written} ${words[at + 1]!.written}` } }
    : { length: 1 };
}

/** The topic of a meaning; the word that was said comes first. */
function topicOf(
  { words, category, near, headOnly, asWritten, forWhom, inText }: Meaning,
  said: Word[],
): Topic | undefined {
  if (words === undefined) return undefined;
  const phrase = phraseOf(said);
  const isSaid = (word: string) => phraseOf(wordsOf(word)) === phrase;
  const all = listed(words);
  const inOrder = [...all.filter(isSaid), ...all.filter((word) => !isSaid(word))];
  // The words of a text have lost the "'s" of "men's soccer".
  const owned = all.find((word) => isSaid(word) && word.includes("'s "));
  return {
    words: inOrder,
    category: category ?? null,
    near: near ?? null,
    said:
      owned ??
      said
        .map(({ written }) => written)
        .join(' ')
        .replace(/ (?:about|on)$/, ''),
    headOnly: headOnly ?? false,
    ...(asWritten && { asWritten }),
    ...(inText && { inText }),
    ...(forWhom && { forWhom }),
  };
}

/** "DJ night" is what it is called. */
function nightOf(topic: Topic): Topic {
  const said = `${topic.said} night`;
  return topic.category === null ? { ...topic, said, words: [said, ...topic.words] } : topic;
}

/** A topic of words that no lexicon has. */
export function topicOfWords(...words: string[]): Topic {
  return { words, category: null, near: null, said: words[0] ?? '', headOnly: false };
}

/** That something is taught, and not only to be seen. Of classes many texts speak that are none. */
export const TAUGHT: Topic = {
  ...topicOfWords('lesson', 'workshop', 'beginners', 'basics', 'taught', 'instructor'),
  near: 'WORKSHOP',
  said: 'class',
  headWords: ['class', 'course'],
};

/** What can be learnt, and watched, too. */
const WATCHED = new Set<Category | null>(['ARTS_CULTURE', 'MUSIC', 'SOCIAL', 'FOOD_DRINK', 'WORKSHOP']);

/** "Dance lessons", "learn how to dance": of what can be watched, too, only what is taught. */
export function withTaught(text: string, subject: Subject): Subject {
  const { topics, match, meanings } = subject;
  if (!TEACHES.test(text)) return subject;
  const choice = match === 'ANY' ? anyOf(topics) : undefined;
  const all = choice ? [choice] : topics;
  const isMeant =
    (match === 'ALL' || choice !== undefined) &&
    all.every(({ category }) => category === null) &&
    all.some(({ near }) => WATCHED.has(near));
  return isMeant ? { topics: [...all, TAUGHT], match: 'ALL', meanings } : subject;
}

/** "I have class in the morning" teaches nothing. */
const TEACHES =
  /(?<!\b(?:have|has|got|my|our|after|before|between|in|to) )\b(?:class(?:es)?|lessons?|courses?)\b|\blearn(?:ing)?(?: how)? to\b/i;

/** A whole category. */
export function topicOfCategory(category: Category): Topic {
  return { ...topicOfWords(), category };
}

/** A number of few digits, or an hour, says nothing alone. */
const IS_NUMBER = /^\d{1,2}(?:[ap]m)?$/;

function newTopic(word: Word): Topic | undefined {
  return saysNothing(word) || IS_NUMBER.test(word.written) ? undefined : topicOfWords(word.written);
}

/** "Talk", of the one that is called so: what is of such a category. */
export function topicsOfKind(kind = ''): Topic[] {
  const ofSports = /^(?:game|match)$/i.test(kind.trim()) ? 'SPORTS_RECREATION' : null;
  return readTopics(kind).topics.map((topic) => ({
    ...topic,
    category: topic.category ?? topic.near ?? ofSports,
  }));
}
