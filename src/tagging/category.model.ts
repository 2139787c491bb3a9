import { type Feature, featuresOf } from './features.js';
import weights from './lexicon/weights.json' with { type: 'json' };
import type { TaggableEvent } from './tagger.js';
import type { Word } from './words.js';

/**
 * A linear model: for each feature that it knows, a row of weights, one for each category. A weight is a whole
 * number of units and written as a letter, zero as `h`, so that a row is a short word.
 */
export interface LinearModel {
  /** The rows, by the feature's key. */
  rows: ReadonlyMap<number, string>;
  /** The row of the categories themselves. */
  intercept: string;
  /** What a weight of one stands for. */
  unit: number;
}

export const ZERO = 'h'.charCodeAt(0);

/** What `npm run train-tagger` writes. */
export interface TrainedModel {
  unit: number;
  /** What the model is biased to in prose, for each category. */
  proseBias: number[];
  intercept: string;
  /** Each a key in base 36, a blank and a row. */
  features: string[];
}

function read({ unit, intercept, features }: TrainedModel): LinearModel {
  const rows = new Map(
    features.map((feature) => {
      const [key = '', row = ''] = feature.split(' ');
      return [Number.parseInt(key, 36), row];
    }),
  );
  return { unit, intercept, rows };
}

const models = { EVENT: read(weights.EVENT), GIG: read(weights.GIG) };

/** For each category of the type how likely it is that a text with these features is of it, as a logarithm. */
export function likelihoods(type: TaggableEvent['type'], features: readonly Feature[]): number[] {
  return likelihoodsBy(models[type], features);
}

/**
 * The same of a description, less what the model is biased to in any prose that it knows words of: it has learnt
 * from titles above all.
 */
export function likelihoodsOfProse(type: TaggableEvent['type'], features: readonly Feature[]): number[] {
  const known = knownPart(models[type], features);
  return likelihoods(type, features).map((likelihood, i) => likelihood - known * weights[type].proseBias[i]!);
}

/** How much of a text of length one the model knows. */
export function knownPart({ rows }: LinearModel, features: readonly Feature[]): number {
  return features.reduce((sum, { key, value }) => sum + (rows.has(key) ? value * value : 0), 0);
}

/**
 * Whether the model has learnt the word itself, and not only how words like it begin and end. One of a hundred others
 * has its key, so that a long one has to have a known beginning, too.
 */
export function knows(type: TaggableEvent['type'], word: Word): boolean {
  const [whole, , start] = featuresOf([word]);
  return [whole, start].every((feature) => !feature || models[type].rows.has(feature.key));
}

export function likelihoodsBy(
  { rows, intercept, unit }: LinearModel,
  features: readonly Feature[],
): number[] {
  const sums = new Array<number>(intercept.length).fill(0);
  const add = (row: string, value: number) => {
    for (let i = 0; i < sums.length; i += 1) sums[i]! += (row.charCodeAt(i) - ZERO) * value;
  };
  for (const { key, value } of features) {
    const row = rows.get(key);
    if (row !== undefined) add(row, value);
  }
  add(intercept, 1);
  const logits = sums.map((sum) => sum * unit);
  const most = Math.max(...logits);
  const total = Math.log(logits.reduce((sum, logit) => sum + Math.exp(logit - most), 0)) + most;
  return logits.map((logit) => logit - total);
}
