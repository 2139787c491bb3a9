import { WEIGHTS } from './category.weights.js';
import type { Feature } from './features.js';
import { type Category, categoriesFor, type TaggableEvent } from './tagger.js';

/** A linear model: for every feature that it knows, a weight for each category. */
export interface LinearModel {
  categories: readonly Category[];
  /** The keys of its features, in order. */
  keys: readonly number[];
  /** A row of categories.length for each key, and a last one for the categories themselves. */
  weights: Int8Array;
  /** What a weight of one stands for. */
  unit: number;
}

/** The models in bytes: for each feature the distance to the key before it (3 bytes), then the rows of weights. */
export function toBytes({ keys, weights }: LinearModel): Buffer {
  const bytes = Buffer.alloc(keys.length * 3 + weights.length);
  let before = 0;
  for (const [i, key] of keys.entries()) {
    bytes.writeUIntBE(key - before, i * 3, 3);
    before = key;
  }
  bytes.set(new Uint8Array(weights.buffer, weights.byteOffset, weights.length), keys.length * 3);
  return bytes;
}

interface ReadyModel {
  width: number;
  rows: Map<number, number>;
  weights: Int8Array;
  unit: number;
}

function read(type: TaggableEvent['type']): ReadyModel {
  const { unit, features, base64 } = WEIGHTS[type];
  const bytes = Buffer.from(base64, 'base64');
  const rows = new Map<number, number>();
  let key = 0;
  for (let i = 0; i < features; i += 1) {
    key += bytes.readUIntBE(i * 3, 3);
    rows.set(key, i);
  }
  const weights = Int8Array.from(bytes.subarray(features * 3), (byte) => (byte << 24) >> 24);
  return { width: categoriesFor(type).length, rows, weights, unit };
}

let models: Record<TaggableEvent['type'], ReadyModel> | undefined;

/** For each category of the type how likely it is that a text with these features is of it, as a logarithm. */
export function likelihoods(type: TaggableEvent['type'], features: readonly Feature[]): number[] {
  models ??= { EVENT: read('EVENT'), GIG: read('GIG') };
  const { width, rows, weights, unit } = models[type];
  const sums = new Array<number>(width).fill(0);
  const add = (row: number, value: number) => {
    for (let i = 0; i < width; i += 1) sums[i]! += weights[row * width + i]! * value;
  };
  for (const { key, value } of features) {
    const row = rows.get(key);
    if (row !== undefined) add(row, value);
  }
  add(rows.size, 1);
  const logits = sums.map((sum) => sum * unit);
  const most = Math.max(...logits);
  const total = Math.log(logits.reduce((sum, logit) => sum + Math.exp(logit - most), 0)) + most;
  return logits.map((logit) => logit - total);
}
