import segments from './lexicon/segments.json' with { type: 'json' };
import { type Category, isTag, TAGGING_LIMITS } from './tagger.js';

/** The segments of the ticketing feed. */
const SEGMENTS = new Map(Object.entries(segments) as [string, Category][]);

/** Genres of whatever fits no other: a beer festival is "Community/Civic". */
const CATCH_ALL = /^community\/\w+$/i;

/** The hints that tell a category. */
export function tellingHints(hints: readonly string[]): string[] {
  return hints.filter((hint) => !CATCH_ALL.test(hint));
}

/** The category that a segment stands for; undefined for a genre. */
export function categoryOfSegment(hint: string): Category | undefined {
  return SEGMENTS.get(hint.toLowerCase());
}

/** The tags of a text with those of the hints: genres first, segments last. */
export function withHints(tags: string[], hints: readonly string[]): string[] {
  const segments = hints.filter(categoryOfSegment);
  const genres = hints.filter((hint) => !categoryOfSegment(hint)).flatMap((hint) => hint.split('/'));
  const all = [...genres.map(cleaned), ...tags, ...segments.map(cleaned)];
  return [...new Set(all.filter(isTag))].slice(0, TAGGING_LIMITS.tags);
}

function cleaned(hint: string): string {
  return hint.toLowerCase().replace(/\s+/g, ' ').trim();
}
