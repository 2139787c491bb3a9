import { cut } from '../common/text.js';
import { isBoilerplate, isLastResort, isRepetition, tellingWords } from './boilerplate.js';
import { categoriesByFit, categoryOf, categoryOfSegment } from './category.js';
import { givesFood } from './free-food.js';
import type { WordsByPlace } from './lexicon.js';
import { toPlainText } from './plain-text.js';
import { type Sentence, sentencesOf } from './sentences.js';
import { summaryOf } from './summary.js';
import { type Category, isTag, TAGGING_LIMITS, type TaggableEvent, type Tagging } from './tagger.js';
import { tagsOf } from './tags.js';
import { subjectOf } from './title.js';
import { wordsOf } from './words.js';

/** Maximum code points of a description that are read: its start has the subject, and time stays bounded. */
const MAX_DESCRIPTION = 6_000;
const MAX_TITLE = 1_000;
const MAX_SENTENCES = 60;
/** Mentions of other performers, which are worth including. */
const WITH_OTHERS = /\b(?:plus|with) (?:special )?(?:support|guests?)\b/i;
/** Phrases of the notices of ticket sellers. Elsewhere they may be the subject of an event. */
const OF_SALES = /\bpre-?sales?\b|\bcard ?(?:holders?|members?)\b/i;
/** Genres for everything else: a beer festival is "Community/Civic". */
const CATCH_ALL = /^community\/\w+$/i;
/** Sponsors are not a subject. */
const SPONSORS = /\b(?:co-?)?sponsored by\b[^.\n]*/gi;

/**
 * Tags offline: in-process and deterministic. A linear model and a weighted lexicon determine the category.
 * Tags come from a vocabulary and the nouns of the text, the summary from its sentences.
 */
export function tagByKeywords(event: TaggableEvent): Tagging {
  const reading = read(event);
  const { type, title, subject, words, hints, sentences } = reading;
  const category = categoryOf(type, subject, words, hints);
  const tags = tagsOf(type, words.title, words.description, category, hints.length > 0);
  if (type === 'EVENT' && givesFood([{ text: title, words: [] }, ...sentences]))
    tags.splice(2, 0, 'free food');
  return { tags: withHints(tags, hints), category, summary: summarized(reading) };
}

/** The categories of an event or gig, likeliest first. */
export function likelyCategories(event: TaggableEvent): Category[] {
  const { type, subject, words, hints } = read(event);
  return categoriesByFit(type, subject, words, hints).map(({ category }) => category);
}

/**
 * Parses an event. `telling` sentences are specific to the event; `known` words occur in the title or place.
 */
function read({ type, hints = [], ...event }: TaggableEvent) {
  const title = toPlainText(cut(event.title, MAX_TITLE)).replaceAll('\n', ' ');
  const description = toPlainText(cut(event.description, MAX_DESCRIPTION));
  const location = toPlainText(cut(event.locationName, MAX_TITLE)).replaceAll('\n', ' ');
  const subject = subjectOf(title);
  const sentences = withoutCopies(sentencesOf(description, MAX_SENTENCES));
  const known = new Set(wordsOf(`${title}\n${location}`).map(({ base }) => base));
  const isTold = (sentence: Sentence) => !isBoilerplate(sentence) && !isRepetition(sentence, known);
  const isOfSales = ({ text }: Sentence) => hints.length > 0 && OF_SALES.test(text);
  const telling = sentences.filter((sentence) => isTold(sentence) && !isOfSales(sentence));
  const words: WordsByPlace = {
    title: wordsOf(subject),
    // For a gig, pay, shift and bar are part of the subject.
    description: (type === 'GIG' ? sentences : telling.map(withoutSponsors)).flatMap(({ words }) => words),
    hints: wordsOf(hints.filter((hint) => !CATCH_ALL.test(hint)).join('\n')),
  };
  return { type, title, subject, hints, words, sentences, telling, known };
}

function summarized({ title, subject, hints, sentences, telling, known }: ReturnType<typeof read>) {
  if (hints.length > 0) return summaryOf(title, telling.filter(isNoNotice(subject, hints)));
  const lastResort = () => sentences.filter((sentence) => isLastResort(sentence, known));
  return summaryOf(title, telling) ?? summaryOf(title, lastResort());
}

/**
 * Whether a sentence of a ticket seller is about the event. These texts are mostly notices of the venue. So a
 * sentence has to mention a word of the title or genre, or another performer.
 */
function isNoNotice(subject: string, hints: readonly string[]): (sentence: Sentence) => boolean {
  const genres = hints.filter((hint) => !categoryOfSegment(hint));
  const named = new Set(tellingWords(wordsOf(`${subject}\n${genres.join('\n')}`)).map(({ base }) => base));
  return (sentence) => sentence.words.some(({ base }) => named.has(base)) || WITH_OTHERS.test(sentence.text);
}

/** The tags of a text with the tags of the hints: genres first, segments last. */
function withHints(tags: string[], hints: readonly string[]): string[] {
  const cleaned = (hint: string) => hint.toLowerCase().replace(/\s+/g, ' ').trim();
  const segments = hints.filter(categoryOfSegment);
  const genres = hints.filter((hint) => !categoryOfSegment(hint)).flatMap((hint) => hint.split('/'));
  const all = [...genres.map(cleaned), ...tags, ...segments.map(cleaned)];
  return [...new Set(all.filter(isTag))].slice(0, TAGGING_LIMITS.tags);
}

function withoutSponsors(sentence: Sentence): Sentence {
  const text = sentence.text.replace(SPONSORS, '');
  return text === sentence.text ? sentence : { text, words: wordsOf(text) };
}

/** The sentences without duplicates. */
function withoutCopies(sentences: readonly Sentence[]): Sentence[] {
  const known = new Set<string>();
  return sentences.filter(({ words }) => {
    const before = known.size;
    return known.add(words.map(({ base }) => base).join(' ')).size > before;
  });
}
