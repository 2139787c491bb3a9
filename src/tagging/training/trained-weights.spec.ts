import { MADE_FROM } from '../category.weights.js';
import { categoriesFor } from '../tagger.js';
import { train } from './train.js';
import { fingerprint } from './trained-weights.js';
import type { TrainingText } from './training-texts.js';

describe('The weights of the keyword tagger', () => {
  it('are made from the texts, lexicons and trainer of today (else: npm run train-tagger)', () => {
    expect(MADE_FROM).toBe(fingerprint());
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
  ].map((text, i) => ({ type: 'EVENT', category: i < 3 ? 'MUSIC' : 'SPORTS_RECREATION', text, weight: 1 }));

  it('gives the same model for the same texts', () => {
    expect(train('EVENT', texts)).toEqual(train('EVENT', texts));
  });

  it('knows the categories of the type alone', () => {
    expect(train('EVENT', texts).categories).toEqual(categoriesFor('EVENT'));
  });
});
