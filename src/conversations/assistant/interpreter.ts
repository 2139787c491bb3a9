import type { CategoryDto } from '../../events/categories.dto.js';
import type { COMPENSATION_TYPES, EventType } from '../../events/event.entity.js';
import type { FoundEvent } from './found.js';
import type { HelpTopic } from './help.js';
import type { LocalTime } from './zone.js';

export type Category = CategoryDto['category'];

/** Something that an event should be about. */
export interface Topic {
  /** Words and phrases of letters, digits and single blanks; one of them is enough. */
  words: string[];
  /** The category where the topic is a whole one: an event of it matches too. */
  category: Category | null;
  /** The category whose events come near where nothing is about the topic itself. */
  near: Category | null;
  /** What it was called. */
  said: string;
  /** It counts in title, tags and place alone: what a text says of something online is rarely that the event is. */
  headOnly: boolean;
  /** Further words, which count in title, tags and place alone. */
  headWords?: string[];
  /** It says for whom, and not what. */
  forWhom?: boolean;
  /** It is told beside the request: nobody misses it. */
  isAside?: boolean;
  /** Its words count only as they are written, in the singular or the plural. */
  asWritten?: boolean;
  /** An event is about it as well where its text alone has the words. */
  inText?: boolean;
}

/** What the events that fit are sorted by, where it is not how well they fit. */
export const ORDERS = [
  'SOONEST',
  'ENDING',
  'LATEST',
  'LONGEST',
  'SHORTEST',
  'BEST_PAID',
  'MOST_PAID',
  'MOST_POSITIONS',
] as const;
export type Order = (typeof ORDERS)[number];

/** What a gig should pay. */
export interface Pay {
  least: number | null;
  most: number | null;
  /** Strictly more than `least` and less than `most`. */
  strictly: boolean;
  /** ISO 4217; null: any. */
  currency: string | null;
  per: (typeof COMPENSATION_TYPES)[number] | null;
}

/** What an event may cost at most. */
export interface PriceLimit {
  most: number;
  /** Less than that. */
  strictly: boolean;
  /** Instead, what does not say what it costs. */
  isUnsaid?: boolean;
}

/** A span of time in milliseconds since the epoch, its end not included; null: without end. */
export interface When {
  from: number;
  to: number | null;
}

/** The hours of the day in which an event starts, or in which it does not. */
export interface Hours {
  /** As an answer names them: "in the morning". */
  said: string;
  /** Below 0 where they begin on the day before. */
  begins: number;
  /** Above 24 where they end on the next day. */
  ends: number;
  isWanted: boolean;
  /** Only on these days of the week; Sunday is 0. */
  days?: number[];
}

/** How long an event should last, in hours, and by which hour of the day it should be over. */
export interface Lasting {
  /** As an answer names it: "of at most 2 hours". */
  said: string;
  least: number | null;
  most: number | null;
  /** Of the day on which it starts; above 24 in the small hours of the next one. */
  endsBy: number | null;
}

/** What a question asks for. */
export interface Filters {
  type: EventType | null;
  topics: Topic[];
  /** Whether all topics have to match, at least half of them, or one; or the title has no other words than theirs. */
  match: 'ALL' | 'MOST' | 'ANY' | 'TITLE';
  /** What no event may be about. */
  unwanted: Topic[];
  /** What is no condition: what is about it comes first. */
  wished: Topic[];
  /** Words that the location's name has to contain, all of them. */
  place: string[];
  /** Free of charge; for a gig: unpaid. */
  free: boolean;
  pay: Pay | null;
  order: Order | null;
  /** The question asks for a price, which events do not have. What says that it is free comes first. */
  priced: boolean;
  /** What an event may cost by the first amount in its text, whatever the currency. */
  price: PriceLimit | null;
  when: When | null;
  /** On any day of that time. */
  hours: Hours | null;
  lasts: Lasting | null;
  /** Words of a holiday: what has them comes first. */
  themes: string[];
  /** On or off campus: what the ticket shop sells is in town. */
  campus: 'ON' | 'OFF' | null;
  /** How many people a gig should need: those that need so many come first. */
  people: number | null;
}

/** No condition at all. */
export const ANYTHING: Filters = {
  type: null,
  topics: [],
  match: 'ALL',
  unwanted: [],
  wished: [],
  place: [],
  free: false,
  pay: null,
  order: null,
  priced: false,
  price: null,
  when: null,
  hours: null,
  lasts: null,
  themes: [],
  campus: null,
  people: null,
};

/** A message as it came, and what was said before it in the conversation. */
export interface Question {
  text: string;
  /** When and where it is asked: what "tonight" means. */
  local: LocalTime;
  /** The exchanges before it, oldest first; only the last ones. */
  earlier: Exchange[];
  /** When the only event starts that the last answer named, in milliseconds since the epoch: what "that same evening" means. */
  shownAt?: number;
}

/** An earlier question, and the events that its answer named. */
export interface Exchange {
  text: string;
  /** When it was asked, in milliseconds since the epoch. */
  at: number;
  eventIds: string[];
}

/** The last answer that named events. */
export function lastShown(earlier: Exchange[]): Exchange | undefined {
  return earlier.findLast(({ eventIds }) => eventIds.length > 0);
}

/** A word of a question that was taken for another one. */
export interface Correction {
  written: string;
  read: string;
}

/** A question that events can answer. */
export interface Search {
  kind: 'SEARCH';
  filters: Filters;
  /** It goes on from the question before, and keeps what it does not change. */
  carriesOn: boolean;
  /** It asks for further events: those that were named before are left out. */
  more: boolean;
  corrections: Correction[];
  /** It is not in English, so only its words are looked for. */
  foreign: boolean;
  /** It asks whether something takes place. */
  asksIfOn: boolean;
  /** What it asks of the events that it names. */
  about: Asked[];
  /** Something that this may have, such as parking. */
  thing: string | null;
  /** What kind of event the one is that it names: "the coyote talk". */
  kinds: Topic[];
  /** It is to be before or after an event that has these, or after the first that was shown. */
  beside: { side: 'BEFORE' | 'AFTER'; named: { name: string; filters: Filters } | null } | null;
  /** It looks among the events that the last answer named, and for others where none of these fits. */
  ofShown: boolean;
  /** What is meant where no event is called so, or none of those fits. */
  otherwise: Intent | null;
}

/** A search that asks nothing but what there is. */
export const PLAIN_SEARCH: Omit<Search, 'filters'> = {
  kind: 'SEARCH',
  carriesOn: false,
  more: false,
  corrections: [],
  foreign: false,
  asksIfOn: false,
  about: [],
  thing: null,
  kinds: [],
  beside: null,
  ofShown: false,
  otherwise: null,
};

/** It asks about events that the last answer named. */
export interface Recall {
  kind: 'RECALL';
  /** The events of the answer that it speaks of; null: of the last one that named events. */
  among: string[] | null;
  /** Which of them, from 1; null: all. */
  which: number | null;
  /** "It" stands for one of several: the first is taken. */
  isGuess: boolean;
  about: Asked[];
  /** Something that an event may have, such as parking. */
  thing: string | null;
  /** Of several those that end within it, where there are such; null: all. */
  ends: When | null;
  /** Those that start within it, or else on such a weekday, Sunday being 0; null: all. */
  starts: (When & { weekday?: number }) | null;
  /** The one that ends first. */
  endsFirst: boolean;
  /** Whether and when the first of them takes place again. */
  again: boolean;
  /** Only those whose texts have the thing. */
  onlyWithThing: boolean;
  /** Words of its title or place, or else of its text; none where it is not named so. */
  named: string[];
  /** Of several those of such a kind, where there are some: "the concert". */
  kinds: Topic[];
  /** What is meant where none of those that were named fits. */
  otherwise: Intent | null;
}

/** It asks what they are, of all that the last answer named. */
export const OF_ALL_SHOWN: Recall = {
  kind: 'RECALL',
  among: null,
  which: null,
  isGuess: false,
  about: [],
  thing: null,
  ends: null,
  starts: null,
  endsFirst: false,
  again: false,
  onlyWithThing: false,
  named: [],
  kinds: [],
  otherwise: null,
};

/** What may be asked of an event. */
export const ASKED = [
  ...(['PRICE', 'SIGN_UP', 'ORGANIZER', 'BRING', 'AUDIENCE'] as const),
  ...(['ADDRESS', 'APPLY_BY', 'POSITIONS'] as const),
  ...(['COUNT', 'DISTANCE', 'END', 'DURATION', 'HOURS', 'OPENING_HOURS', 'SUBJECT'] as const),
] as const;
export type Asked = (typeof ASKED)[number];

export const SMALL_TALK = [
  'GREETING',
  'THANKS',
  'GOODBYE',
  'COMPLAINT',
  'FOREIGN',
  'UNKNOWN',
  'OTHER',
] as const;

/** It asks how the service does something. */
export interface Help {
  kind: 'HELP';
  topics: HelpTopic[];
  /** What is meant where the message names an event: "can we get a family ticket for the Ironbacks?" */
  ofEvent?: Search;
}

/** What somebody wants to hear: events, how the service works, or a friendly word. */
export type Intent = Search | Recall | Help | { kind: 'SMALL_TALK'; about: (typeof SMALL_TALK)[number] };

/** Conditions of a question that are given up so that something fits. */
export type Loosening =
  /** The words of a title stand among those of the topics and the place. */
  | 'title'
  /** Topics that are common words. */
  | 'common'
  /** What kind of event it is: its category is enough, where other words name it. */
  | 'kind'
  /** That something is taught, and not only to be seen. */
  | 'taught'
  /** The topics that no lexicon knows. */
  | 'unknown'
  /** Whole categories beside a narrower topic. */
  | 'whole'
  /** Half of the topics are enough. */
  | 'most'
  /** One of them is. */
  | 'any'
  /** What comes near the topics. */
  | 'near'
  /** The topics stand in the text alone, not in title, tags or place. */
  | 'mention'
  /** The topics. */
  | 'topics'
  | 'when'
  | 'price'
  /** What it costs: its text does not say. */
  | 'unsaid'
  /** What would be nice. */
  | 'wish'
  | 'place'
  /** Whether it is an event or a gig, of what is at a place. */
  | 'type'
  /** How long it lasts, and when it is over. */
  | 'length'
  /** All that was read: the events have most of the words that the message has. */
  | 'words';

/** Events that fit, once some conditions are given up: best first. */
export interface Group {
  events: FoundEvent[];
  without: Loosening[];
  /** The topics that were given up and that none of the events has. */
  missing?: Topic[];
  /** What would be nice and none of the events has. */
  unmet?: Topic[];
  /** The topics that it has, where these are not all. */
  about?: Topic[];
  /** How many others there are; infinitely many where they are not counted. */
  more: number;
}

/** The events found for a question, at most five, in at most two groups; none where nothing fits. */
export interface Finding {
  search: Search;
  /** Those that would fit, had they not been cancelled: where none does, or where that is asked. */
  cancelled: FoundEvent[];
  groups: Group[];
  /** The event before or after which they are; null where there is none such. */
  beside?: FoundEvent | null;
}

/**
 * Translates between people's words and the service: reads a question and words what was found. It never searches,
 * so an answer's events are always those that were found.
 */
export abstract class Interpreter {
  /**
   * What a message asks for.
   * @param signal aborts when the time of the whole answer is up, here and below
   */
  abstract understand(question: Question, signal: AbortSignal): Promise<Intent>;

  /** The answer in plain text, only from what was found. */
  abstract word(finding: Finding, local: LocalTime, signal: AbortSignal): Promise<string>;
}
