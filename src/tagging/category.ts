import { tellingWords } from './boilerplate.js';
import { knows, likelihoods } from './category.model.js';
import { featuresOf } from './features.js';
import segments from './lexicon/segments.json' with { type: 'json' };
import { lexiconScores, type WordsByPlace } from './lexicon.js';
import { type Category, categoriesFor, type TaggableEvent } from './tagger.js';
import { type Word, withParts } from './words.js';

/** The segments of the ticketing feed. */
const SEGMENTS = new Map(Object.entries(segments) as [string, Category][]);
/** The weight of the likelihoods of the description, relative to the title. */
const DESCRIPTION = 0.5;
/** The weight of the lexicon, relative to the model, which knows more words in context. */
const LEXICON = 0.8;
/**
 * The weight of the segment of a ticket seller. It outweighs the words of a title, which may be the name of a
 * band.
 */
const SEGMENT = 8;
/** Below this probability no category fits: the words are unknown, or equally likely in all categories. */
const FITS = 0.2;
/**
 * The model classifies any request of a household as home help, so the lexicon also has to know a word of it.
 * This is the minimum lexicon score.
 */
const MIN_HOME_HELP = 1;

/** The category of a segment. Undefined for a genre. */
export function categoryOfSegment(hint: string): Category | undefined {
  return SEGMENTS.get(hint.toLowerCase());
}

/** The category that fits best, or `OTHER` if none fits. @param hints the classification of the feed */
export function categoryOf(
  type: TaggableEvent['type'],
  title: string,
  words: WordsByPlace,
  hints: readonly string[],
): Category {
  const fits = categoriesByFit(type, title, words, hints);
  const { category, score, ofLexicon } = fits[0]!;
  const rest = fits.reduce((sum, each) => sum + Math.exp(each.score - score), 0);
  if (category === 'HOME_HELP' && ofLexicon < MIN_HOME_HELP) return 'OTHER';
  return 1 / rest < FITS ? 'OTHER' : category;
}

/** All categories of the type, likeliest first. `score` is a logarithm. */
export function categoriesByFit(
  type: TaggableEvent['type'],
  title: string,
  read: WordsByPlace,
  hints: readonly string[],
): { category: Category; score: number; ofLexicon: number }[] {
  const words = { ...read, title: withParts(read.title) };
  const lexicon = lexiconScores(type, words);
  // Without a known word, the shape of a text and the suffixes of its words are not evidence.
  const isNamed = [...lexicon.values()].some((weight) => weight > 0);
  const isKnown = (some: readonly Word[]) =>
    some.length > 0 && (isNamed || tellingWords(some).some((word) => knows(type, word)));
  const ofTitle = isKnown(words.title) ? likelihoods(type, featuresOf(words.title, title)) : [];
  const ofDescription = isKnown(words.description)
    ? likelihoods(type, featuresOf(words.description, ''))
    : [];
  // The most general segment comes first. "Family" may also be a genre of theatre.
  const segment = hints.map(categoryOfSegment).find(Boolean);
  return categoriesFor(type)
    .map((category, i) => {
      const ofLexicon = lexicon.get(category)!;
      const ofTexts = (ofTitle[i] ?? 0) + DESCRIPTION * (ofDescription[i] ?? 0);
      const score = ofTexts + LEXICON * Math.log1p(ofLexicon) + (category === segment ? SEGMENT : 0);
      return { category, score, ofLexicon };
    })
    .sort((a, b) => b.score - a.score);
}
