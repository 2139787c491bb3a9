import type { Loosening, Question } from './interpreter.js';
import { questionsOf } from './offline/asked-of-one.js';
import { COMMON_WEIGHT, isCommonWord } from './offline/read-topics.js';
import { readable } from './offline/readable.js';
import { saidWords } from './offline/said-words.js';

/** Words of a message that a text may answer. */
export interface AskedWords {
  /** Those that may also name the event. */
  naming: string[];
  /** Those of a second question, which do not. */
  asking: string[];
  /** How much of them a sentence has to have (`findWords`). */
  least: number;
  /** How much it has to have where something else is told; `least` where that is not given. */
  leastBeside?: number;
}

/** Of one that was shown, whatever the message says: "one of my guys has no team yet, can he still get in?" */
export function wordsOfShown({ text, local }: Question): AskedWords {
  const naming = saidWords(text, local);
  return { naming, asking: [], least: leastOf(naming), leastBeside: 1 + COMMON_WEIGHT };
}

/** One uncommon word, or a common one where there are no others. */
function leastOf(words: string[]): number {
  return words.every(isCommonWord) ? COMMON_WEIGHT : 1;
}

/** Whether more was given up for what was found than a word, a time, a price or the words of a title. */
export function isFar(without: Loosening[]): boolean {
  return without.some((part) => !SLIGHT.has(part));
}

const SLIGHT = new Set<Loosening>([
  'title',
  'kind',
  'common',
  'unknown',
  'when',
  'price',
  'unsaid',
  'wish',
  'mention',
]);

/**
 * What may be answered of the first event that was found, by its own sentences: the last of several questions, and what was not read.
 * Undefined where there is nothing of the kind.
 */
export function askedWords({ text, local }: Question, without: Loosening[]): AskedWords | undefined {
  if (without.length > 0 && !isFar(without)) return undefined;
  const [question, ...further] = questionsOf(readable(text));
  const asking = saidWords(further.at(-1) ?? '', local);
  if (without.length === 0)
    return asking.length > 0 ? { naming: [], asking, least: leastOf(asking) } : undefined;
  const naming = saidWords(question, local);
  if (!without.includes('words')) return { naming: [...naming, ...asking], asking: [], least: 2 };
  return { naming, asking, least: leastOf(asking) };
}
