import notices from './lexicon/notices.json' with { type: 'json' };
import routine from './lexicon/routine.json' with { type: 'json' };
import type { Sentence } from './sentences.js';
import { singular, type Word } from './words.js';

/** Words without meaning for an event or its venue. */
const EMPTY = new Set(routine.empty.map(singular));
/** Routine words of venues and organisers: how to get in, pay, park, sit and behave. */
const ROUTINE = new Set(routine.routine.map(singular));

/** The share of routine words from which a sentence is boilerplate. */
const ROUTINE_PART = 0.62;
/**
 * With a sure sign: the share of routine words from which, or the number of other words below which, a
 * sentence is boilerplate.
 */
const SURE_PART = 0.35;
const LITTLE = 5;
/** The number of words beyond the title that make a sentence say more than the title. */
const MIN_MORE = 2;

const AGES =
  /\b(all ages|ages? \d+|\d\d ?\+|\d\d (and|&) (over|up)|(over|under) \d\d|\d\d years (old|of age))\b/i;
const SURE = patternOf(notices.sure);
/**
 * Signs that settle it, however much a sentence says: hosts, prices, places, forms, statements of an
 * institution.
 */
const SETTLED = patternOf(notices.settled);
/** A sentence of a biography that begins with a surname or a pronoun. */
const BIOGRAPHY =
  /^(?:(?:Dr|Prof)\. |Professor )?\p{Lu}[\p{L}'’-]+,? (?:who )?(?:also serves as|earned (?:an?|her|his|their)|was named)\b/u;

/**
 * A pattern of any of the phrases, which may contain patterns. A phrase with a leading `^` matches only at
 * the start of a text.
 */
export function patternOf(phrases: readonly string[]): RegExp {
  const patterns = phrases.map((phrase) =>
    phrase.startsWith('^') ? String.raw`^\W*(?:${phrase.slice(1)})` : String.raw`\b(?:${phrase})`,
  );
  return new RegExp(String.raw`(?:${patterns.join('|')})(?!\w)`, 'i');
}

/** The words of a sentence that may describe an event. */
export function tellingWords(words: readonly Word[]): Word[] {
  return words.filter(
    ({ base }) => base.length > 1 && !/^\p{N}/u.test(base) && !EMPTY.has(base) && !ROUTINE.has(base),
  );
}

/** Whether all telling words of a sentence are `known`: it only repeats the event and its place. */
export function isRepetition(sentence: Sentence, known: ReadonlySet<string>): boolean {
  const words = tellingWords(sentence.words);
  return words.length > 0 && words.every(({ base }) => known.has(base));
}

/** Whether a sentence is a statement of the host or a biography. */
function isSettled({ text }: Sentence): boolean {
  const head = text.slice(0, 400);
  return SETTLED.test(head) || BIOGRAPHY.test(head);
}

/**
 * Whether a sentence states an age limit, but also says more than the title. It is better than no summary.
 */
export function isLastResort(sentence: Sentence, known: ReadonlySet<string>): boolean {
  const words = tellingWords(sentence.words);
  const more = words.filter(({ base }) => !known.has(base)).length;
  return more >= MIN_MORE && more < words.length && AGES.test(sentence.text) && !isSettled(sentence);
}

/**
 * Whether a sentence says only things that hold for any venue: doors, ages, parking, tickets, bags,
 * registration.
 */
export function isBoilerplate(sentence: Sentence): boolean {
  const words = sentence.words.filter(({ base }) => !EMPTY.has(base));
  if (words.length === 0) return false;
  const routine = words.filter(({ base }) => ROUTINE.has(base) || /^\p{N}/u.test(base)).length;
  if (routine >= words.length * ROUTINE_PART) return true;
  if (isSettled(sentence)) return true;
  // A sure sign settles it, unless the sentence says much more.
  const saysLittle = routine >= words.length * SURE_PART || words.length - routine < LITTLE;
  const head = sentence.text.slice(0, 400);
  return saysLittle && (SURE.test(head) || AGES.test(head));
}
