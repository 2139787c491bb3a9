/** The number that spreads the bits of the next character, and the one that the hash starts with (FNV-1a, of 32 bits). */
const PRIME = 0x01000193;
const BASIS = 0x811c9dc5;

/**
 * Tells what comes again from what comes for the first time, among some of the latest. A table of hashes, each of which takes the
 * place of another: it makes no garbage, and hardly ever takes one key for another.
 */
export class SeenBefore {
  private readonly hashes: Int32Array;

  /** @param places hashes that are remembered at most: a power of two */
  constructor(places: number) {
    this.hashes = new Int32Array(places);
  }

  /** Whether this has come before. From now on it has, until another takes its place. */
  note(key: string): boolean {
    const hash = hashOf(key);
    const place = hash & (this.hashes.length - 1);
    const isKnown = this.hashes[place] === hash;
    this.hashes[place] = hash;
    return isKnown;
  }
}

function hashOf(key: string): number {
  let hash = BASIS;
  for (let index = 0; index < key.length; index += 1) hash = Math.imul(hash ^ key.charCodeAt(index), PRIME);
  return hash | 0;
}
