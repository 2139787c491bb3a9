import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { EVENTS, GIGS, type Lexicon } from '../../src/tagging/lexicon.js';
import { CATEGORIES, type Category, categoriesFor, type TaggableEvent } from '../../src/tagging/tagger.js';
import { linesOf, readWordLists, varietyOf, written } from './patterns.js';
import { Random } from './random.js';

/** A text whose category is known. */
export interface TrainingText {
  type: TaggableEvent['type'];
  /** The one that is right, or several that are as right. The first is the one that the text is counted with. */
  categories: Category[];
  text: string;
  /** How much it counts. */
  weight: number;
  /** A phrase out of its sentence, whose shape says nothing. */
  phrase?: true;
}

const EVENT_FILES: [string, Category][] = [
  ['music', 'MUSIC'],
  ['arts', 'ARTS_CULTURE'],
  ['sports', 'SPORTS_RECREATION'],
  ['health', 'HEALTH_WELLNESS'],
  ['academic', 'ACADEMIC'],
  ['workshop', 'WORKSHOP'],
  ['career', 'CAREER_NETWORKING'],
  ['tech', 'TECHNOLOGY'],
  ['community', 'COMMUNITY_SERVICE'],
  ['social', 'SOCIAL'],
  ['food', 'FOOD_DRINK'],
  ['other', 'OTHER'],
];
/** A pattern is written out this often, or half as often as it has variants. */
const MOST_VARIANTS = { EVENT: 20, GIG: 30 };
/** For how many variants a word list counts. */
const LISTED = { EVENT: 8, GIG: 4 };
const LEXICON = { sure: 0.5, likely: 0.25 };
/** So many patterns of events get a town, a host or the like, which say nothing of the category. */
const DRESSED = 0.3;
/** What a title counts that is written as calendars have it, beside one that a pattern makes. */
const TITLE = 2;

/** All texts that the model is trained on: patterns written out, titles, the lexicons' phrases, and the labelled texts. */
export function trainingTexts(folder: string, labelled: readonly string[]): TrainingText[] {
  const read = (name: string) => readFileSync(join(folder, `${name}.txt`), 'utf8');
  const lists = readWordLists(read('words'));
  let random = new Random(1);
  const chance = new Random(2);
  const texts: TrainingText[] = [];
  const addPattern = (type: TaggableEvent['type'], category: Category, line: string) => {
    const categories = [category];
    const variants = Math.min(MOST_VARIANTS[type], Math.ceil(varietyOf(line, LISTED[type]) / 2));
    for (let i = 0; i < variants; i += 1) {
      const [title = '', description] = line.split(' // ');
      const dressed = type === 'EVENT' && chance.next() < DRESSED;
      const pattern = dressed ? (chance.next() < 0.25 ? `<before> ${title}` : `${title} <after>`) : title;
      texts.push({ type, categories, text: written(pattern, lists, random), weight: 1 });
      if (description) texts.push({ type, categories, text: written(description, lists, random), weight: 1 });
    }
  };
  for (const [file, category] of EVENT_FILES)
    for (const line of linesOf(read(`events-${file}`))) addPattern('EVENT', category, line);
  texts.push(...titlesOf(folder));
  let heading: Category = 'OTHER';
  // So that the texts of gigs do not change with those of events.
  random = new Random(1);
  for (const line of linesOf(read('gigs'))) {
    if (line.startsWith('== ')) heading = categoryNamed(line.slice(3));
    else addPattern('GIG', heading, line);
  }
  texts.push(...phrasesOf('EVENT', EVENTS), ...phrasesOf('GIG', GIGS));
  for (const file of labelled) {
    for (const { type, title, description, category } of JSON.parse(readFileSync(file, 'utf8'))) {
      texts.push({ type, categories: [category], text: title, weight: 2 });
      if (description) texts.push({ type, categories: [category], text: description, weight: 1 });
    }
  }
  return texts;
}

/**
 * Titles as calendars have them: a line is the category, or several that are as right, a tab and the title.
 * @throws Error where a line names no category
 */
function titlesOf(folder: string): TrainingText[] {
  return readdirSync(folder)
    .filter((name) => name.startsWith('titles-'))
    .sort()
    .flatMap((name) => linesOf(readFileSync(join(folder, name), 'utf8')))
    .map((line) => {
      const [names = '', text = ''] = line.split('\t');
      return { type: 'EVENT', categories: names.split(',').map(categoryNamed), text, weight: TITLE };
    });
}

function categoryNamed(name: string): Category {
  const category = CATEGORIES.find((each) => each === name);
  if (!category) throw new Error(`No category is called ${name}`);
  return category;
}

function phrasesOf(type: TaggableEvent['type'], lexicon: Lexicon): TrainingText[] {
  return categoriesFor(type).flatMap((category) =>
    (['sure', 'likely'] as const).flatMap((level) =>
      (lexicon[category]?.[level] ?? []).map((text) => ({
        ...{ type, categories: [category], text },
        weight: LEXICON[level],
        phrase: true as const,
      })),
    ),
  );
}
