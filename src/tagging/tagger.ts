import { hasAddress, hasHidden } from '../common/plain-words.js';
import { codePoints } from '../common/text.js';
import categories from './lexicon/categories.json' with { type: 'json' };

/** The closed list of categories, for events and gigs (rules.md, "Tagging"). */
export type Category = keyof typeof categories;
export const CATEGORIES = Object.keys(categories) as Category[];

/**
 * Taggers use categories of work only for gigs (rules.md, "Tagging"). A creator may also use them for an
 * event.
 */
const EVENT_CATEGORIES = CATEGORIES.filter((category) => !categories[category].startsWith('gigs: '));

/** The categories that a tagger may use for a type. */
export function categoriesFor(type: TaggableEvent['type']): readonly Category[] {
  return type === 'GIG' ? CATEGORIES : EVENT_CATEGORIES;
}

/** The input of a tagger: the texts of an event, its type and the classification of its feed. */
export interface TaggableEvent {
  type: 'EVENT' | 'GIG';
  title: string;
  description: string;
  locationName: string;
  /** The classification of the feed, most general part first. */
  hints?: string[];
}

export interface Tagging {
  tags: string[];
  category: Category | null;
  summary: string | null;
}

/** The tagging of an event. It is empty if the tagger failed. */
export interface TaggingResult extends Tagging {
  hasFailed: boolean;
}

/** The limits of every tagging. Lengths are in code points. */
export const TAGGING_LIMITS = { tags: 10, tagLength: 40, summaryLength: 280 } as const;

/** Whether a text is a valid tag, in upper or lower case. */
export function isTag(text: string): boolean {
  const length = codePoints(text);
  const isPlain = !hasHidden(text) && !hasAddress(text) && !/[<>]/.test(text);
  return length >= 1 && length <= TAGGING_LIMITS.tagLength && isPlain;
}
