import { likelihoods, likelihoodsOfProse } from './category.model.js';
import { featuresOf } from './features.js';
import { categoryOfSegment } from './hints.js';
import { lexiconScores, type WordsByPlace } from './lexicon.js';
import { type Category, categoriesFor, type TaggableEvent } from './tagger.js';
import { withParts } from './words.js';

/** What the description's likelihoods count beside the title's. */
const DESCRIPTION = 0.5;
/** What the lexicon counts beside the model, which knows more words in their sense. */
const LEXICON = 0.8;
/** A ticket seller's segment is worth more than any words of the title, which may be a band's name. */
const SEGMENT = 8;
/** Below this likelihood nothing fits: the words are unknown, or speak for all categories alike. */
const FITS = 0.2;
/** The model takes any request of a household for house work; the lexicon has to know a word of it, too. */
const LEAST_OF_HOME_HELP = 1;

/**
 * The category that fits best, `OTHER` where none does.
 * @param title as written
 * @param hints the feed's classification
 */
export function categoryOf(
  type: TaggableEvent['type'],
  title: string,
  read: WordsByPlace,
  hints: readonly string[],
): Category {
  const words = { ...read, title: withParts(read.title) };
  const ofLexicon = lexiconScores(type, words);
  const ofTitle = words.title.some(({ base }) => /\p{L}/u.test(base))
    ? likelihoods(type, featuresOf(words.title, title))
    : [];
  const ofDescription =
    words.description.length > 0 ? likelihoodsOfProse(type, featuresOf(words.description, '')) : [];
  // The most general one comes first; "Family" may also be a genre of the theatre.
  const segment = hints.map(categoryOfSegment).find(Boolean);
  const scores = categoriesFor(type).map((category, i): [Category, number] => {
    const said = (ofTitle[i] ?? 0) + DESCRIPTION * (ofDescription[i] ?? 0);
    const known = LEXICON * Math.log1p(ofLexicon.get(category)!);
    return [category, said + known + (category === segment ? SEGMENT : 0)];
  });
  const [category, best] = scores.reduce((most, each) => (each[1] > most[1] ? each : most));
  const rest = scores.reduce((sum, [, score]) => sum + Math.exp(score - best), 0);
  if (category === 'HOME_HELP' && ofLexicon.get(category)! < LEAST_OF_HOME_HELP) return 'OTHER';
  return 1 / rest < FITS ? 'OTHER' : category;
}
