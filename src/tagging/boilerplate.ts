import notices from './lexicon/notices.json' with { type: 'json' };
import routine from './lexicon/routine.json' with { type: 'json' };
import type { Sentence } from './sentences.js';
import { singular, type Word } from './words.js';

/** Words that say nothing, neither of an event nor of its venue. */
export const EMPTY = new Set(routine.empty.map(singular));
/** What every venue and organiser repeats: how one gets in, pays, parks, sits and behaves. */
const ROUTINE = new Set(routine.routine.map(singular));

/** A sentence of which this part of the telling words is routine says nothing of the event. */
const ROUTINE_PART = 0.62;
/** So does one with a sure sign of which this part is routine, or that has fewer telling words than this. */
const SURE_PART = 0.35;
const LITTLE = 5;
/** This many words that the title has not make a sentence say more than the title. */
const LEAST_MORE = 2;
/** Sentences with more words than this say something beside a sure sign. */
const LONG = 45;

const AGES =
  /\b(all ages|ages? \d+|\d\d ?\+|\d\d (and|&) (over|up)|(over|under) \d\d|\d\d years (old|of age))\b/i;
const DOORS = /\bdoors?\b[^.]{0,40}?\b\d{1,2}([:.]\d\d)?\s?([ap]\.?m|\/|show|\||–|-)/i;
const SURE = patternOf(notices.sure);
/** These settle it, however much a sentence says: hosts, prices, places, forms, statements of an institution. */
const SETTLED = patternOf(notices.settled);
/** What a speaker or player has become, by the surname or a pronoun alone. */
const BIOGRAPHY =
  /^(?:(?:Dr|Prof)\. |Professor )?\p{Lu}[\p{L}'’-]+,? (?:who )?(?:also serves as|earned (?:an?|her|his|their)|was named)\b/u;

/** One of the phrases, each of which may hold a pattern. One that begins with `^` is the beginning of a text. */
export function patternOf(phrases: readonly string[]): RegExp {
  const patterns = phrases.map((phrase) =>
    phrase.startsWith('^') ? String.raw`^\W*(?:${phrase.slice(1)})` : String.raw`\b(?:${phrase})`,
  );
  return new RegExp(String.raw`(?:${patterns.join('|')})(?!\w)`, 'i');
}

/** The words of a sentence that could say what an event is. */
export function tellingWords(words: readonly Word[]): Word[] {
  return words.filter(
    ({ base }) => base.length > 1 && !/^\p{N}/u.test(base) && !EMPTY.has(base) && !ROUTINE.has(base),
  );
}

/** Whether a sentence has no telling word beside these: it names the event and its place once more. */
export function isRepetition(sentence: Sentence, known: ReadonlySet<string>): boolean {
  const words = tellingWords(sentence.words);
  return words.length > 0 && words.every(({ base }) => known.has(base));
}

/** Whether a sentence is a statement of the host or a biography, however much it says. */
function isSettled({ text }: Sentence): boolean {
  const head = text.slice(0, 400);
  return SETTLED.test(head) || BIOGRAPHY.test(head);
}

/** Whether a sentence says whom of what age it is for, but also more than the title: it is better than none. */
export function isLastResort(sentence: Sentence, known: ReadonlySet<string>): boolean {
  const words = tellingWords(sentence.words);
  const more = words.filter(({ base }) => !known.has(base)).length;
  return more >= LEAST_MORE && more < words.length && AGES.test(sentence.text) && !isSettled(sentence);
}

/** Whether a sentence says only what any venue could: doors, ages, parking, tickets, bags, registration. */
export function isBoilerplate(sentence: Sentence): boolean {
  const words = sentence.words.filter(({ base }) => !EMPTY.has(base));
  if (words.length === 0) return false;
  const routine = words.filter(({ base }) => ROUTINE.has(base) || /^\p{N}/u.test(base)).length;
  if (routine >= words.length * ROUTINE_PART) return true;
  if (isSettled(sentence)) return true;
  // A sure sign settles it unless the sentence says a lot more.
  const saysLittle = routine >= words.length * SURE_PART || words.length - routine < LITTLE;
  const head = sentence.text.slice(0, 400);
  return words.length <= LONG && saysLittle && [SURE, AGES, DOORS].some((sign) => sign.test(head));
}
