import type { Loosening, Question } from './interpreter.js';
import { questionsOf } from './offline/asked-of-one.js';
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
  /** They count only where nothing else is told. */
  otherwise?: boolean;
}

/** Of one that was shown, whatever the message says: "one of my guys has no team yet, can he still get in?" */
export function wordsOfShown({ text, local }: Question): AskedWords {
  return { naming: saidWords(text, local), asking: [], least: LEAST_COMMON, otherwise: true };
}

/** What one common word counts for. */
const LEAST_COMMON = 0.25;

/** Whether more was given up for what was found than a word, a time or the words of a title. */
export function isFar(without: Loosening[]): boolean {
  return without.some((part) => !SLIGHT.has(part));
}

const SLIGHT = new Set<Loosening>(['title', 'common', 'unknown', 'when', 'mention']);

/**
 * What may be answered of the first event that was found, by its own sentences: a second question, for which one common word is enough, and
 * what was not read. Undefined where there is nothing of the kind.
 */
export function askedWords({ text, local }: Question, without: Loosening[]): AskedWords | undefined {
  if (without.length > 0 && !isFar(without)) return undefined;
  const [question, ...further] = questionsOf(readable(text));
  const asking = saidWords(further.at(-1) ?? '', local);
  if (without.length === 0)
    return asking.length > 0 ? { naming: [], asking, least: LEAST_COMMON } : undefined;
  const naming = saidWords(question, local);
  if (!without.includes('words')) return { naming: [...naming, ...asking], asking: [], least: 2 };
  return { naming, asking, least: asking.length > 0 ? LEAST_COMMON : 1 };
}
