import { type Word, wordsOf } from './words.js';

export interface Sentence {
  text: string;
  words: Word[];
}

/** A full stop after these does not end a sentence. */
const ABBREVIATIONS = new Set(
  'a.m approx apt assoc ave bldg blvd co corp dept dr e.g esp est etc feat ft gov govt i.e inc jr lt ltd min mr mrs ms mt no p.m ph.d prof rd rev rm sen sr st vs w'.split(
    ' ',
  ),
);

/** These end one, unless a day follows: "Feb. 3". */
const MONTHS = new Set('jan feb mar apr jun jul aug sep sept oct nov dec'.split(' '));

/** The end of a sentence: a stop before a blank, a wide stop, or one that the next sentence follows without a blank. */
const END =
  /[.!?…。！？]["'”’)\]]*(?:\s|(?<=[。！？])|(?<=(?:\p{Ll}{3}|\p{Lo}{2})[.!?]["'”’)\]]*)(?=\p{Lu}\p{Ll}))/gu;

/** The first sentences of plain text, about `most` of them. A line's end is a sentence's end. */
export function sentencesOf(text: string, most: number): Sentence[] {
  const sentences: string[] = [];
  for (const line of text.split('\n')) {
    let start = 0;
    for (const end of line.matchAll(END)) {
      const next = end.index + end[0].length;
      const before = line
        .slice(Math.max(start, end.index - 12), end.index)
        .split(/[\s(]/)
        .at(-1)!;
      const goesOn = /^\p{Ll}/u.test(line.slice(next, next + 2));
      const abbreviated =
        end[0].startsWith('.') &&
        (ABBREVIATIONS.has(before.toLowerCase()) ||
          (MONTHS.has(before.toLowerCase()) && /^\d/.test(line.slice(next, next + 2))) ||
          (/^\p{Lu}$/u.test(before) && /^\p{Lu}\p{L}/u.test(line.slice(next, next + 4))));
      // "a.m. Doors" ends a sentence, "Dr. Smith" does not.
      if (goesOn || (abbreviated && !/^[ap]\.m$/i.test(before))) continue;
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
