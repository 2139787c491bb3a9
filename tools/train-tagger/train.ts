import { type LinearModel, ZERO } from '../../src/tagging/category.model.js';
import { type Feature, featuresOf } from '../../src/tagging/features.js';
import { type Category, categoriesFor, type TaggableEvent } from '../../src/tagging/tagger.js';
import { withParts, wordsOf } from '../../src/tagging/words.js';
import { Random } from './random.js';
import type { TrainingText } from './training-texts.js';

const ROUNDS = 10;
/** The rounds until the weights have found their place. */
const SETTLED = 2;
const RATE = 0.2;
/** Keeps weights small, so that what one text alone says counts little. */
const DECAY = 1e-3;
/** How sure a label is: names and slogans fit anywhere. */
const CERTAINTY = 0.98;
/** How far categories with many texts count more: 1 by their number, 0 all alike. */
const BY_NUMBER = 0.75;
/** A feature that fewer texts have is chance. */
const FEWEST_TEXTS = 2;
/** The features kept: those that decide most. */
const KEPT = { EVENT: 36_000, GIG: 5_000 };
/** The orders in which the texts are read. The mean over several is steadier than one. */
const ORDERS = [7, 8, 9];
/** A weight is a whole number of units from minus this to this. */
const MOST_STEPS = 7;

interface Sample {
  features: Feature[];
  wanted: number[];
  weight: number;
}

/** Multinomial logistic regression by stochastic gradients (AdaGrad). The same texts give the same model. */
export function train(type: TaggableEvent['type'], all: readonly TrainingText[]): LinearModel {
  const categories = categoriesFor(type);
  const samples = samplesOf(
    categories,
    all.filter((text) => text.type === type),
  );
  const texts = new Map<number, number>();
  for (const { features } of samples)
    for (const { key } of features) texts.set(key, (texts.get(key) ?? 0) + 1);
  const known = [...texts].filter(([, count]) => count >= FEWEST_TEXTS).map(([key]) => key);
  const width = categories.length;
  const first = fitted(samples, known, width);
  const decides = (row: number) =>
    Math.max(...first.subarray(row * width, (row + 1) * width).map(Math.abs)) *
    Math.log1p(texts.get(known[row]!)!);
  const kept = known
    .map((key, row) => ({ key, worth: decides(row) }))
    .sort((a, b) => b.worth - a.worth || a.key - b.key)
    .slice(0, KEPT[type])
    .map(({ key }) => key)
    .sort((a, b) => a - b);
  return quantised(fitted(samples, kept, width), kept, width);
}

function samplesOf(categories: readonly Category[], texts: readonly TrainingText[]): Sample[] {
  const total = new Map(categories.map((category) => [category, 0]));
  const counted = ({ categories: [first] }: TrainingText) => first!;
  for (const text of texts) total.set(counted(text), total.get(counted(text))! + text.weight);
  const mean = [...total.values()].reduce((sum, each) => sum + each, 0) / categories.length;
  return texts.map((each) => ({
    features: featuresOf(withParts(wordsOf(each.text)), each.phrase ? undefined : each.text),
    wanted: each.categories.map((category) => categories.indexOf(category)),
    weight: each.weight * (mean / total.get(counted(each))!) ** (1 - BY_NUMBER),
  }));
}

/** A row of weights for each key, and one for the categories themselves. */
function fitted(samples: readonly Sample[], keys: readonly number[], width: number): Float64Array {
  const all = ORDERS.map((order) => fittedInOrder(new Random(order), samples, keys, width));
  return all[0]!.map((_, i) => all.reduce((sum, weights) => sum + weights[i]!, 0) / all.length);
}

function fittedInOrder(
  random: Random,
  samples: readonly Sample[],
  keys: readonly number[],
  width: number,
): Float64Array {
  const rows = new Map(keys.map((key, row) => [key, row]));
  const ready = samples.map(({ features, ...rest }) => ({
    ...rest,
    features: [
      ...features.flatMap(({ key, value }) => (rows.has(key) ? [{ row: rows.get(key)!, value }] : [])),
      { row: keys.length, value: 1 },
    ],
  }));
  const weights = new Float64Array((keys.length + 1) * width);
  const squares = new Float64Array(weights.length).fill(1e-3);
  // The mean over the later rounds is steadier than the last round.
  const mean = new Float64Array(weights.length);
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const { features, wanted, weight } of random.shuffled(ready)) {
      const sums = new Float64Array(width);
      for (const { row, value } of features)
        for (let i = 0; i < width; i += 1) sums[i]! += weights[row * width + i]! * value;
      const most = Math.max(...sums);
      let all = 0;
      for (let i = 0; i < width; i += 1) all += sums[i] = Math.exp(sums[i]! - most);
      const right = wanted.reduce((sum, i) => sum + sums[i]!, 0);
      const rest = (1 - CERTAINTY) / (width - wanted.length);
      for (let i = 0; i < width; i += 1) {
        const target = wanted.includes(i) ? (CERTAINTY * sums[i]!) / right : rest;
        const error = weight * (sums[i]! / all - target);
        for (const { row, value } of features) {
          const at = row * width + i;
          const slope = error * value + DECAY * weights[at]!;
          squares[at]! += slope * slope;
          weights[at]! -= (RATE * slope) / Math.sqrt(squares[at]!);
        }
      }
    }
    if (round >= SETTLED)
      for (let i = 0; i < mean.length; i += 1) mean[i]! += weights[i]! / (ROUNDS - SETTLED);
  }
  return mean;
}

/** The weights in 15 steps, which decide as well as fine ones. The few that are too large are cut. */
function quantised(weights: Float64Array, keys: readonly number[], width: number): LinearModel {
  const sizes = [...weights].map(Math.abs).sort((a, b) => a - b);
  const unit = sizes[Math.floor(sizes.length * 0.98)]! / MOST_STEPS;
  const letterOf = (weight: number) =>
    String.fromCharCode(ZERO + Math.max(-MOST_STEPS, Math.min(MOST_STEPS, Math.round(weight / unit))));
  const rowAt = (row: number) =>
    Array.from(weights.subarray(row * width, (row + 1) * width), letterOf).join('');
  return { unit, intercept: rowAt(keys.length), rows: new Map(keys.map((key, row) => [key, rowAt(row)])) };
}
