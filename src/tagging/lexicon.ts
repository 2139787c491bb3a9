import events from './lexicon/events.json' with { type: 'json' };
import gigs from './lexicon/gigs.json' with { type: 'json' };
import observances from './lexicon/observances.json' with { type: 'json' };
import settings from './lexicon/settings.json' with { type: 'json' };
import titles from './lexicon/titles.json' with { type: 'json' };
import { type Category, categoriesFor, type TaggableEvent } from './tagger.js';
import { Phrasebook, type Word } from './words.js';

/**
 * How sure one may be of a category on reading a phrase. `kind` outweighs all that an event is about; `work` is a name
 * that is hardly anything else; `sure` settles the category nearly alone; `likely` is common elsewhere too; a `hint`
 * only tips a balance.
 */
const LEVELS = { kind: 200, work: 20, sure: 6, likely: 3, hint: 1 };
/** The weight of a phrase, by where it stands. A genre says more than a title, which may be a name. */
const PLACES = { title: 2.5, description: 1, hints: 120 };
/** What the lexicon of the other type is worth: a gig can be music, an event is hardly ever a removal. */
const OTHER_TYPE = { EVENT: 0.2, GIG: 0.3 };
/** Further words of a description do not add weight, or its asides would drown the title. */
const USUAL_LENGTH = 30;

/** The phrases of each category by level. Plurals and possessives need no entry of their own. */
export type Lexicon = Partial<Record<Category, Partial<Record<keyof typeof LEVELS, readonly string[]>>>>;

/** What events say of themselves. */
export const EVENTS: Lexicon = events;
/** What gigs say of themselves: the work that somebody is hired to do. */
export const GIGS: Lexicon = gigs;

/** The words of an event or gig, by what they tell. */
export interface WordsByPlace {
  title: readonly Word[];
  description: readonly Word[];
  /** The feed's classification. */
  hints: readonly Word[];
  /** Where it is and who hosts it. */
  setting: readonly Word[];
}

type Type = TaggableEvent['type'];
type Weights = Partial<Record<Category, number>>;
type WeightsByType = Record<Type, Weights>;

const book = new Phrasebook<WeightsByType>();
/** Titles have a book with more words, most of them too common for any description. */
const titleBook = new Phrasebook<WeightsByType>();
/** What a place or a host says of what happens there: a brewery has bands, but also dinners. */
const settingBook = new Phrasebook<Category[]>();
/** Holidays and months of remembrance, as calendars announce them by name alone. */
const observanceBook = new Phrasebook<true>();
/** What calendars say of a holiday beside its name. */
const OF_HOLIDAYS = new Set('first last day of begin start end observed at sundown sunset'.split(' '));

addLexicon('EVENT', EVENTS, book, titleBook);
addLexicon('GIG', GIGS, book, titleBook);
addLexicon('EVENT', titles, titleBook);
for (const [category, phrases] of entriesOf<string[]>(settings))
  for (const phrase of phrases) settingBook.add(phrase, (before = []) => [...before, category]);
for (const name of observances) observanceBook.add(name, () => true);

function addLexicon(type: Type, lexicon: Lexicon, ...books: Phrasebook<WeightsByType>[]): void {
  const weightIn = (ofType: Type) => (type === ofType ? 1 : OTHER_TYPE[ofType]);
  for (const [category, levels] of entriesOf(lexicon))
    for (const [level, phrases] of Object.entries(levels) as [keyof typeof LEVELS, readonly string[]][])
      for (const phrase of phrases)
        for (const each of books)
          each.add(phrase, (before) => ({
            EVENT: raised(before?.EVENT, category, LEVELS[level] * weightIn('EVENT')),
            GIG: raised(before?.GIG, category, LEVELS[level] * weightIn('GIG')),
          }));
}

function raised(before: Weights | undefined, category: Category, weight: number): Weights {
  return { ...before, [category]: Math.max(before?.[category] ?? 0, weight) };
}

function entriesOf<Value>(byCategory: Partial<Record<Category, Value>>): [Category, Value][] {
  return Object.entries(byCategory) as [Category, Value][];
}

/** What the lexicons say: a sum of weights for every category that a text of this type may have. */
export function lexiconScores(type: Type, words: WordsByPlace): Map<Category, number> {
  const totals = new Map<Category, number>(categoriesFor(type).map((category) => [category, 0]));
  const add = (category: Category, weight: number) => {
    const total = totals.get(category);
    if (total !== undefined) totals.set(category, total + weight);
  };
  for (const place of ['title', 'description', 'hints'] as const) {
    const damping = Math.sqrt(Math.max(1, words[place].length / USUAL_LENGTH));
    const found = (place === 'title' ? titleBook : book).find(words[place]);
    // A phrase counts once in each place, however often it stands there.
    for (const weights of new Set(found.map(({ value }) => value[type])))
      for (const [category, weight] of entriesOf(weights)) add(category, (weight * PLACES[place]) / damping);
  }
  if (type === 'EVENT' && isObservance(words.title)) add('OTHER', LEVELS.work * PLACES.title);
  for (const category of new Set(settingBook.find(words.setting).flatMap(({ value }) => value)))
    add(category, 1);
  return totals;
}

/** Whether a title is the name of a holiday and says no more: nothing takes place, or its text says what. */
function isObservance(title: readonly Word[]): boolean {
  const saying = (words: readonly Word[]) => words.filter(({ base }) => !OF_HOLIDAYS.has(base)).length;
  const names = observanceBook.find(title);
  const named = names.flatMap(({ start, end }) => title.slice(start, end));
  return names.length > 0 && saying(named) === saying(title);
}
