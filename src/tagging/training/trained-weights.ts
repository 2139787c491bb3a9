import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type LinearModel, toBytes } from '../category.model.js';
import { type Described, leanOf } from './lean.js';
import { train } from './train.js';
import { trainingTexts } from './training-texts.js';

export const WEIGHTS_FILE = 'src/tagging/category.weights.ts';
const TEXTS = 'src/tagging/training/texts';
const LEXICONS = 'src/tagging/lexicon';
const LABELLED = ['events-leisure', 'events-learning', 'gigs'].map(
  (name) => `test/tagging/data/${name}.json`,
);
/** What else decides the weights. */
const PROGRAM = [
  ...[
    'category.model.ts',
    'features.ts',
    'words.ts',
    'event.lexicon.ts',
    'gig.lexicon.ts',
    '../common/fnv1a.ts',
  ],
  ...['lean.ts', 'patterns.ts', 'random.ts', 'train.ts', 'training-texts.ts'].map(
    (name) => `training/${name}`,
  ),
].map((name) => join('src/tagging', name));

/** A hash over all that the weights are made from, so that a test can tell whether they are of today. */
export function fingerprint(): string {
  const hash = createHash('sha256');
  const listed = [TEXTS, LEXICONS].flatMap((folder) => readdirSync(folder).map((name) => join(folder, name)));
  for (const file of [...listed, ...LABELLED, ...PROGRAM].sort()) hash.update(readFileSync(file));
  return hash.digest('hex').slice(0, 16);
}

/** The file of weights, as TypeScript. */
export function trainedWeights(): string {
  const texts = trainingTexts(TEXTS, LABELLED);
  const models = (['EVENT', 'GIG'] as const).map((type) => {
    const model = train(type, texts);
    // The labelled gigs are of gigs' own categories, so that what they lean to is what they are.
    const lean = type === 'EVENT' ? leanOf(model, described()) : model.categories.map(() => 0);
    return written(type, model, lean);
  });
  return `/** Made by \`npm run train-tagger\` from the texts beside it. */
export const MADE_FROM = '${fingerprint()}';

export const WEIGHTS = {\n${models.join('')}};\n`;
}

function described(): Described[] {
  return LABELLED.flatMap(
    (file) => JSON.parse(readFileSync(file, 'utf8')) as (Described & { type: string })[],
  ).filter(({ type, description }) => type === 'EVENT' && description);
}

function written(type: string, model: LinearModel, lean: readonly number[]): string {
  return `  ${type}: {
    unit: ${model.unit},
    lean: [${lean.join(', ')}],
    features: ${model.keys.length},
    base64:
      '${toBytes(model).toString('base64')}',
  },
`;
}
