import type { Category } from '../tagger.js';
import { leanOf } from './lean.js';
import { train } from './train.js';
import type { TrainingText } from './training-texts.js';

describe('What a model leans to in prose', () => {
  const text = (category: Category, title: string): TrainingText => ({
    ...{ type: 'EVENT', text: title, weight: 1 },
    categories: [category],
  });
  const model = train('EVENT', [
    ...['Song night', 'A song', 'Night songs'].map((title) => text('MUSIC', title)),
    ...['How the sea will rise', 'What the sea will be', 'How we will know'].map((title) =>
      text('ACADEMIC', title),
    ),
  ]);
  const lean = (category: Category) =>
    leanOf(model, [
      { category: 'MUSIC', description: 'How we will sing is what the night will show.' },
      { category: 'SOCIAL', description: 'We will meet where the sea will be.' },
    ])[model.categories.indexOf(category)]!;

  it('is the category whose titles are written in sentences', () => {
    expect(lean('ACADEMIC')).toBeGreaterThan(1);
    expect(lean('MUSIC')).toBeLessThan(lean('ACADEMIC'));
  });

  it('is as much more than the mean for some as it is less for others', () => {
    const sum = model.categories.reduce((all, category) => all + lean(category), 0);
    expect(sum).toBeCloseTo(0, 0);
  });
});
