import { plainLetters } from './plain-letters.js';

/** Words shorter than this are never taken for a slip: too many others are near. */
const SHORTEST = 4;
/** The lengths of words to which others are proposed. */
const SHORTEST_PROPOSED = 3;
const LONGEST_PROPOSED = 40;

/** A text without accents, in lower case: as words are compared. */
export function folded(text: string): string {
  return plainLetters(text).toLowerCase();
}

/** The words of letters in a text, folded. */
export function wordsIn(text: string): string[] {
  return folded(text).match(/\p{L}{3,40}/gu) ?? [];
}

/** Another word that was perhaps meant. */
interface Slip {
  word: string;
  /** Letters left out, put in, mistaken or swapped with their neighbour. */
  distance: number;
}

/** Knows words, and which of them a misspelled one is nearest to. */
export class Spelling {
  /** The letters of each word, a bit each, made when first needed. */
  private letters?: { words: string[]; sets: Int32Array };

  /** @param counts how often each word occurs; of two that are as near, the more frequent one is meant */
  constructor(private readonly counts: ReadonlyMap<string, number>) {}

  /** How often the word occurs. */
  count(word: string): number {
    return this.counts.get(word) ?? 0;
  }

  /**
   * Words that are spelled like this one, for somebody to choose from: the nearest first, then those with the same first
   * letter, then the more frequent ones. Nearly all words are left out by their letters alone.
   * @param asPrefix whether the word may be only the beginning of what is meant, misspelled
   */
  alike(word: string, most: number, { asPrefix = false } = {}): Slip[] {
    const limit = mostSlips(asPrefix ? word.length - 1 : word.length);
    if (limit === 0 || word.length > LONGEST_PROPOSED) return [];
    this.letters ??= this.readLetters();
    const { words, sets } = this.letters;
    const own = lettersOf(word);
    const slips: Slip[] = [];
    for (let at = 0; at < words.length; at += 1) {
      const other = words[at]!;
      const set = sets[at]!;
      if (other.length < word.length - limit || bitsIn(own & ~set) > limit || other === word) continue;
      if (!asPrefix && (other.length > word.length + limit || bitsIn(set & ~own) > limit)) continue;
      if (asPrefix ? other.startsWith(word) : word.length < SHORTEST && isMistaken(word, other)) continue;
      const distance = asPrefix ? distanceToPrefix(word, other, limit) : distanceOf(word, other, limit);
      if (distance <= limit) slips.push({ word: other, distance });
    }
    const isOther = (slip: Slip) => (slip.word.charAt(0) === word.charAt(0) ? 0 : 1);
    return slips
      .sort(
        (a, b) =>
          a.distance - b.distance ||
          isOther(a) - isOther(b) ||
          this.count(b.word) - this.count(a.word) ||
          (a.word < b.word ? -1 : 1),
      )
      .slice(0, most);
  }

  private readLetters(): { words: string[]; sets: Int32Array } {
    const words = [...this.counts.keys()];
    return { words, sets: Int32Array.from(words, lettersOf) };
  }
}

/** How many slips a word of this length may have where it is only a proposal. */
function mostSlips(length: number): number {
  if (length < SHORTEST_PROPOSED) return 0;
  return length < 7 ? 1 : 2;
}

/** The letters of a word as a set of bits. Others than a to z share some. */
function lettersOf(word: string): number {
  let set = 0;
  for (let at = 0; at < word.length; at += 1) set |= 1 << (word.charCodeAt(at) & 31);
  return set;
}

function bitsIn(set: number): number {
  let count = 0;
  for (let left = set; left !== 0; left &= left - 1) count += 1;
  return count;
}

/** One letter stands for another: in a short word that makes another word too easily. */
function isMistaken(word: string, other: string): boolean {
  return word.length === other.length && [...word].sort().join() !== [...other].sort().join();
}

/** The optimal string alignment distance of two words, or more than the limit. */
function distanceOf(one: string, other: string, limit: number): number {
  return distancesOf(one, other, limit)?.[other.length] ?? limit + 1;
}

/** The least distance of a word to any beginning of another, or more than the limit. */
function distanceToPrefix(one: string, other: string, limit: number): number {
  const distances = distancesOf(one, other.slice(0, one.length + limit), limit);
  return distances ? Math.min(...distances) : limit + 1;
}

/** The distances of a word to each beginning of another; undefined where all are more than the limit. */
function distancesOf(one: string, other: string, limit: number): number[] | undefined {
  let [before, last]: [number[], number[]] = [[], Array.from({ length: other.length + 1 }, (_, at) => at)];
  for (let row = 1; row <= one.length; row += 1) {
    const next = [row];
    for (let column = 1; column <= other.length; column += 1) {
      const change = one[row - 1] === other[column - 1] ? 0 : 1;
      let least = Math.min(last[column]! + 1, next[column - 1]! + 1, last[column - 1]! + change);
      const isSwap = one[row - 1] === other[column - 2] && one[row - 2] === other[column - 1];
      if (isSwap) least = Math.min(least, before[column - 2]! + 1);
      next.push(least);
    }
    if (Math.min(...next) > limit) return undefined;
    [before, last] = [last, next];
  }
  return last;
}
