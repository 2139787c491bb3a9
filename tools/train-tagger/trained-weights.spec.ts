import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { LinearModel } from '../../src/tagging/category.model.js';
import weights from '../../src/tagging/lexicon/weights.json' with { type: 'json' };
import { categoriesFor } from '../../src/tagging/tagger.js';
import { train } from './train.js';
import { fingerprint, TEXTS } from './trained-weights.js';
import { type TrainingText, trainingTexts } from './training-texts.js';

describe('The weights of the keyword tagger', () => {
  it('are made from the current texts, lexicons and trainer (otherwise: npm run train-tagger)', () => {
    expect(weights.madeFrom).toBe(fingerprint());
  });
});

describe('Training', () => {
  const texts: TrainingText[] = [
    'a song',
    'two songs',
    'song night',
    'a match',
    'two matches',
    'match night',
  ].map((text, i) => ({
    ...{ type: 'EVENT', text, weight: 1 },
    categories: [i < 3 ? 'MUSIC' : 'SPORTS_RECREATION'],
  }));

  it('is deterministic', () => {
    expect(train('EVENT', texts)).toEqual(train('EVENT', texts));
  });

  it('accepts either of two right categories', () => {
    const both = texts.map((text) => ({ ...text, categories: [...text.categories, 'SOCIAL' as const] }));
    const ofSocial = ({ intercept }: LinearModel) =>
      intercept.charCodeAt(categoriesFor('EVENT').indexOf('SOCIAL'));
    expect(ofSocial(train('EVENT', both))).toBeGreaterThan(ofSocial(train('EVENT', texts)));
  });

  it('knows the categories of the type only', () => {
    expect(train('EVENT', texts).intercept).toHaveLength(categoriesFor('EVENT').length);
  });
});

describe('A title for training', () => {
  const written = (line: string) => {
    const folder = mkdtempSync(join(tmpdir(), 'titles-'));
    try {
      cpSync(TEXTS, folder, {
        recursive: true,
        filter: (path) => !path.includes('titles-'),
      });
      writeFileSync(join(folder, 'titles-test.txt'), `${line}\n`);
      return trainingTexts(folder, []);
    } finally {
      rmSync(folder, { recursive: true });
    }
  };

  it('has one category or several', () => {
    const texts = written('MUSIC\tHurdy-gurdy hour\n# A note\nMUSIC,SOCIAL\tBarn ceilidh, all welcome');
    const find = (title: string) => texts.find(({ text }) => text === title);
    expect(find('Hurdy-gurdy hour')).toMatchObject({ type: 'EVENT', categories: ['MUSIC'] });
    expect(find('Barn ceilidh, all welcome')).toMatchObject({ categories: ['MUSIC', 'SOCIAL'] });
  });

  it('is refused if its category is unknown', () => {
    expect(() => written('MUSICK\tHurdy-gurdy hour')).toThrow('No category is called MUSICK');
  });
});
