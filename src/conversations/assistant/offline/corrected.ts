import type { Correction } from '../interpreter.js';

/** A text with words that are taken for others. */
export function corrected(text: string, corrections: Correction[]): string {
  return corrections.reduce((so, { written, read }) => so.replace(wholeWord(written), () => read), text);
}

/** A word as it stands in a text, in capitals or not. */
export function wholeWord(word: string): RegExp {
  return new RegExp(`(?<![\\p{L}\\p{M}])${word}(?![\\p{L}\\p{M}])`, 'giu');
}
