import { z } from 'zod';
import { EVENT_QUERY, type EventQuery } from './event-query.js';
import { HELP_TOPICS } from './help.js';

/** What a message wants: a search, more of the last one, one of its events, help, or nothing of these. */
export const READING = z.strictObject({
  kind: z.enum(['SEARCH', 'MORE', 'PICK', 'HELP', 'OTHER']),
  /** Of SEARCH what is searched for, of MORE what differs from the last search. */
  query: EVENT_QUERY.nullable(),
  /** Of PICK which event of the last list, from 1. */
  which: z.number().nullable(),
  help: z.enum(HELP_TOPICS).nullable(),
});

export type Reading = z.output<typeof READING>;

/** The last search of a conversation and the events that its answer named. It is stored with each answer. */
export interface SearchContext {
  query: EventQuery;
  /** How many events of the query came before these. */
  offset: number;
  eventIds: string[];
}

/** A message to read. */
export interface Question {
  text: string;
  /** Milliseconds since the epoch. */
  now: number;
  /** The IANA time zone of days and words such as `tonight`. */
  zone: string;
  last: SearchContext | null;
}

/** The port: reads what a message wants. */
export abstract class QuestionReader {
  abstract read(question: Question, signal: AbortSignal): Promise<Reading>;
}
