import { CATEGORIES } from '../../src/tagging/tagger.js';
import { tagsOf } from '../../src/tagging/tags.js';
import { wordsOf } from '../../src/tagging/words.js';
import type { TrainingText } from './training-texts.js';

/** How many tags of a category a language model is offered. */
const MOST = 15;

/** The most frequent tags of each category, by the keyword tagger and the texts that it is trained on. */
export function usualTags(texts: readonly TrainingText[]): Record<string, string[]> {
  return Object.fromEntries(
    CATEGORIES.map((category) => {
      const counts = new Map<string, number>();
      for (const { type, text } of texts.filter(({ categories }) => categories[0] === category))
        for (const tag of tagsOf(type, wordsOf(text), [], category, false))
          counts.set(tag, (counts.get(tag) ?? 0) + 1);
      const sorted = [...counts].sort((a, b) => b[1] - a[1] || a[0].localeCompare(b[0], 'en'));
      return [category, sorted.slice(0, MOST).map(([tag]) => tag)];
    }),
  );
}
