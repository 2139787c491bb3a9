import stored from '../../src/tagging/lexicon/usual-tags.json' with { type: 'json' };
import { LABELLED, TEXTS } from './trained-weights.js';
import { trainingTexts } from './training-texts.js';
import { usualTags } from './usual-tags.js';

describe('The tags that a language model is offered', () => {
  it('are those of the current texts and vocabulary (otherwise: npm run train-tagger)', () => {
    expect(stored).toEqual(usualTags(trainingTexts(TEXTS, LABELLED)));
  });
});
