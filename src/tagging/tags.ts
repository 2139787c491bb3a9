import { tellingWords } from './boilerplate.js';
import {
  GIG_TAGS,
  NAMED_PLACES,
  NO_TAGS,
  NOUN_ENDINGS,
  TAG_NOUNS,
  TAG_OF_CATEGORY,
  TAG_VOCABULARY,
  TAGS_WITHIN,
  TITLE_WORDS,
} from './tag.vocabulary.js';
import { type Category, isTag, TAGGING_LIMITS, type TaggableEvent } from './tagger.js';
import { listed, Phrasebook, singular, type Word, wordsOf } from './words.js';

/** This many tags are enough: nouns are added only up to here. */
const ENOUGH = 5;
/** What a description mentions once ("cocktails at the bar") is often no subject: it is added only up to here. */
const FEW_MENTIONED = 4;
/** With fewer tags the category's own word is added, which helps a search. */
const FEW = 3;
const IN_TITLE = 3;
/** More occurrences of a word than this do not add weight. */
const MOST_COUNTED = 3;

/** What a phrase is tagged with in a title, and what in a description. */
interface Earned {
  title: string[];
  description: string[];
}

const vocabulary = new Phrasebook<Earned>();
const ofTitles = new Set(listed(TITLE_WORDS).map(basesOf));
const together = (before: Earned, now: Earned): Earned => ({
  title: [...before.title, ...now.title],
  description: [...before.description, ...now.description],
});
for (const line of TAG_VOCABULARY.split('\n').filter(Boolean)) {
  const [tag = '', more = ''] = line.split(':');
  for (const phrase of [tag, ...listed(more)])
    vocabulary.add(
      phrase,
      { title: [tag], description: ofTitles.has(basesOf(phrase)) ? [] : [tag] },
      together,
    );
}
for (const phrase of listed(NO_TAGS))
  vocabulary.add(phrase, { title: [], description: [] }, (_, none) => none);
const places = new Set(NAMED_PLACES.split(' '));
const nouns = new Map(
  TAG_NOUNS.split(/\s+/)
    .filter(Boolean)
    .map((noun) => [singular(noun), noun]),
);
const ofGigs = new Set(listed(GIG_TAGS));

/**
 * The tags of a text: the vocabulary's, those of the title first, then nouns where these are few. A title of words has
 * at least one.
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
  for (const [place, words, weight] of [
    ['title', title, IN_TITLE],
    ['description', description, 1],
  ] as const) {
    const counts = new Map<string, number>();
    for (const { value, at, length } of vocabulary.find(words)) {
      for (const word of words.slice(at, at + length)) taken.add(word.base);
      if (isNamed(words, at + length)) continue;
      // What an event mentions by the way ("see our website") may be all that a gig is about.
      const tags =
        type === 'EVENT' && place === 'description'
          ? value.description.filter((tag) => !ofGigs.has(tag))
          : value[place];
      for (const tag of tags) {
        if ((TAGS_WITHIN[tag] ?? category) === category)
          counts.set(tag, Math.min((counts.get(tag) ?? 0) + 1, MOST_COUNTED));
      }
    }
    for (const [tag, count] of counts) weights.set(tag, (weights.get(tag) ?? 0) + count * weight);
  }
  const tags = byWeight(weights).filter((tag, i) => i < FEW_MENTIONED || weights.get(tag)! > 1);
  if (tags.length < ENOUGH) {
    const more = new Map<string, number>();
    for (const [words, weight] of [
      [isTicketed ? [] : title, IN_TITLE],
      [description, 1],
    ] as const) {
      for (const [i, { base, written }] of words.entries()) {
        const noun = nouns.get(base) ?? (NOUN_ENDINGS.test(base) ? base : undefined);
        // A capital within a sentence marks a name; a title has capitals everywhere.
        const name = words === description && i > 0 && /^\p{Lu}/u.test(written);
        if (noun && !taken.has(base) && !name && !isNamed(words, i + 1))
          more.set(noun, (more.get(noun) ?? 0) + weight);
      }
    }
    tags.push(
      ...byWeight(more)
        .filter((noun) => !tags.includes(noun))
        .slice(0, ENOUGH - tags.length),
    );
  }
  const general = TAG_OF_CATEGORY[category];
  if (general && !tags.includes(general)) {
    // Where the title names no subject, what the description mentions is not the first thing to say.
    if (tags.length > 0 && (weights.get(tags[0]!) ?? 0) < IN_TITLE && description.length > 0)
      tags.unshift(general);
    else if (tags.length < FEW) tags.push(general);
  }
  return (tags.length > 0 ? tags : ownWord(title)).slice(0, TAGGING_LIMITS.tags);
}

function basesOf(phrase: string): string {
  return wordsOf(phrase)
    .map(({ base }) => base)
    .join(' ');
}

/** Whether the word at the index makes a name of what stands before it. */
function isNamed(words: readonly Word[], next: number): boolean {
  return places.has(words[next]?.base ?? '');
}

/** The longest of the title's telling words: of a title that no list knows, the best that there is. */
function ownWord(title: readonly Word[]): string[] {
  const words = tellingWords(title).length > 0 ? tellingWords(title) : title;
  const tags = words
    .map(({ written }) => written.toLowerCase())
    .filter((word) => /\p{L}{2}/u.test(word) && isTag(word));
  return tags.length === 0 ? [] : [tags.reduce((best, word) => (word.length > best.length ? word : best))];
}

/** Heaviest first; of equals the first in the text (a Map keeps that order, and sort is stable). */
function byWeight(weights: Map<string, number>): string[] {
  return [...weights].sort((a, b) => b[1] - a[1]).map(([tag]) => tag);
}
