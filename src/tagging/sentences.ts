import { type Word, wordsOf } from './words.js';

export interface Sentence {
  text: string;
  words: Word[];
}

/** Abbreviations: a full stop after them does not end a sentence. */
const ABBREVIATIONS = new Set(
  `approx apt assoc ave bldg blvd co corp dept dr e.g esp est etc feat ft gov govt i.e inc jr lt ltd min mr mrs ms mt
  no ph.d prof rd rev rm sen sr st vs w`.split(/\s+/),
);
/** Months: a full stop after them ends a sentence, unless a day follows: "Feb. 3". */
const MONTHS = new Set('jan feb mar apr jun jul aug sep sept oct nov dec'.split(' '));
/**
 * Initials: "J.", "J.R.R.", "U.S.". A name continues after them, unless a typical first word of a sentence
 * follows.
 */
const INITIALS = /^(?:\p{Lu}\.)*\p{Lu}$/u;
const STARTER =
  /^(?:The|This|These|That|There|They|We|Our|You|Your|It|Its|He|She|His|Her|In|On|At|For|From|With|All|No|If|When)\b/;

/**
 * The end of a sentence: a stop before white space, a full-width stop, or a stop that the next sentence
 * follows directly.
 */
const END =
  /[.!?…。！？]["'”’)\]]*(?:\s|(?<=[。！？])|(?<=(?:\p{Ll}{3}|\p{Lo}{2})[.!?]["'”’)\]]*)(?=\p{Lu}\p{Ll}))/gu;

/** The first sentences of plain text, about `most` of them. A line break ends a sentence. */
export function sentencesOf(text: string, most: number): Sentence[] {
  const sentences: string[] = [];
  for (const line of text.split('\n')) {
    let start = 0;
    for (const { 0: end, index } of line.matchAll(END)) {
      const next = index + end.length;
      const before = line.slice(Math.max(start, index - 12), index);
      if (goesOn(before, end, line.slice(next, next + 8))) continue;
      sentences.push(line.slice(start, next).trim());
      start = next;
    }
    sentences.push(line.slice(start).trim());
    if (sentences.length > most) break;
  }
  return sentences
    .filter((sentence) => /[\p{L}\p{N}\p{Extended_Pictographic}]/u.test(sentence))
    .map((sentence) => ({ text: sentence, words: wordsOf(sentence) }));
}

/** Whether a sentence continues after an apparent end. */
function goesOn(before: string, end: string, after: string): boolean {
  if (/^[\p{Ll}&]/u.test(after)) return true;
  if (!end.startsWith('.')) return false;
  const word = before.split(/[\s(]/).at(-1)!;
  if (INITIALS.test(word)) return /^\p{Lu}[\p{L}.]/u.test(after) && !STARTER.test(after);
  const lower = word.toLowerCase();
  return ABBREVIATIONS.has(lower) || (MONTHS.has(lower) && /^\d/.test(after));
}
