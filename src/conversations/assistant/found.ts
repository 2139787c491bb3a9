import type { Compensation, EventType } from '../../events/event.entity.js';

/** What an answer may say about an event. */
export interface FoundEvent {
  id: string;
  title: string;
  type: EventType;
  startAt: string;
  endAt: string | null;
  place: string;
  compensation: Compensation | null;
  summary: string | null;
  /** A gig whose text says that nobody is needed any more. */
  isTaken: boolean;
  /** The last day on which one can register for an event, as its text says it: "November 25"; null where it says none. */
  closes: string | null;
  /** A ticket shop sells its tickets. */
  isTicketed: boolean;
}

/** An event that was named before, with its text and what else may be asked of it. */
export type NamedEvent = FoundEvent & {
  description: string;
  /** Who posted it; null where it is of a feed. */
  creatorId: string | null;
  address: string | null;
  tags: string[];
  positions: number | null;
  /** ISO 8601. */
  applyBy: string | null;
};
