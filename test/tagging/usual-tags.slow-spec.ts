import stored from '../../src/tagging/lexicon/usual-tags.json' with { type: 'json' };
import { LABELLED, TEXTS } from '../../tools/train-tagger/trained-weights.js';
import { trainingTexts } from '../../tools/train-tagger/training-texts.js';
import { usualTags } from '../../tools/train-tagger/usual-tags.js';

describe('The tags that a language model is offered', () => {
  it('are those of the current texts and vocabulary (otherwise: npm run train-tagger)', () => {
    expect(stored).toEqual(usualTags(trainingTexts(TEXTS, LABELLED)));
  });
});
