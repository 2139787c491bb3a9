import { codePoints, cut } from '../common/text.js';
import routine from './lexicon/routine.json' with { type: 'json' };
import { NO_PROSE } from './plain-text.js';
import type { Sentence } from './sentences.js';
import { TAGGING_LIMITS } from './tagger.js';
import { wordsOf } from './words.js';

const LIMIT = TAGGING_LIMITS.summaryLength;
/** The minimum score of a sentence that describes the event. */
const MIN_SCORE = -0.4;

/** Words about how to get in, not about the event. */
const LOGISTICS = new Set(routine.logistics);
const EMAIL = /[^\s@]@[^\s@]+\.\p{L}{2}/u;
/** Scripts without spaces between words. */
const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;

/** The start of a text that fits, in whole words, with an ellipsis if it is cut. Empty if no word fits. */
function cutAtWord(text: string): string {
  if (codePoints(text) <= LIMIT) return text;
  const { length } = cut(text, LIMIT - 1);
  const [word] = /\S*$/.exec(text.slice(0, length))!;
  let end = /\s/.test(text[length]!) ? length : length - word.length;
  if (end < length && UNSPACED.test(word))
    for (const { segment } of new Intl.Segmenter('en', { granularity: 'word' }).segment(text.slice(end))) {
      if (end + segment.length > length) break;
      end += segment.length;
    }
  const head = text.slice(0, end).replace(/[\s,;:–—(-]+$/u, '');
  return head && `${head}…`;
}

function worth({ text: sentence, words }: Sentence, at: number, titleWords: ReadonlySet<string>): number {
  const content = words.filter(({ base }) => base.length > 3);
  const inTitle = new Set(content.filter(({ base }) => titleWords.has(base)).map(({ base }) => base)).size;
  const logistics = words.filter(({ base }) => LOGISTICS.has(base)).length;
  const length = UNSPACED.test(sentence) ? codePoints(sentence) / 2 : words.length;
  let score = Math.min(length, 18) / 6 - Math.min(at, 8) * 0.35;
  score += Math.min(inTitle, 2) * 0.4;
  score -= Math.min(logistics / Math.max(words.length, 4), 0.5) * 5;
  if (length < 4) score -= 0.7;
  if (codePoints(sentence) > LIMIT) score -= 1;
  if (/[:?]$/.test(sentence)) score -= 0.7;
  if (/\p{Lu}/u.test(sentence) && !/\p{Ll}/u.test(sentence)) score -= 1;
  return score;
}

/**
 * The best one or two telling sentences of an event, at most 280 code points and never cut within a word.
 * Null if no sentence describes the event.
 * @param telling the sentences that are not boilerplate
 */
export function summaryOf(title: string, telling: Sentence[]): string | null {
  const titleWords = new Set(wordsOf(title).map(({ base }) => base));
  const ranked = telling
    .filter(({ text }) => !text.includes(NO_PROSE) && !EMAIL.test(text))
    .map((sentence, at) => ({ sentence: sentence.text, at, score: worth(sentence, at, titleWords) }))
    .sort((a, b) => b.score - a.score || a.at - b.at);
  const [best] = ranked;
  if (!best || best.score < MIN_SCORE) return null;
  const pick = [best];
  // An adjacent sentence is the best continuation, else the next best sentence if its score is high enough.
  const second =
    ranked.find(({ at, score }) => Math.abs(at - best.at) === 1 && score > 0.2) ??
    ranked.find((other) => other !== best && other.score > 1);
  if (second) pick.push(second);
  const text = pick
    .sort((a, b) => a.at - b.at)
    .map(({ sentence }) => ended(sentence))
    .join(' ');
  return codePoints(text) <= LIMIT ? text : cutAtWord(ended(best.sentence)) || null;
}

/** Adds a full stop to a heading or list item, to separate it from the next sentence. */
function ended(sentence: string): string {
  return /[\p{L}\p{N})\]"'”’]$/u.test(sentence) && !/[.!?…]["'”’)\]]*$/u.test(sentence)
    ? `${sentence}.`
    : sentence;
}
