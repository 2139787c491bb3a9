import lexicon from './lexicon/tags.json' with { type: 'json' };
import { type Category, TAGGING_LIMITS, type TaggableEvent } from './tagger.js';
import { Phrasebook, phraseOf, singular, type Word, wordsOf } from './words.js';

/** This many tags are enough: nouns are added only up to here. */
const ENOUGH = 5;
/** What a description mentions once ("cocktails at the bar") is often no subject: it is added only up to here. */
const FEW_MENTIONED = 4;
/** With fewer tags the category's own word is added, which helps a search. */
const FEW = 3;
const IN_TITLE = 3;
/** More occurrences of a word than this do not add weight. */
const MOST_COUNTED = 3;

/** Before these a word is a part of a name: "Temple University", "conference room", "Harp Street". */
const NAMED_PLACES = new Set('avenue college lane road room street university'.split(' '));
/** What a text of the category is tagged with where little else was found. */
const tagOfCategory: Partial<Record<Category, string>> = lexicon.ofCategory;
/** Tags that hold in texts of one category alone: a play, too, may be a tribute to somebody. */
const within: Partial<Record<string, string>> = lexicon.within;
/** The tags that people search by, and the phrases that earn them. One among its own phrases counts twice. */
const vocabulary = new Phrasebook<string[]>();
for (const [tag, phrases] of Object.entries(lexicon.vocabulary))
  for (const phrase of [tag, ...phrases]) vocabulary.add(phrase, (tags = []) => [...tags, tag]);
// Phrases that hold a word of the vocabulary and mean something else.
for (const phrase of lexicon.noTags) vocabulary.add(phrase, () => []);
/** Words that a description uses in other senses, too ("a friendly environment"). */
const inTitlesAlone = new Set(lexicon.inTitlesAlone.map((phrase) => phraseOf(wordsOf(phrase))));
/** Tags of work: an event has them where its title names them, not for a word in its description. */
const ofGigsAlone = new Set(lexicon.ofGigsAlone);
/** Endings by which an unknown word is a noun worth a tag, as "ornithology" is. */
const endings = new RegExp(`^\\p{L}{2,}(?:${lexicon.nounEndings.join('|')})$`, 'u');
/** Things, places, trades and subjects, none that fits every event. */
const nouns = new Map(lexicon.nouns.map((noun) => [singular(noun), noun]));

/**
 * The tags of a text: the vocabulary's, the title's first, then nouns where these are few.
 * @param isTicketed whether a ticket seller sells it, whose titles are the names of performers and teams
 */
export function tagsOf(
  type: TaggableEvent['type'],
  title: readonly Word[],
  description: readonly Word[],
  category: Category,
  isTicketed: boolean,
): string[] {
  const weights = new Map<string, number>();
  const taken = new Set<string>(); // words that a tag of the vocabulary stands for already
  for (const words of [title, description]) {
    const inTitle = words === title;
    const counts = new Map<string, number>();
    for (const { value, phrase, start, end } of vocabulary.find(words)) {
      for (const { base } of words.slice(start, end)) taken.add(base);
      if (isNamed(words, end) || (!inTitle && inTitlesAlone.has(phrase))) continue;
      for (const tag of value) {
        const isOther = (within[tag] ?? category) !== category;
        const isOfGigs = type === 'EVENT' && !inTitle && ofGigsAlone.has(tag);
        if (!isOther && !isOfGigs) counts.set(tag, Math.min((counts.get(tag) ?? 0) + 1, MOST_COUNTED));
      }
    }
    for (const [tag, count] of counts) add(weights, tag, inTitle ? count * IN_TITLE : count);
  }
  const tags = byWeight(weights).filter((tag, i) => i < FEW_MENTIONED || weights.get(tag)! > 1);
  if (tags.length < ENOUGH) {
    const more = nounsOf(isTicketed ? [] : title, description, taken).filter((noun) => !tags.includes(noun));
    tags.push(...more.slice(0, ENOUGH - tags.length));
  }
  const general = tagOfCategory[category];
  if (general && !tags.includes(general)) {
    // Where the title names no subject, what the description mentions is not the first thing to say.
    const isMentioned = tags.length > 0 && (weights.get(tags[0]!) ?? 0) < IN_TITLE && description.length > 0;
    if (isMentioned) tags.unshift(general);
    else if (tags.length < FEW) tags.push(general);
  }
  return tags.slice(0, TAGGING_LIMITS.tags);
}

/** The nouns worth a tag that no tag of the vocabulary stands for. */
function nounsOf(title: readonly Word[], description: readonly Word[], taken: ReadonlySet<string>): string[] {
  const weights = new Map<string, number>();
  for (const words of [title, description])
    for (const [i, { base, written }] of words.entries()) {
      const noun = nouns.get(base) ?? (endings.test(base) ? base : undefined);
      // A capital within a sentence marks a name; a title has capitals everywhere.
      const isName = words === description && i > 0 && /^\p{Lu}/u.test(written);
      if (noun && !taken.has(base) && !isName && !isNamed(words, i + 1))
        add(weights, noun, words === title ? IN_TITLE : 1);
    }
  return byWeight(weights);
}

/** Whether the word at the index makes a name of what stands before it. */
function isNamed(words: readonly Word[], next: number): boolean {
  return NAMED_PLACES.has(words[next]?.base ?? '');
}

function add(weights: Map<string, number>, tag: string, weight: number): void {
  weights.set(tag, (weights.get(tag) ?? 0) + weight);
}

/** Heaviest first; of equals the first in the text (a Map keeps that order, and sort is stable). */
function byWeight(weights: Map<string, number>): string[] {
  return [...weights].sort((a, b) => b[1] - a[1]).map(([tag]) => tag);
}
