import type { CategoryDto } from '../../events/categories.dto.js';
import type { COMPENSATION_TYPES, Compensation, EventType } from '../../events/event.entity.js';

export type Category = CategoryDto['category'];

/** Something that an event should be about. */
export interface Topic {
  /** Words and phrases of letters, digits and single blanks; one of them is enough. */
  words: string[];
  /** The category where the topic is a whole one: an event of it matches too. */
  category: Category | null;
}

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

/** A span of time in milliseconds since the epoch, its end not included; null: without end. */
export interface When {
  from: number;
  to: number | null;
}

/** What a question asks for. */
export interface Filters {
  type: EventType | null;
  topics: Topic[];
  /** Whether all topics have to match, or one is enough. */
  match: 'ALL' | 'ANY';
  /** Words that the location's name has to contain, all of them. */
  place: string[];
  /** Free of charge; for a gig: unpaid. */
  free: boolean;
  pay: Pay | null;
  /** The question asks for a price, which events do not have. */
  priced: boolean;
  when: When | null;
}

/** Conditions of a question that were given up so that something fits. */
export type Loosening = 'when' | 'price' | 'place' | 'topics';

/** What an answer may say about an event. */
export interface FoundEvent {
  id: string;
  title: string;
  type: EventType;
  startAt: string;
  endAt: string | null;
  place: string;
  compensation: Compensation | null;
}

/** The events found for a question: best first, at most five. */
export interface Finding {
  asked: Filters;
  events: FoundEvent[];
  /** The conditions that were given up, in the order of `Filters`; empty where everything fits, or nothing does. */
  without: Loosening[];
}

/**
 * Translates between people's words and the service: reads a question and words what was found. It never searches,
 * so an answer's events are always those that were found.
 */
export abstract class Interpreter {
  /**
   * What the question asks for; null where events cannot answer it.
   * @param signal aborts when the time of the whole answer is up, here and below
   */
  abstract understand(question: string, now: number, signal: AbortSignal): Promise<Filters | null>;

  /** The answer in plain text, only from what was found; null: there was no question. */
  abstract word(finding: Finding | null, now: number, signal: AbortSignal): Promise<string>;
}
