import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TrainedModel } from '../../src/tagging/category.model.js';
import type { TaggableEvent } from '../../src/tagging/tagger.js';
import { train } from './train.js';
import type { TrainingText } from './training-texts.js';

export const WEIGHTS_FILE = 'src/tagging/lexicon/weights.json';
export const TEXTS = 'tools/train-tagger/texts';
export const LABELLED = ['events-leisure', 'events-learning', 'gigs'].map(
  (name) => `test/tagging/data/${name}.json`,
);
/** What else decides the weights. */
const PROGRAM = [
  ...['category.model.ts', 'features.ts', 'words.ts'].map((name) => `src/tagging/${name}`),
  ...['events.json', 'gigs.json', 'plurals.json'].map((name) => `src/tagging/lexicon/${name}`),
  ...['patterns.ts', 'random.ts', 'train.ts', 'training-texts.ts'].map(
    (name) => `tools/train-tagger/${name}`,
  ),
];

/** A hash over all that the weights are made from, so that a test can tell whether they are of today. */
export function fingerprint(): string {
  const hash = createHash('sha256');
  const texts = readdirSync(TEXTS).map((name) => join(TEXTS, name));
  for (const file of [...texts, ...LABELLED, ...PROGRAM].sort()) hash.update(readFileSync(file));
  return hash.digest('hex').slice(0, 16);
}

/** The file of weights: one feature a line. */
export function trainedWeights(texts: readonly TrainingText[]): string {
  const models = { EVENT: trained('EVENT', texts), GIG: trained('GIG', texts) };
  return `${JSON.stringify({ madeFrom: fingerprint(), ...models }, null, 1)}\n`;
}

function trained(type: TaggableEvent['type'], texts: readonly TrainingText[]): TrainedModel {
  const model = train(type, texts);
  const features = [...model.rows].map(([key, row]) => `${key.toString(36)} ${row}`);
  return { unit: model.unit, intercept: model.intercept, features };
}
