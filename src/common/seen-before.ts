import { fnv1a } from './fnv1a.js';

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
    const hash = fnv1a(key);
    const place = hash & (this.hashes.length - 1);
    const isKnown = this.hashes[place] === hash;
    this.hashes[place] = hash;
    return isKnown;
  }
}
