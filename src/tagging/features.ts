import type { Word } from './words.js';

export interface Feature {
  /** The name of the feature, hashed to 22 bits. */
  key: number;
  value: number;
}

/** The 32-bit FNV-1a hash of UTF-16 code units, with a final mix, because only the upper bits are used. */
function hash(text: string): number {
  let hashed = 0x811c9dc5 | 0;
  for (let index = 0; index < text.length; index += 1)
    hashed = Math.imul(hashed ^ text.charCodeAt(index), 0x01000193);
  hashed ^= hashed >>> 15;
  hashed = Math.imul(hashed, 0x2c1b3c6d);
  hashed ^= hashed >>> 12;
  return hashed >>> 10;
}

/** The weights of features relative to a whole word. */
const WEIGHTS = { pair: 0.8, start: 0.45, end: 0.45, shape: 0.9 };
/** The number of words that are used. Further words change little. */
const MAX_WORDS = 80;

/**
 * The features of a text for the category model: its words, bigrams, prefixes and suffixes of words, and the
 * shape of the text if `text` is passed. The vector is normalized to length one, so that a long text weighs
 * no more than a short one.
 * @param text the text as written
 */
export function featuresOf(words: readonly Word[], text?: string): Feature[] {
  const values = new Map<number, number>();
  const add = (feature: string, value: number) => {
    const key = hash(feature);
    values.set(key, (values.get(key) ?? 0) + value);
  };
  const head = words.slice(0, MAX_WORDS);
  for (const [i, { base }] of head.entries()) {
    const word = /^\p{N}+$/u.test(base) ? `#${Math.min(base.length, 4)}` : base;
    add(word, 1);
    add(`${head[i - 1]?.base ?? '^'} ${word}`, WEIGHTS.pair);
    if (base.length > 4) {
      add(`${base.slice(0, 4)}-`, WEIGHTS.start);
      add(`-${base.slice(-3)}`, WEIGHTS.end);
      if (base.length > 6) add(`-${base.slice(-4)}`, WEIGHTS.end);
    }
  }
  if (text !== undefined) for (const shape of shapesOf(text, head)) add(`=${shape}`, WEIGHTS.shape);
  let length = 0;
  for (const value of values.values()) length += value * value;
  const scale = 1 / Math.sqrt(length || 1);
  return [...values].map(([key, value]) => ({ key, value: value * scale }));
}

const SHAPES: [string, RegExp][] = [
  ['name', /^\p{Lu}[\p{L}.'’-]+(?: \p{Lu}[\p{L}.'’-]*){1,3}$/u],
  ['name, place', /^\p{Lu}[\p{L}.'’-]+(?: \p{Lu}[\p{L}.'’-]*){1,3},/u],
  ['name: talk', /^[^:]{5,80}: ?["“'‘]/],
  ['name: title', /^\p{Lu}[\p{L}.'’-]+(?: \p{Lu}[\p{L}.'’-]*){1,3}:/u],
  ['with name', /^\p{Lu}.{1,60} with \p{Lu}/u],
  ['and name', /^\p{Lu}\S* (?:& |and )\p{Lu}/u],
  ['capitals', /^[^\p{Ll}]*\p{Lu}{4}[^\p{Ll}]*$/u],
  ['no vowel', /^(?=.*\p{L})[^aeiouy\u00c0-\u024f]*$/iu],
  ['sentence', /^\p{Lu}\S*(?: \p{Ll}\S*){3}/u],
];

function shapesOf(text: string, words: readonly Word[]): string[] {
  const head = text.slice(0, 300);
  const shapes = [`length ${Math.min(10, words.length)}`];
  const long = words.filter(({ base }) => base.length > 8).length;
  shapes.push(`long ${Math.min(4, long)}`);
  for (const sign of [':', '"', '“', '?', '&', '@', '/', ',', '!', '|', '$', '(', '#', '+', '–'])
    if (head.includes(sign)) shapes.push(sign);
  for (const [name, pattern] of SHAPES) if (pattern.test(head)) shapes.push(name);
  return shapes;
}
