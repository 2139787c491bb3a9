import { EVENT_LEXICON, type Lexicon } from './event.lexicon.js';
import { GIG_LEXICON } from './gig.lexicon.js';
import { CATEGORIES, type Category, type TaggableEvent } from './tagger.js';
import { listed, Phrasebook, type Word } from './words.js';

const WEIGHTS = { sure: 6, likely: 3, hint: 1 };
/** How much a word counts by where it stands. */
const PLACES = { title: 2.5, description: 1, location: 0.8 };
/** What the lexicon of the other type is worth: a gig can be music, an event is hardly ever a removal. */
const OTHER_TYPE = { EVENT: 0.2, GIG: 0.3 };
/** Below this nothing fits. */
const ENOUGH = 3;
/** A description of more words than this counts for no more, or its asides would drown the title. */
const USUAL_LENGTH = 30;

type Weights = Partial<Record<Category, number>>;

function phrasebook(type: TaggableEvent['type']): Phrasebook<Weights> {
  const book = new Phrasebook<Weights>();
  const add = (lexicon: Partial<Lexicon>, factor: number) => {
    for (const category of CATEGORIES) {
      for (const level of ['sure', 'likely', 'hint'] as const) {
        for (const phrase of listed(lexicon[category]?.[level] ?? '')) {
          book.add(phrase, { [category]: WEIGHTS[level] * factor }, larger);
        }
      }
    }
  };
  add(EVENT_LEXICON, type === 'EVENT' ? 1 : OTHER_TYPE.GIG);
  add(GIG_LEXICON, type === 'GIG' ? 1 : OTHER_TYPE.EVENT);
  return book;
}

function larger(before: Weights, now: Weights): Weights {
  const merged = { ...before };
  for (const category of CATEGORIES) {
    if (now[category]) merged[category] = Math.max(merged[category] ?? 0, now[category]);
  }
  return merged;
}

const BOOKS = { EVENT: phrasebook('EVENT'), GIG: phrasebook('GIG') };

/** Every category's score for a text; only the order of the figures means anything. */
export function scores(
  type: TaggableEvent['type'],
  parts: Record<keyof typeof PLACES, Word[]>,
): Map<Category, number> {
  const totals = new Map<Category, number>(CATEGORIES.map((category) => [category, 0]));
  for (const place of ['title', 'description', 'location'] as const) {
    const words = parts[place];
    const damping = Math.sqrt(Math.max(1, words.length / USUAL_LENGTH));
    const seen = new Set<Weights>();
    for (const { value } of BOOKS[type].find(words)) {
      if (seen.has(value)) continue;
      seen.add(value);
      for (const [category, weight] of Object.entries(value) as [Category, number][]) {
        totals.set(category, totals.get(category)! + (weight * PLACES[place]) / damping);
      }
    }
  }
  return totals;
}

/** The category that the words speak for; of equals the first in the list, `OTHER` when nothing fits. */
export function categoryOf(
  type: TaggableEvent['type'],
  parts: Record<keyof typeof PLACES, Word[]>,
): Category {
  let best: Category = 'OTHER';
  let most = ENOUGH;
  for (const [category, score] of scores(type, parts)) {
    if (score > most) {
      best = category;
      most = score;
    }
  }
  return best;
}
