import events from './lexicon/events.json' with { type: 'json' };
import gigs from './lexicon/gigs.json' with { type: 'json' };
import observances from './lexicon/observances.json' with { type: 'json' };
import titles from './lexicon/titles.json' with { type: 'json' };
import { type Category, categoriesFor, type TaggableEvent } from './tagger.js';
import { Phrasebook, type Word } from './words.js';

/**
 * The weight of a phrase as evidence for a category. `kind` outweighs the subject of an event; `work` is a
 * name with hardly any other meaning; `sure` nearly settles the category alone; `likely` is also common
 * elsewhere; a `hint` only breaks ties.
 */
const LEVELS = { kind: 200, work: 20, sure: 6, likely: 3, hint: 1 };
/** The weight of a phrase by its place. A genre is stronger evidence than a title, which may be a name. */
const PLACES = { title: 2.5, description: 1, hints: 120 };
/** The phrases of each category by level. Plurals and possessives need no entries. */
export type Lexicon = Partial<Record<Category, Partial<Record<keyof typeof LEVELS, readonly string[]>>>>;

/** The phrases of events. */
export const EVENTS: Lexicon = events;
/** The phrases of gigs: the work that somebody is hired for. */
export const GIGS: Lexicon = gigs;

/** The words of an event or gig by place. */
export interface WordsByPlace {
  title: readonly Word[];
  description: readonly Word[];
  /** The classification of the feed. */
  hints: readonly Word[];
}

type Weights = Partial<Record<Category, number>>;

/** The phrases by type, in titles and elsewhere. */
const BOOKS = {
  // The lexicon of titles has words that are too common for descriptions.
  EVENT: { ofTitles: bookOf(EVENTS, titles), ofTexts: bookOf(EVENTS) },
  GIG: { ofTitles: bookOf(GIGS), ofTexts: bookOf(GIGS) },
};
/** Holidays and months of remembrance that calendars list by name alone. */
const observanceBook = new Phrasebook<true>();
/** Words that calendars add to the name of a holiday. */
const OF_HOLIDAYS = new Set('first last day of begin start end observed at sundown sunset'.split(' '));

for (const name of observances) observanceBook.add(name, () => true);

function bookOf(...lexicons: Lexicon[]): Phrasebook<Weights> {
  const book = new Phrasebook<Weights>();
  for (const [category, levels] of lexicons.flatMap(entriesOf))
    for (const [level, phrases] of Object.entries(levels) as [keyof typeof LEVELS, readonly string[]][])
      for (const phrase of phrases)
        book.add(phrase, (before) => ({
          ...before,
          [category]: Math.max(before?.[category] ?? 0, LEVELS[level]),
        }));
  return book;
}

function entriesOf<Value>(byCategory: Partial<Record<Category, Value>>): [Category, Value][] {
  return Object.entries(byCategory) as [Category, Value][];
}

/** The lexicon scores: a sum of weights for each category of the type. */
export function lexiconScores(type: TaggableEvent['type'], words: WordsByPlace): Map<Category, number> {
  const totals = new Map<Category, number>(categoriesFor(type).map((category) => [category, 0]));
  const add = (category: Category, weight: number) => {
    const total = totals.get(category);
    if (total !== undefined) totals.set(category, total + weight);
  };
  const { ofTitles, ofTexts } = BOOKS[type];
  for (const place of ['title', 'description', 'hints'] as const) {
    const found = (place === 'title' ? ofTitles : ofTexts).find(words[place]);
    // A phrase counts once per place, however often it occurs there.
    for (const weights of new Set(found.map(({ value }) => value)))
      for (const [category, weight] of entriesOf(weights)) add(category, weight * PLACES[place]);
  }
  if (type === 'EVENT' && isObservance(words.title)) add('OTHER', LEVELS.work * PLACES.title);
  return totals;
}

/** Whether a title is only the name of a holiday. Then there is no event, or the description says which. */
function isObservance(title: readonly Word[]): boolean {
  const saying = (words: readonly Word[]) => words.filter(({ base }) => !OF_HOLIDAYS.has(base)).length;
  const names = observanceBook.find(title);
  const named = names.flatMap(({ start, end }) => title.slice(start, end));
  return names.length > 0 && saying(named) === saying(title);
}
