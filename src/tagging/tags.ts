import lexicon from './lexicon/tags.json' with { type: 'json' };
import { type Category, TAGGING_LIMITS, type TaggableEvent } from './tagger.js';
import { Phrasebook, phraseOf, singular, type Word, wordsOf } from './words.js';

/** The number of tags that are enough: nouns are added only up to it. */
const ENOUGH = 5;
/**
 * Subjects that a description mentions once ("cocktails at the bar") are often irrelevant: they are added
 * only up to this number of tags.
 */
const FEW_MENTIONED = 4;
/** Below this number of tags, the tag of the category is added, which helps searches. */
const FEW = 3;
const IN_TITLE = 3;
/** Further occurrences of a word do not add weight. */
const MAX_COUNTED = 3;

/** A word before one of these is part of a name: "Temple University", "conference room", "Harp Street". */
const NAMED_PLACES = new Set('avenue college lane road room street university'.split(' '));
/** The tag of a category, for texts with few other tags. */
const tagOfCategory: Partial<Record<Category, string>> = lexicon.ofCategory;
/** Tags that are valid in one category only: a play may also be a tribute to somebody. */
const within: Partial<Record<string, string>> = lexicon.within;
/**
 * The tags that people search by, with the phrases that imply them. A tag that is listed among its own
 * phrases counts twice.
 */
const vocabulary = new Phrasebook<string[]>();
for (const [tag, phrases] of Object.entries(lexicon.vocabulary))
  for (const phrase of [tag, ...phrases]) vocabulary.add(phrase, (tags = []) => [...tags, tag]);
// Phrases that contain a word of the vocabulary but have another meaning.
for (const phrase of lexicon.noTags) vocabulary.add(phrase, () => []);
/** Words that also have other senses in descriptions ("a friendly environment"). */
const inTitlesAlone = new Set(lexicon.inTitlesAlone.map((phrase) => phraseOf(wordsOf(phrase))));
/** Tags of work: an event gets them only from its title, not from its description. */
const ofGigsAlone = new Set(lexicon.ofGigsAlone);
/** Suffixes of unknown nouns that make a tag, such as "ornithology". */
const endings = new RegExp(`^\\p{L}{2,}(?:${lexicon.nounEndings.join('|')})$`, 'u');
/** Things, places, trades and subjects. None of them fits every event. */
const nouns = new Map(lexicon.nouns.map((noun) => [singular(noun), noun]));

/**
 * The tags of a text: tags of the vocabulary, those of the title first, then nouns if there are few.
 * @param isTicketed whether it comes from a ticket seller, whose titles are names of performers and teams
 */
export function tagsOf(
  type: TaggableEvent['type'],
  title: readonly Word[],
  description: readonly Word[],
  category: Category,
  isTicketed: boolean,
): string[] {
  const weights = new Map<string, number>();
  const covered = new Set<string>(); // words that a tag of the vocabulary already represents
  for (const words of [title, description]) {
    const inTitle = words === title;
    const counts = new Map<string, number>();
    for (const { value, phrase, start, end } of vocabulary.find(words)) {
      for (const { base } of words.slice(start, end)) covered.add(base);
      if (isNamed(words, end) || (!inTitle && inTitlesAlone.has(phrase))) continue;
      for (const tag of value) {
        const isOther = (within[tag] ?? category) !== category;
        const isOfGigs = type === 'EVENT' && !inTitle && ofGigsAlone.has(tag);
        if (!isOther && !isOfGigs) counts.set(tag, Math.min((counts.get(tag) ?? 0) + 1, MAX_COUNTED));
      }
    }
    for (const [tag, count] of counts) add(weights, tag, inTitle ? count * IN_TITLE : count);
  }
  const tags = byWeight(weights).filter((tag, i) => i < FEW_MENTIONED || weights.get(tag)! > 1);
  if (tags.length < ENOUGH) {
    const more = nounsOf(isTicketed ? [] : title, description, covered).filter(
      (noun) => !tags.includes(noun),
    );
    tags.push(...more.slice(0, ENOUGH - tags.length));
  }
  const general = tagOfCategory[category];
  if (general && !tags.includes(general)) {
    // If the title names no subject, the subjects of the description are not the best first tag.
    const isMentioned = tags.length > 0 && (weights.get(tags[0]!) ?? 0) < IN_TITLE && description.length > 0;
    if (isMentioned) tags.unshift(general);
    else if (tags.length < FEW) tags.push(general);
  }
  return tags.slice(0, TAGGING_LIMITS.tags);
}

/** The nouns worth a tag that no tag of the vocabulary represents. */
function nounsOf(
  title: readonly Word[],
  description: readonly Word[],
  covered: ReadonlySet<string>,
): string[] {
  const weights = new Map<string, number>();
  for (const words of [title, description])
    for (const [i, { base, written }] of words.entries()) {
      const noun = nouns.get(base) ?? (endings.test(base) ? base : undefined);
      // A capital within a sentence marks a name. In titles, all words may have capitals.
      const isName = words === description && i > 0 && /^\p{Lu}/u.test(written);
      if (noun && !covered.has(base) && !isName && !isNamed(words, i + 1))
        add(weights, noun, words === title ? IN_TITLE : 1);
    }
  return byWeight(weights);
}

/** Whether the word at the index makes the words before it a name. */
function isNamed(words: readonly Word[], next: number): boolean {
  return NAMED_PLACES.has(words[next]?.base ?? '');
}

function add(weights: Map<string, number>, tag: string, weight: number): void {
  weights.set(tag, (weights.get(tag) ?? 0) + weight);
}

/** Heaviest first. Ties are in the order of the text: a Map keeps insertion order, and the sort is stable. */
function byWeight(weights: Map<string, number>): string[] {
  return [...weights].sort((a, b) => b[1] - a[1]).map(([tag]) => tag);
}
