import { hasHidden, hasLink } from '../common/plain-words.js';
import { codePoints } from '../common/text.js';
import type { Lane } from '../llm/language-model.js';

/** The one closed list of categories, for events and gigs alike (decisions.md, "Tagging"). */
export const CATEGORIES = [
  'MUSIC',
  'ARTS_CULTURE',
  'SPORTS_RECREATION',
  'HEALTH_WELLNESS',
  'ACADEMIC',
  'WORKSHOP',
  'CAREER_NETWORKING',
  'TECHNOLOGY',
  'COMMUNITY_SERVICE',
  'SOCIAL',
  'FOOD_DRINK',
  'MOVING_DELIVERY',
  'TUTORING',
  'EVENT_STAFFING',
  'CREATIVE_DIGITAL',
  'HOME_HELP',
  'OTHER',
] as const;

export type Category = (typeof CATEGORIES)[number];

/** Kinds of work. Taggers give them to gigs only (decisions.md, "Tagging"); a creator may give them to an event. */
const GIG_CATEGORIES: readonly Category[] = [
  'MOVING_DELIVERY',
  'TUTORING',
  'EVENT_STAFFING',
  'CREATIVE_DIGITAL',
  'HOME_HELP',
];
const EVENT_CATEGORIES = CATEGORIES.filter((category) => !GIG_CATEGORIES.includes(category));

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

/** Whether an event has been tagged: not yet, yes, or never, because the tagger failed on it. */
export type TaggingStatus = 'PENDING' | 'DONE' | 'FAILED';

/** An event's tagging, and whether it is final. It has tags only where it is DONE. */
export interface TaggingResult extends Tagging {
  status: TaggingStatus;
}

/** The limits of every tagging. Lengths count code points. */
export const TAGGING_LIMITS = { tags: 10, tagLength: 40, summaryLength: 280 } as const;

/** Whether a text may be a tag, in upper or lower case. */
export function isTag(text: string): boolean {
  const length = codePoints(text);
  const isPlain = !hasHidden(text) && !hasLink(text) && !/[<>]/.test(text);
  return length >= 1 && length <= TAGGING_LIMITS.tagLength && isPlain;
}

/** The tagging where it failed or is off. Frozen, because it is shared. */
export const NO_TAGGING: Readonly<Tagging> = Object.freeze({
  tags: Object.freeze<string[]>([]) as string[],
  category: null,
  summary: null,
});

/** The port. `signal` aborts when the time is up; `lane` says whether a request or an ingestion waits. */
export interface Tagger {
  readonly name: string;
  tag(event: TaggableEvent, signal: AbortSignal, lane: Lane): Promise<Tagging>;
}
