/** Words shorter than this are never taken for a slip: too many others are near. */
const SHORTEST = 4;

/** A text without accents, in lower case: as words are compared. */
export function folded(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase();
}

/** The words of letters in a text, folded. */
export function wordsIn(text: string): string[] {
  return folded(text).match(/\p{L}{3,40}/gu) ?? [];
}

/** Another word that was perhaps meant. */
export interface Slip {
  word: string;
  /** Letters left out, put in, mistaken or swapped with their neighbour. */
  distance: number;
}

/** Knows words, and which of them a misspelled one is nearest to. */
export class Spelling {
  /** Slips hardly ever touch the first letter, so only words with the same one are compared. */
  private readonly byInitial = new Map<string, string[]>();

  /** @param counts how often each word occurs; of two that are as near, the more frequent one is meant */
  constructor(private readonly counts: ReadonlyMap<string, number>) {
    for (const word of counts.keys()) {
      const initial = word.charAt(0);
      const others = this.byInitial.get(initial);
      if (others) others.push(word);
      else this.byInitial.set(initial, [word]);
    }
  }

  /** How often the word occurs. */
  count(word: string): number {
    return this.counts.get(word) ?? 0;
  }

  /** The word that is spelled most like this one; undefined where none is near enough. Takes time in proportion to the words. */
  nearest(word: string): Slip | undefined {
    const most = slipsIn(word);
    if (most === 0) return undefined;
    let best: Slip | undefined;
    for (const other of this.byInitial.get(word.charAt(0)) ?? []) {
      const limit = best?.distance ?? most;
      if (Math.abs(other.length - word.length) > limit) continue;
      const distance = distanceOf(word, other, limit);
      if (distance > limit || (word.length < 6 && isMistaken(word, other))) continue;
      if (!best || distance < best.distance || this.count(other) > this.count(best.word))
        best = { word: other, distance };
    }
    return best;
  }
}

/** How many slips a word of this length may have. */
function slipsIn({ length }: string): number {
  return length < SHORTEST ? 0 : length < 7 ? 1 : 2;
}

/** One letter stands for another: in a short word that makes another word too easily. */
function isMistaken(word: string, other: string): boolean {
  return word.length === other.length && [...word].sort().join() !== [...other].sort().join();
}

/** The optimal string alignment distance of two words, or more than the limit. */
function distanceOf(one: string, other: string, limit: number): number {
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
    if (Math.min(...next) > limit) return limit + 1;
    [before, last] = [last, next];
  }
  return last[other.length]!;
}
