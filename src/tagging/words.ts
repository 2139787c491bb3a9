/** Longer ones are not words, and only cost time. */
const LONGEST_WORD = 40;

const IRREGULAR = new Map([
  ['children', 'child'],
  ['women', 'woman'],
  ['men', 'man'],
  ['handymen', 'handyman'],
  ['handywomen', 'handywoman'],
  ['firemen', 'fireman'],
  ['freshmen', 'freshman'],
  ['salesmen', 'salesman'],
  ['feet', 'foot'],
  ['mice', 'mouse'],
  ['quizzes', 'quiz'],
  ['buses', 'bus'],
  ['shoes', 'shoe'],
  ['knives', 'knife'],
  ['shelves', 'shelf'],
  ['loaves', 'loaf'],
  ['wolves', 'wolf'],
  ['theses', 'thesis'],
]);
const ENDS_IN_IE = new Set(
  'brownies calories cookies foodies hoodies indies movies pies rookies selfies smoothies veggies zombies'.split(
    ' ',
  ),
);

/** Words that end in `s` and are not plurals, or mean something else as plurals. */
const NO_PLURAL = new Set(
  'always aws blues campus canvas christmas gas ios lens news pants perhaps sas this was'.split(' '),
);

/** The singular of an English noun, by rule. A word that is not a plural is returned as it is. */
export function singular(word: string): string {
  const irregular = IRREGULAR.get(word);
  if (irregular) return irregular;
  if (word.length < 4 || !word.endsWith('s') || NO_PLURAL.has(word) || /(?:ss|us|is)$/.test(word))
    return word;
  if (word.endsWith('ies') && word.length > 4)
    return ENDS_IN_IE.has(word) ? word.slice(0, -1) : `${word.slice(0, -3)}y`;
  if (/(?:ch|sh|x|ss|zz|o)es$/.test(word)) return word.slice(0, -2);
  return word.slice(0, -1);
}

/** The form in which words are compared: lower case, without accents, with one kind of apostrophe. */
export function folded(text: string): string {
  // Most words; the rest of the work takes ten times as long.
  if (/^[a-z0-9']*$/i.test(text)) return text.toLowerCase();
  return text
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .replace(/[’ʼ]/g, "'")
    .toLowerCase();
}

export interface Word {
  /** Folded and singular. */
  base: string;
  /** As written. */
  written: string;
}

/** The words of a text, in order. Hyphens and slashes separate words; a possessive `'s` is dropped. */
export function wordsOf(text: string): Word[] {
  const words: Word[] = [];
  for (const [written] of text.matchAll(/[\p{L}\p{M}\p{N}]+(?:['’][\p{L}\p{M}]+)*/gu)) {
    if (written.length > LONGEST_WORD) continue;
    const base = singular(folded(written).replace(/'s$/, ''));
    if (base) words.push({ base, written });
  }
  return words;
}

/** The words, each compound followed by its parts: "SummerFest" by "Summer" and "Fest", "MusicUK" by "Music" and "UK". */
export function withParts(words: readonly Word[]): Word[] {
  return words.flatMap((word) => {
    const parts = /^(\p{Lu}\p{Ll}{2,})(\p{Lu}\p{Ll}{2,}|\p{Lu}{2,})$/u.exec(word.written);
    return parts ? [word, ...wordsOf(`${parts[1]} ${parts[2]}`)] : [word];
  });
}

export interface Match<T> {
  value: T;
  /** The words' index of its first word, and how many words it takes. */
  at: number;
  length: number;
}

/** A dictionary of words and phrases that finds its entries in a text, the longest at each place. */
export class Phrasebook<T> {
  private readonly byFirstWord = new Map<string, { bases: string[]; value: T }[]>();
  private readonly byPhrase = new Map<string, { value: T }>();

  /** Adds a phrase. One that is there already gets what `merge` makes of both values. */
  add(phrase: string, value: T, merge: (before: T, now: T) => T): void {
    const bases = wordsOf(phrase).map((word) => word.base);
    const [first] = bases;
    if (first === undefined) return;
    const known = this.byPhrase.get(bases.join(' '));
    if (known) {
      known.value = merge(known.value, value);
      return;
    }
    const entry = { bases, value };
    this.byPhrase.set(bases.join(' '), entry);
    const entries = this.byFirstWord.get(first) ?? [];
    entries.push(entry);
    entries.sort((a, b) => b.bases.length - a.bases.length);
    this.byFirstWord.set(first, entries);
  }

  /** Left to right. A word belongs to one match at most, so "board game" is not also "game". */
  find(words: readonly Word[]): Match<T>[] {
    const matches: Match<T>[] = [];
    for (let at = 0; at < words.length; ) {
      const entry = this.byFirstWord
        .get(words[at]!.base)
        ?.find(({ bases }) => bases.every((base, i) => words[at + i]?.base === base));
      if (entry) matches.push({ value: entry.value, at, length: entry.bases.length });
      at += entry?.bases.length ?? 1;
    }
    return matches;
  }
}

/** The entries of a list as lexicon files write it: parted by commas, over several lines. */
export function listed(list: string): string[] {
  return list
    .split(',')
    .map((entry) => entry.trim().replace(/\s+/g, ' '))
    .filter(Boolean);
}
