import plurals from './lexicon/plurals.json' with { type: 'json' };

/** Longer tokens are not words and only cost time. */
const LONGEST_WORD = 40;
const IRREGULAR = new Map(Object.entries(plurals.irregular));
const ENDS_IN_IE = new Set(plurals.inIe);
/** Words that end in `s` and are not plurals, or have another meaning as plurals. */
const NO_PLURAL = new Set(plurals.none);

/** The singular of an English noun, by rule. Other words are returned unchanged. */
export function singular(word: string): string {
  const irregular = IRREGULAR.get(word);
  if (irregular) return irregular;
  if (word.length < 4 || !word.endsWith('s') || NO_PLURAL.has(word) || /(?:ss|us|is)$/.test(word))
    return word;
  if (word.endsWith('ies') && word.length > 4)
    return ENDS_IN_IE.has(word) ? word.slice(0, -1) : `${word.slice(0, -3)}y`;
  return /(?:ch|sh|x|ss|zz|o)es$/.test(word) ? word.slice(0, -2) : word.slice(0, -1);
}

/**
 * The normalized form of a word, for comparison: lower case, without accents, with one kind of apostrophe.
 */
function normalized(text: string): string {
  // A fast path for most words: the full normalization takes ten times as long.
  if (/^[a-z0-9']*$/i.test(text)) return text.toLowerCase();
  return text
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .replace(/[’ʼ]/g, "'")
    .toLowerCase();
}

export interface Word {
  /** Normalized and singular. */
  base: string;
  /** As written. */
  written: string;
}

/** The words of a text, in order. Hyphens and slashes separate words; a possessive `'s` is removed. */
export function wordsOf(text: string): Word[] {
  const words: Word[] = [];
  for (const [written] of text.matchAll(/[\p{L}\p{M}\p{N}]+(?:['’][\p{L}\p{M}]+)*/gu)) {
    if (written.length > LONGEST_WORD) continue;
    const base = singular(normalized(written).replace(/'s$/, ''));
    if (base) words.push({ base, written });
  }
  return words;
}

/** The words, each compound followed by its parts: "SummerFest" by "Summer" and "Fest". */
export function withParts(words: readonly Word[]): Word[] {
  return words.flatMap((word) => {
    const parts = /^(\p{Lu}\p{Ll}{2,})(\p{Lu}\p{Ll}{2,}|\p{Lu}{2,})$/u.exec(word.written);
    return parts ? [word, ...wordsOf(`${parts[1]} ${parts[2]}`)] : [word];
  });
}

/** The normalized form of a phrase, for comparison. */
export function phraseOf(words: readonly Word[]): string {
  return words.map(({ base }) => base).join(' ');
}

export interface Match<T> {
  value: T;
  phrase: string;
  /** The index of the first word, and the index after the last word. */
  start: number;
  end: number;
}

/** A dictionary of words and phrases. It finds its entries in a text, the longest match at each position. */
export class Phrasebook<T> {
  private readonly values = new Map<string, T>();
  /** The number of words of the longest phrase that begins with a word. */
  private readonly longest = new Map<string, number>();

  /** Sets the value of a phrase. @param value computes it from the previous value */
  add(phrase: string, value: (before: T | undefined) => T): void {
    const words = wordsOf(phrase);
    const [first] = words;
    if (!first) return;
    const key = phraseOf(words);
    this.values.set(key, value(this.values.get(key)));
    this.longest.set(first.base, Math.max(this.longest.get(first.base) ?? 0, words.length));
  }

  /** Finds matches from left to right. Matches do not overlap, so "board game" is not also "game". */
  find(words: readonly Word[]): Match<T>[] {
    const matches: Match<T>[] = [];
    for (let start = 0; start < words.length; ) {
      const match = this.at(words, start);
      if (match) matches.push(match);
      start = match?.end ?? start + 1;
    }
    return matches;
  }

  private at(words: readonly Word[], start: number): Match<T> | undefined {
    const longest = this.longest.get(words[start]!.base) ?? 0;
    for (let end = Math.min(start + longest, words.length); end > start; end -= 1) {
      const phrase = phraseOf(words.slice(start, end));
      const value = this.values.get(phrase);
      if (value !== undefined) return { value, phrase, start, end };
    }
    return undefined;
  }
}
