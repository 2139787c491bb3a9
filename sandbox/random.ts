/** A stream of numbers in [0, 1) that look random. The same key or seed always makes the same stream. */
export type Random = () => number;

// Read once: in Jest each access to a global is slow, and this is called millions of times.
const { imul } = Math;

/** The stream of a key: FNV-1a makes a seed of it. */
export function randomFor(...key: (string | number)[]): Random {
  let seed = 0x811c9dc5;
  const text = key.join('/');
  for (let i = 0; i < text.length; i++) seed = imul(seed ^ text.charCodeAt(i), 0x01000193);
  return seededRandom(seed);
}

/** The stream of a seed (mulberry32). */
export function seededRandom(seed: number): Random {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** One element of the list, all equally likely. */
export function pick<T>(random: Random, list: readonly T[]): T {
  return list[Math.floor(random() * list.length)]!;
}

/** The list in another order. */
export function shuffled<T>(random: Random, list: readonly T[]): T[] {
  const result = [...list];
  for (let i = result.length - 1; i > 0; i--) {
    const j = Math.floor(random() * (i + 1));
    [result[i], result[j]] = [result[j]!, result[i]!];
  }
  return result;
}
