import type { CategoryDto } from '../events/categories.dto.js';
import type { COMPENSATION_TYPES, Compensation, EventType } from '../events/event.entity.js';

export type Category = CategoryDto['category'];

/** Something that an event is to be about. */
export interface Topic {
  /** Words and phrases of letters, digits and single blanks; any of them will do. */
  words: string[];
  /** Where the topic is a whole category: being of it will do as well. */
  category: Category | null;
}

/** What a gig is to pay. */
export interface Pay {
  least: number | null;
  most: number | null;
  /** More than `least` and less than `most`, not just as much. */
  strictly: boolean;
  /** ISO 4217; null: any. */
  currency: string | null;
  per: (typeof COMPENSATION_TYPES)[number] | null;
}

/** A stretch of time in milliseconds since the epoch, its end not included; null: without end. */
export interface When {
  from: number;
  to: number | null;
}

/** What a question asks for. */
export interface Filters {
  type: EventType | null;
  topics: Topic[];
  /** Whether all topics must fit, or any of them will do. */
  match: 'ALL' | 'ANY';
  /** Words of the location's name, all of which it must have. */
  place: string[];
  /** Free of charge, or of a gig: unpaid. */
  free: boolean;
  pay: Pay | null;
  /** A price was asked for, which events do not tell. */
  priced: boolean;
  when: When | null;
}

/** What of a question had to be given up for anything to fit. */
export type Loosening = 'when' | 'price' | 'place' | 'topics';

/** What an answer may name of an event. */
export interface FoundEvent {
  id: string;
  title: string;
  type: EventType;
  startAt: string;
  endAt: string | null;
  place: string;
  compensation: Compensation | null;
}

/** What was found to a question: best first, at most five. */
export interface Finding {
  asked: Filters;
  events: FoundEvent[];
  /** What was given up, in the order of `Filters`; empty where everything fits, or nothing does. */
  without: Loosening[];
}

/**
 * Stands between people's words and the service: reads a question, and words what was found. It never searches itself,
 * so whatever it says, an answer's events are those that were found.
 */
export abstract class Interpreter {
  /**
   * What the question asks for; null where it asks for nothing that events could answer.
   * @param signal aborts when the time of the whole answer is up, here and below
   */
  abstract understand(question: string, now: number, signal: AbortSignal): Promise<Filters | null>;

  /** The answer in plain text, from nothing but what was found; null: there was no question. */
  abstract word(finding: Finding | null, now: number, signal: AbortSignal): Promise<string>;
}
