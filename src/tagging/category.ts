import { EMPTY, tellingWords } from './boilerplate.js';
import { knows, likelihoods, likelihoodsOfProse } from './category.model.js';
import { featuresOf } from './features.js';
import segments from './lexicon/segments.json' with { type: 'json' };
import { lexiconScores, type WordsByPlace } from './lexicon.js';
import { type Category, categoriesFor, type TaggableEvent } from './tagger.js';
import { type Word, withParts } from './words.js';

/** The segments of the ticketing feed. */
const SEGMENTS = new Map(Object.entries(segments) as [string, Category][]);
/** What the description's likelihoods count beside the title's. */
const DESCRIPTION = 0.5;
/** What the lexicon counts beside the model, which knows more words in their sense. */
const LEXICON = 0.8;
/** A ticket seller's segment is worth more than any words of the title, which may be a band's name. */
const SEGMENT = 8;
/** Below this likelihood nothing fits: the words are unknown, or speak for all categories alike. */
const FITS = 0.2;
/** From this likelihood on a title of routine words alone is evidence. */
const SURE = 0.5;
/** The model takes any request of a household for house work; the lexicon has to know a word of it, too. */
const LEAST_OF_HOME_HELP = 1;

/** The category that a segment stands for; undefined for a genre. */
export function categoryOfSegment(hint: string): Category | undefined {
  return SEGMENTS.get(hint.toLowerCase());
}

/** The category that fits best, `OTHER` where none does. @param hints the feed's classification */
export function categoryOf(
  type: TaggableEvent['type'],
  title: string,
  words: WordsByPlace,
  hints: readonly string[],
): Category {
  const fits = categoriesByFit(type, title, words, hints);
  const { category, score, ofLexicon } = fits[0]!;
  const rest = fits.reduce((sum, each) => sum + Math.exp(each.score - score), 0);
  if (category === 'HOME_HELP' && ofLexicon < LEAST_OF_HOME_HELP) return 'OTHER';
  return 1 / rest < FITS ? 'OTHER' : category;
}

/** All categories of the type, the likeliest first. The score is a logarithm. */
export function categoriesByFit(
  type: TaggableEvent['type'],
  title: string,
  read: WordsByPlace,
  hints: readonly string[],
): { category: Category; score: number; ofLexicon: number }[] {
  const words = { ...read, title: withParts(read.title) };
  const lexicon = lexiconScores(type, words);
  // Without a word that is known, the shape of a text and the ends of its words are no evidence.
  const isNamed = [...lexicon.values()].some((weight) => weight > 0);
  const isKnown = (some: readonly Word[]) =>
    some.length > 0 && (isNamed || tellingWords(some).some((word) => knows(type, word)));
  const said = likelihoods(type, featuresOf(words.title, title));
  const isSure = words.title.some(({ base }) => !EMPTY.has(base)) && Math.max(...said) > Math.log(SURE);
  const ofTitle = isSure || isKnown(words.title) ? said : [];
  const ofDescription = isKnown(words.description)
    ? likelihoodsOfProse(type, featuresOf(words.description, ''))
    : [];
  // The most general one comes first; "Family" may also be a genre of the theatre.
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
