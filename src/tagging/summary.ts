import { codePoints } from '../common/text.js';
import { TAGGING_LIMITS } from './tagger.js';
import { wordsOf } from './words.js';

const LIMIT = TAGGING_LIMITS.summaryLength;
/** Characters of a long text that are read: its head says what the event is about. */
const SENTENCES_WEIGHED = 60;

const WORTH_STANDING_ALONE = 0.3;

/** A full stop after these does not end a sentence. */
const ABBREVIATIONS = new Set(
  'a.m approx apt assoc ave bldg blvd co corp dept dr e.g est etc feat ft gov i.e inc jr lt ltd min mr mrs ms mt no p.m ph.d prof rd rev rm sen sr st vs w'.split(
    ' ',
  ),
);
/** Sentences that say how to get in, not what the event is. */
const LOGISTICS = new Set(
  `admission appointment attire bring buckid capacity cash contact deadline discount door doors email free fee info
   information insurance latecomer limited link minor open park parking pay permitted photo policy questions re register
   registration remote required reservation reserve reserved reserve rsvp sale seat seating sign space ticket tickets
   tip tips venmo visit waiver wear website zoom`.split(/\s+/),
);
/** Scripts that put no spaces between words. */
const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;

/** The sentences of plain text. A line's end is a sentence's end. */
export function sentencesOf(text: string): string[] {
  const sentences: string[] = [];
  for (const line of text.split('\n')) {
    let start = 0;
    for (const end of line.matchAll(/[.!?…。！？]["'”’)\]]*(?:\s|(?<=[。！？]))/gu)) {
      const next = end.index + end[0].length;
      const before = line
        .slice(Math.max(start, end.index - 12), end.index)
        .split(/[\s(]/)
        .at(-1)!;
      const goesOn = /^\p{Ll}/u.test(line.slice(next, next + 2));
      const abbreviated =
        end[0].startsWith('.') &&
        (ABBREVIATIONS.has(before.toLowerCase()) ||
          (/^\p{Lu}$/u.test(before) && /^\p{Lu}\p{L}/u.test(line.slice(next, next + 4))));
      // "a.m. Doors" ends a sentence, "Dr. Smith" does not.
      if (goesOn || (abbreviated && !/^[ap]\.m$/i.test(before))) continue;
      sentences.push(line.slice(start, next).trim());
      start = next;
    }
    sentences.push(line.slice(start).trim());
    if (sentences.length > SENTENCES_WEIGHED) break;
  }
  return sentences.filter((sentence) => /[\p{L}\p{N}\p{Extended_Pictographic}]/u.test(sentence));
}

/** The start of a text that fits, in whole words, with an ellipsis where it is cut; '' if no word fits. */
export function cutAtWord(text: string, limit = LIMIT): string {
  if (codePoints(text) <= limit) return text;
  const head = [...text].slice(0, limit).join('');
  // Where the head ends within a word, that word is dropped; the segmenter splits scripts without spaces.
  let end = 0;
  for (const { 0: run, index } of text.slice(0, head.length + 200).matchAll(/\S+/g)) {
    if (codePoints(text.slice(0, index + run.length)) < limit) {
      end = index + run.length;
      continue;
    }
    if (UNSPACED.test(run)) {
      for (const part of new Intl.Segmenter('en', { granularity: 'word' }).segment(run)) {
        const partEnd = index + part.index + part.segment.length;
        if (codePoints(text.slice(0, partEnd)) >= limit) break;
        end = partEnd;
      }
    }
    break;
  }
  const cut = text.slice(0, end).replace(/[\s,;:–—(-]+$/u, '');
  return cut && `${cut}…`;
}

function worth(sentence: string, at: number, titleWords: Set<string>): number {
  const words = wordsOf(sentence);
  const content = words.filter(({ base }) => base.length > 3);
  const inTitle = new Set(content.filter(({ base }) => titleWords.has(base)).map(({ base }) => base)).size;
  const logistics = words.filter(({ base }) => LOGISTICS.has(base)).length;
  let score = Math.min(words.length, 18) / 6 - Math.min(at, 8) * 0.35;
  score += Math.min(inTitle, 2) * 0.4;
  score -= Math.min(logistics / Math.max(words.length, 4), 0.5) * 5;
  if (words.length < 4) score -= 0.7;
  if (codePoints(sentence) > LIMIT) score -= 1;
  if (/[:?]$/.test(sentence)) score -= 0.7;
  if (!/\p{Ll}/u.test(sentence)) score -= 1;
  return score;
}

/**
 * The best one or two sentences of a plain text, at most 280 code points and never cut within a word. A text
 * without sentences falls back to the title; null only where no word fits.
 */
export function summaryOf(title: string, source: string, fallback = ''): string | null {
  const sentences = sentencesOf(source);
  const titleWords = new Set(wordsOf(title).map(({ base }) => base));
  const ranked = sentences
    .map((sentence, at) => ({ sentence, at, score: worth(sentence, at, titleWords) }))
    .sort((a, b) => b.score - a.score || a.at - b.at);
  const [best] = ranked;
  if (best) {
    const pick = [best];
    // A neighbouring sentence continues it best; else the next best one, if it is good enough.
    const second =
      ranked.find(({ at, score }) => Math.abs(at - best.at) === 1 && score > 0.2) ??
      ranked.find((other) => other !== best && other.score > 1);
    if (second) pick.push(second);
    const text = pick
      .sort((a, b) => a.at - b.at)
      .map(({ sentence }) => ended(sentence))
      .join(' ');
    // Where the text only says how to get in, the title says what the event is.
    const named = best.score < WORTH_STANDING_ALONE && title ? `${ended(title)} ${text}` : text;
    const summary =
      [named, text].find((candidate) => codePoints(candidate) <= LIMIT) ?? cutAtWord(best.sentence);
    if (summary) return summary;
  }
  for (const other of [...sentences, title, source, fallback]) {
    const cut = cutAtWord(other.replaceAll('\n', ' ').trim());
    if (cut) return cut;
  }
  return null;
}

/** A heading or list item gets a full stop, which separates it from the next sentence. */
function ended(sentence: string): string {
  return /[\p{L}\p{N})\]"'”’]$/u.test(sentence) && !/[.!?…]["'”’)\]]*$/u.test(sentence)
    ? `${sentence}.`
    : sentence;
}
