import { EVENT_LEXICON } from './event.lexicon.js';
import { GIG_LEXICON } from './gig.lexicon.js';
import { categoryOfSegment } from './hints.js';
import { CATEGORIES, type Category, categoriesFor, type TaggableEvent } from './tagger.js';
import { listed, Phrasebook, type Word } from './words.js';

const WEIGHTS = { sure: 6, likely: 3, hint: 1 };
/** The weight of a word, by where it stands. */
const PLACES = { title: 2.5, description: 1, location: 0.8, hints: 2 };
/** What the lexicon of the other type is worth: a gig can be music, an event is hardly ever a removal. */
const OTHER_TYPE = { EVENT: 0.2, GIG: 0.3 };
/** The weight of a ticket seller's segment: more than a word of the title, which may be a band's name. */
const SEGMENT = 20;
/** Below this nothing fits. */
const ENOUGH = 2.5;
/** Further words of a description do not add weight, or its asides would drown the title. */
const USUAL_LENGTH = 30;

type Weights = Partial<Record<Category, number>>;
type WeightsByType = Record<TaggableEvent['type'], Weights>;

/** Both lexicons in one: what each phrase weighs in an event, and what in a gig. */
const book = new Phrasebook<WeightsByType>();
for (const [type, lexicon] of [
  ['EVENT', EVENT_LEXICON],
  ['GIG', GIG_LEXICON],
] as const) {
  for (const category of CATEGORIES) {
    for (const level of ['sure', 'likely', 'hint'] as const) {
      for (const phrase of listed(lexicon[category]?.[level] ?? '')) {
        const weight = WEIGHTS[level];
        const inEvents = type === 'EVENT' ? weight : weight * OTHER_TYPE.EVENT;
        const inGigs = type === 'GIG' ? weight : weight * OTHER_TYPE.GIG;
        book.add(phrase, { EVENT: { [category]: inEvents }, GIG: { [category]: inGigs } }, merged);
      }
    }
  }
}

function merged(before: WeightsByType, now: WeightsByType): WeightsByType {
  return { EVENT: larger(before.EVENT, now.EVENT), GIG: larger(before.GIG, now.GIG) };
}

function larger(before: Weights, now: Weights): Weights {
  const both = { ...before };
  for (const [category, weight] of Object.entries(now) as [Category, number][]) {
    both[category] = Math.max(both[category] ?? 0, weight);
  }
  return both;
}

/** The score of every category that a text of this type may have. Only the order of the scores has a meaning. */
export function scores(
  type: TaggableEvent['type'],
  parts: Record<keyof typeof PLACES, Word[]>,
  hints: readonly string[] = [],
): Map<Category, number> {
  const totals = new Map<Category, number>(categoriesFor(type).map((category) => [category, 0]));
  for (const place of ['title', 'description', 'location', 'hints'] as const) {
    const words = parts[place];
    const damping = Math.sqrt(Math.max(1, words.length / USUAL_LENGTH));
    // A phrase counts once in each place, however often it stands there.
    for (const weights of new Set(book.find(words).map(({ value }) => value[type]))) {
      for (const [category, weight] of Object.entries(weights) as [Category, number][]) {
        const total = totals.get(category);
        if (total !== undefined) totals.set(category, total + (weight * PLACES[place]) / damping);
      }
    }
  }
  for (const category of new Set(hints.map(categoryOfSegment)))
    if (category) totals.set(category, totals.get(category)! + SEGMENT);
  return totals;
}

/** The category with the highest score: of equals the first in the list, `OTHER` where nothing fits. */
export function categoryOf(
  type: TaggableEvent['type'],
  parts: Record<keyof typeof PLACES, Word[]>,
  hints: readonly string[],
): Category {
  let best: Category = 'OTHER';
  let most = ENOUGH;
  for (const [category, score] of scores(type, parts, hints)) {
    if (score > most) {
      best = category;
      most = score;
    }
  }
  return best;
}
