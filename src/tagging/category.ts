import { likelihoods, likelihoodsOfProse } from './category.model.js';
import { EVENT_LEXICON } from './event.lexicon.js';
import { featuresOf } from './features.js';
import { GIG_LEXICON } from './gig.lexicon.js';
import { categoryOfSegment } from './hints.js';
import type { Lexicon } from './lexicon/lexicon.js';
import { OBSERVANCES } from './lexicon/observances.js';
import { STAGE_AND_SCREEN } from './lexicon/stage-and-screen.js';
import { EXHIBITIONS, FIXTURES, KINDS, TITLES } from './lexicon/titles.js';
import { SETTING_LEXICON } from './setting.lexicon.js';
import { CATEGORIES, type Category, categoriesFor, type TaggableEvent } from './tagger.js';
import { listed, Phrasebook, type Word, withParts } from './words.js';

/** `kind`: what outweighs all that an event is about; `work`: a name that is hardly anything else. */
const LEVELS = { kind: 200, work: 20, sure: 6, likely: 3, hint: 1 };
/** The weight of a word, by where it stands. A genre says more than a title, which may be a name. */
const PARTS = { title: 2.5, description: 1, hints: 120 };
/** What the lexicon of the other type is worth: a gig can be music, an event is hardly ever a removal. */
const OTHER_TYPE = { EVENT: 0.2, GIG: 0.3 };
/** What the description's likelihoods count beside the title's. */
const DESCRIPTION = 0.5;
/** What the lexicon counts beside the model, which knows more words in their sense. */
const LEXICON = 0.8;
/** A ticket seller's segment is worth more than any words of the title, which may be a band's name. */
const SEGMENT = 8;
/** Below this likelihood nothing fits: the words are unknown, or speak for all categories alike. */
const FITS = 0.2;
/** The model takes any request of a household for house work; the lexicon has to know a word of it, too. */
const LEAST_OF_HOME_HELP = LEVELS.hint;
/** Further words of a description do not add weight, or its asides would drown the title. */
const USUAL_LENGTH = 30;

/** What is told of an event or gig. */
export interface Parts {
  title: readonly Word[];
  /** The title as written. */
  titleText: string;
  description: readonly Word[];
  /** Where it is and who hosts it. */
  setting: readonly Word[];
}

type Weights = Partial<Record<Category, number>>;
type WeightsByType = Record<TaggableEvent['type'], Weights>;

/** Both lexicons in one: what each phrase weighs in an event, and what in a gig. Titles have a book with more words. */
const book = new Phrasebook<WeightsByType>();
const titleBook = new Phrasebook<WeightsByType>();
const settings = new Phrasebook<Category[]>();
const observances = new Phrasebook<true>();
/** What calendars say of a holiday beside its name. */
const OF_HOLIDAYS = new Set([
  'first',
  'last',
  'day',
  'of',
  'begin',
  'start',
  'end',
  'observed',
  'at',
  'sundown',
  'sunset',
]);

addLexicon('EVENT', EVENT_LEXICON, [book, titleBook]);
addLexicon('GIG', GIG_LEXICON, [book, titleBook]);
addLexicon('EVENT', TITLES, [titleBook]);
addPhrases('EVENT', 'ARTS_CULTURE', LEVELS.work, STAGE_AND_SCREEN, [titleBook]);
addPhrases('EVENT', 'ARTS_CULTURE', LEVELS.work, EXHIBITIONS, [titleBook]);
addPhrases('EVENT', 'SPORTS_RECREATION', LEVELS.work, FIXTURES, [titleBook]);
for (const [category, phrases] of Object.entries(KINDS) as [Category, string][])
  addPhrases('EVENT', category, LEVELS.kind, phrases, [titleBook]);
for (const [category, phrases] of Object.entries(SETTING_LEXICON) as [Category, string][])
  for (const phrase of listed(phrases))
    settings.add(phrase, [category], (before, now) => [...before, ...now]);
for (const name of listed(OBSERVANCES)) observances.add(name, true, () => true);

function addLexicon(
  type: TaggableEvent['type'],
  lexicon: Partial<Lexicon>,
  books: readonly Phrasebook<WeightsByType>[],
): void {
  for (const category of CATEGORIES) {
    for (const level of ['sure', 'likely', 'hint'] as const)
      addPhrases(type, category, LEVELS[level], lexicon[category]?.[level] ?? '', books);
  }
}

function addPhrases(
  type: TaggableEvent['type'],
  category: Category,
  weight: number,
  list: string,
  books: readonly Phrasebook<WeightsByType>[],
): void {
  const inEvents = type === 'EVENT' ? weight : weight * OTHER_TYPE.EVENT;
  const inGigs = type === 'GIG' ? weight : weight * OTHER_TYPE.GIG;
  for (const phrase of listed(list)) {
    // Of its own for each phrase, since by it a phrase is known that was found before.
    const weights = { EVENT: { [category]: inEvents }, GIG: { [category]: inGigs } };
    for (const each of books) each.add(phrase, weights, merged);
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

/** What the lexicons say: a sum of weights for every category that a text of this type may have. */
function lexiconScores(
  type: TaggableEvent['type'],
  { title, description, setting }: Omit<Parts, 'titleText'>,
  hints: readonly Word[],
): Map<Category, number> {
  const totals = new Map<Category, number>(categoriesFor(type).map((category) => [category, 0]));
  const add = (category: Category, weight: number) => {
    const total = totals.get(category);
    if (total !== undefined) totals.set(category, total + weight);
  };
  const places = { title, description, hints };
  for (const place of ['title', 'description', 'hints'] as const) {
    const words = places[place];
    const damping = Math.sqrt(Math.max(1, words.length / USUAL_LENGTH));
    // A phrase counts once in each place, however often it stands there.
    const found = (place === 'title' ? titleBook : book).find(words);
    for (const weights of new Set(found.map(({ value }) => value[type]))) {
      for (const [category, weight] of Object.entries(weights) as [Category, number][])
        add(category, (weight * PARTS[place]) / damping);
    }
  }
  if (type === 'EVENT' && isObservance(title)) add('OTHER', LEVELS.work * PARTS.title);
  for (const category of new Set(settings.find(setting).flatMap(({ value }) => value))) add(category, 1);
  return totals;
}

/** Whether a title is the name of a holiday and says no more: nothing takes place, or its text says what. */
function isObservance(title: readonly Word[]): boolean {
  const said = title.filter(({ base }) => !OF_HOLIDAYS.has(base)).length;
  const names = observances.find(title);
  const named = names.flatMap(({ at, length }) => title.slice(at, at + length));
  return names.length > 0 && named.filter(({ base }) => !OF_HOLIDAYS.has(base)).length === said;
}

/** How well each category fits, as a logarithm: what the model, the lexicons and the feed say together. */
function scores(
  type: TaggableEvent['type'],
  parts: Parts,
  hints: readonly string[],
  ofLexicon: ReadonlyMap<Category, number>,
): Map<Category, number> {
  const { title } = parts;
  const ofTitle = title.some(({ base }) => /\p{L}/u.test(base))
    ? likelihoods(type, featuresOf(title, parts.titleText))
    : undefined;
  const ofDescription =
    parts.description.length > 0 ? likelihoodsOfProse(type, featuresOf(parts.description, '')) : undefined;
  // The most general one comes first; "Family" may also be a genre of the theatre.
  const segment = hints.map(categoryOfSegment).find(Boolean);
  return new Map(
    categoriesFor(type).map((category, i) => {
      const said = (ofTitle?.[i] ?? 0) + DESCRIPTION * (ofDescription?.[i] ?? 0);
      const words = LEXICON * Math.log1p(ofLexicon.get(category)!);
      return [category, said + words + (category === segment ? SEGMENT : 0)];
    }),
  );
}

/** The category that fits best, `OTHER` where none does. */
export function categoryOf(
  type: TaggableEvent['type'],
  parts: Parts,
  hints: readonly string[],
  hintWords: readonly Word[],
): Category {
  const inParts = { ...parts, title: withParts(parts.title) };
  const ofLexicon = lexiconScores(type, inParts, hintWords);
  const all = [...scores(type, inParts, hints, ofLexicon)];
  const [category, best] = all.reduce((most, each) => (each[1] > most[1] ? each : most));
  const rest = all.reduce((sum, [, score]) => sum + Math.exp(score - best), 0);
  if (category === 'HOME_HELP' && ofLexicon.get(category)! < LEAST_OF_HOME_HELP) return 'OTHER';
  return 1 / rest < FITS ? 'OTHER' : category;
}
