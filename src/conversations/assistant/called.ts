import { stemmer } from 'stemmer';
import { folded } from '../../events/search/spelling.js';
import type { NamedEvent } from './found.js';
import type { Filters, Group, Loosening, Topic } from './interpreter.js';
import { isCommonWord, singular } from './offline/read-topics.js';

/** The events with all words in title or place, or else in title, tags or text; undefined where none has. */
export function calledBy(events: NamedEvent[], named: string[]): NamedEvent[] | undefined {
  const words = named.flatMap(stemsOf);
  const withAll = (textOf: (event: NamedEvent) => string) =>
    events.filter((event) => {
      const stems = stemsOf(textOf(event));
      return words.every((word) => stems.includes(word));
    });
  const byName = withAll(({ title, place }) => `${title} ${place}`);
  const called =
    byName.length > 0
      ? byName
      : withAll(({ title, tags, description }) => [title, ...tags, description].join(' '));
  return called.length > 0 ? called : undefined;
}

/** Whether what was found is what a message names: by all of its words, by those of a title, by its kind, or by most of them. */
export function isNamed(without: Loosening[]): boolean {
  return without.length === 0 || without.some((part) => NAMING.has(part));
}

/** By what else than all of its words something is found that a message names. */
export const NAMING: ReadonlySet<Loosening> = new Set<Loosening>(['words', 'title', 'kind']);

/** Those whose titles have a word of a name, and no common one. */
export function partlyCalledBy(events: NamedEvent[], named: string[]): NamedEvent[] {
  const words = named.filter((word) => !isCommonWord(word)).flatMap(basesOf);
  return events.filter(({ title }) => basesOf(title).some((base) => words.includes(base)));
}

/**
 * Of what fits, the events whose titles have all that they are called by, as it was said or else by other words. Of several names each
 * has to be that of an event.
 */
export function onlyNamed(groups: Group[], { topics, match }: Filters): Group[] {
  const [fitting] = groups.filter(({ without }) => without.length === 0);
  if (!fitting || topics.length === 0) return [];
  const called = (names: (topic: Topic) => string[]) => {
    const isCalled = (topic: Topic, title: string) => names(topic).some((name) => hasAll(title, name));
    if (match !== 'ANY')
      return fitting.events.filter(({ title }) => topics.every((topic) => isCalled(topic, title)));
    const areAll = topics.every((topic) => fitting.events.some(({ title }) => isCalled(topic, title)));
    return areAll ? fitting.events.filter(({ title }) => topics.some((topic) => isCalled(topic, title))) : [];
  };
  const asSaid = called(({ said }) => [said]);
  const events = asSaid.length > 0 ? asSaid : called(({ words, said }) => [...words, said]);
  return events.length > 0 ? [{ ...fitting, events }] : [];
}

/** What parts a title from what explains it, or from who wrote it. */
const SUBTITLE = /:| [-–—] | by (?=\p{Lu})/u;

/** Whether a title is a name, word by word, or is it up to a colon, a dash or its author. */
export function isTitled(title: string, name: string): boolean {
  const words = wordsOf(name).join(' ');
  return [title, title.split(SUBTITLE)[0]!].some((one) => wordsOf(one).join(' ') === words);
}

/** Whether a title has all words of a name. */
export function hasAll(title: string, name: string): boolean {
  const stems = stemsOf(title);
  return name !== '' && stemsOf(name).every((word) => stems.includes(word));
}

/** The words of a text, folded and without their endings: "painting the fence" is "paint a fence". */
function stemsOf(text: string): string[] {
  return basesOf(text).map(stemmer);
}

/** The words of a text, folded and in the singular. */
function basesOf(text: string): string[] {
  return wordsOf(text).map(singular);
}

/** The words of a text, folded. */
function wordsOf(text: string): string[] {
  return folded(text).match(/[\p{L}\p{N}]+/gu) ?? [];
}
