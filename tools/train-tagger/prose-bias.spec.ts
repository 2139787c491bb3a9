import { type Category, categoriesFor } from '../../src/tagging/tagger.js';
import { proseBiasOf } from './prose-bias.js';
import { train } from './train.js';
import type { TrainingText } from './training-texts.js';

describe('The bias of a model in prose', () => {
  const text = (category: Category, title: string): TrainingText => ({
    ...{ type: 'EVENT', text: title, weight: 1 },
    categories: [category],
  });
  const categories = categoriesFor('EVENT');
  const model = train('EVENT', [
    ...['Song night', 'A song', 'Night songs'].map((title) => text('MUSIC', title)),
    ...['How the sea will rise', 'What the sea will be', 'How we will know'].map((title) =>
      text('ACADEMIC', title),
    ),
  ]);
  const biasOf = (category: Category) =>
    proseBiasOf(model, [
      { category: 'MUSIC', description: 'How we will sing is what the night will show.' },
      { category: 'SOCIAL', description: 'We will meet where the sea will be.' },
    ])[categories.indexOf(category)]!;

  it('is the category whose titles are sentences', () => {
    expect(biasOf('ACADEMIC')).toBeGreaterThan(1);
    expect(biasOf('MUSIC')).toBeLessThan(biasOf('ACADEMIC'));
  });

  it('is as much above the mean for some as below it for others', () => {
    const sum = categories.reduce((all, category) => all + biasOf(category), 0);
    expect(sum).toBeCloseTo(0, 0);
  });
});
