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

/** A weight is a whole number of units from minus this to this, so that two fit into a byte. */
export const MOST_STEPS = 7;

/** The model in bytes: the distance of each key to the one before it (7 bits a byte), then two weights a byte. */
export function toBytes({ keys, weights }: Pick<LinearModel, 'keys' | 'weights'>): Buffer {
  const bytes: number[] = [];
  for (const [i, key] of keys.entries()) {
    let distance = key - (keys[i - 1] ?? 0);
    for (; distance > 127; distance >>= 7) bytes.push((distance & 127) | 128);
    bytes.push(distance);
  }
  for (let i = 0; i < weights.length; i += 2)
    bytes.push(((weights[i]! + MOST_STEPS) << 4) | ((weights[i + 1] ?? 0) + MOST_STEPS));
  return Buffer.from(bytes);
}

/** The keys and weights of a model in bytes that has so many of both. */
export function fromBytes(
  bytes: Uint8Array,
  features: number,
  size: number,
): Pick<LinearModel, 'keys' | 'weights'> {
  const keys: number[] = [];
  let at = 0;
  for (let key = 0; keys.length < features; ) {
    for (let shift = 0; ; shift += 7) {
      const byte = bytes[at++]!;
      key += (byte & 127) << shift;
      if (byte < 128) break;
    }
    keys.push(key);
  }
  const weights = Int8Array.from({ length: size }, (_, i) => {
    const byte = bytes[at + (i >> 1)]!;
    return (i % 2 === 0 ? byte >> 4 : byte & 15) - MOST_STEPS;
  });
  return { keys, weights };
}

/** A model that is ready to be asked. */
export interface ReadyModel {
  width: number;
  rows: Map<number, number>;
  weights: Int8Array;
  unit: number;
}

export function readyOf({ categories, keys, weights, unit }: LinearModel): ReadyModel {
  return { width: categories.length, rows: new Map(keys.map((key, row) => [key, row])), weights, unit };
}

function read(type: TaggableEvent['type']): ReadyModel {
  const { unit, features, base64 } = WEIGHTS[type];
  const categories = categoriesFor(type);
  const bytes = Buffer.from(base64, 'base64');
  return readyOf({ categories, unit, ...fromBytes(bytes, features, (features + 1) * categories.length) });
}

let models: Record<TaggableEvent['type'], ReadyModel> | undefined;

function modelOf(type: TaggableEvent['type']): ReadyModel {
  models ??= { EVENT: read('EVENT'), GIG: read('GIG') };
  return models[type];
}

/** For each category of the type how likely it is that a text with these features is of it, as a logarithm. */
export function likelihoods(type: TaggableEvent['type'], features: readonly Feature[]): number[] {
  return likelihoodsBy(modelOf(type), features);
}

/**
 * The same of a description, less what the model leans to in any prose that it knows words of: it has learnt from titles
 * above all.
 */
export function likelihoodsOfProse(type: TaggableEvent['type'], features: readonly Feature[]): number[] {
  const { lean } = WEIGHTS[type];
  const known = knownPart(modelOf(type), features);
  return likelihoods(type, features).map((likelihood, i) => likelihood - known * lean[i]!);
}

/** How much of a text of length one the model knows. */
export function knownPart({ rows }: ReadyModel, features: readonly Feature[]): number {
  return features.reduce((sum, { key, value }) => sum + (rows.has(key) ? value * value : 0), 0);
}

export function likelihoodsBy(
  { width, rows, weights, unit }: ReadyModel,
  features: readonly Feature[],
): number[] {
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
