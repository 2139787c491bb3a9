import { hasAddress, hasHidden } from '../common/plain-words.js';
import { codePoints } from '../common/text.js';
import type { Asker } from '../llm/language-model.js';
import categories from './lexicon/categories.json' with { type: 'json' };

/** The one closed list of categories, for events and gigs alike (rules.md, "Tagging"). */
export type Category = keyof typeof categories;
export const CATEGORIES = Object.keys(categories) as Category[];

/** Kinds of work are for gigs only (rules.md, "Tagging"); a creator may give them to an event. */
const EVENT_CATEGORIES = CATEGORIES.filter((category) => !categories[category].startsWith('gigs: '));

/** The categories that a tagger may give to an event, or to a gig. */
export function categoriesFor(type: TaggableEvent['type']): readonly Category[] {
  return type === 'GIG' ? CATEGORIES : EVENT_CATEGORIES;
}

/** What a tagger sees of an event: its texts, its type and its feed's classification. */
export interface TaggableEvent {
  type: 'EVENT' | 'GIG';
  title: string;
  description: string;
  locationName: string;
  /** The feed's classification, the most general part first. */
  hints?: string[];
}

export interface Tagging {
  tags: string[];
  category: Category | null;
  summary: string | null;
}

/** An event's tagging, which is empty where the tagger failed. */
export interface TaggingResult extends Tagging {
  hasFailed: boolean;
}

/** The limits of every tagging. Lengths count code points. */
export const TAGGING_LIMITS = { tags: 10, tagLength: 40, summaryLength: 280 } as const;

/** Whether a text may be a tag, in upper or lower case. */
export function isTag(text: string): boolean {
  const length = codePoints(text);
  const isPlain = !hasHidden(text) && !hasAddress(text) && !/[<>]/.test(text);
  return length >= 1 && length <= TAGGING_LIMITS.tagLength && isPlain;
}

/** The port. */
export interface Tagger {
  /** @throws where there is no tagging, or the reason of the asker's signal */
  tag(event: TaggableEvent, asker: Asker): Promise<Tagging>;
}
