import { type Feature, featuresOf } from './features.js';
import weights from './lexicon/weights.json' with { type: 'json' };
import type { TaggableEvent } from './tagger.js';
import type { Word } from './words.js';

/**
 * A linear model. It has a row of weights for each known feature, one weight per category. A weight is an
 * integer multiple of `unit`, encoded as a letter with `h` for zero, so that a row is a short string.
 */
export interface LinearModel {
  /** The rows by feature key. */
  rows: ReadonlyMap<number, string>;
  /** The row of intercepts, one per category. */
  intercept: string;
  /** The value of an encoded weight of one. */
  unit: number;
}

export const ZERO = 'h'.charCodeAt(0);

/** The file format that `npm run train-tagger` writes. */
export interface TrainedModel {
  unit: number;
  intercept: string;
  /** Each is a key in base 36, a space and a row. */
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

/**
 * Whether the model has learned the word itself, not only its prefix and suffix. About one in a hundred
 * unknown words shares a key by collision, so a long word also needs a known prefix.
 */
export function knows(type: TaggableEvent['type'], word: Word): boolean {
  const [whole, , start] = featuresOf([word]);
  return [whole, start].every((feature) => !feature || models[type].rows.has(feature.key));
}

/** The log-likelihood of each category of the type, given the features. */
export function likelihoods(type: TaggableEvent['type'], features: readonly Feature[]): number[] {
  const { rows, intercept, unit } = models[type];
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
