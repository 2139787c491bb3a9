import { knownPart, type LinearModel, likelihoodsBy } from '../../src/tagging/category.model.js';
import { featuresOf } from '../../src/tagging/features.js';
import { type Category, categoriesFor } from '../../src/tagging/tagger.js';
import { wordsOf } from '../../src/tagging/words.js';

export interface Described {
  category: Category;
  description: string;
}

/** So many descriptions are together about as long as what is read of one in a calendar. */
const TOGETHER = 3;

/**
 * What a model of events is biased to in prose, whatever it is about: for each category how likely it finds it in descriptions of
 * different categories read as one, beside the mean of all categories, and as if it knew all of their words. Lectures
 * have whole sentences in their titles.
 */
export function proseBiasOf(model: LinearModel, texts: readonly Described[]): number[] {
  const mixed = inTurn(categoriesFor('EVENT'), texts);
  const sums = categoriesFor('EVENT').map(() => 0);
  let known = 0;
  for (const at of mixed.keys()) {
    const together = Array.from({ length: TOGETHER }, (_, i) => mixed[(at + i) % mixed.length]!);
    const features = featuresOf(together.flatMap(wordsOf));
    known += knownPart(model, features);
    for (const [i, likelihood] of likelihoodsBy(model, features).entries()) sums[i]! += likelihood;
  }
  const mean = sums.reduce((sum, each) => sum + each, 0) / sums.length;
  return sums.map((each) => Math.round(((each - mean) / known) * 100) / 100);
}

/** The first description of every category, then the second of every one, and so on. */
function inTurn(categories: readonly Category[], texts: readonly Described[]): string[] {
  const lists = categories.map((category) => texts.filter((text) => text.category === category));
  const rounds = Math.max(...lists.map(({ length }) => length));
  return Array.from({ length: rounds }, (_, round) => lists.flatMap((list) => list[round] ?? []))
    .flat()
    .map(({ description }) => description);
}
