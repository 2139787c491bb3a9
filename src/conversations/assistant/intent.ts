import { z } from 'zod';
import { EVENT_QUERY, type EventQuery } from './event-query.js';
import { HELP_TOPICS } from './help.js';

/** The intent of a message: a search, more of the last one, one of its events, help, or none of these. */
export const INTENT = z.strictObject({
  kind: z.enum(['SEARCH', 'MORE', 'PICK', 'HELP', 'OTHER']),
  /** Of SEARCH the query, of MORE what differs from the last one. */
  query: EVENT_QUERY.nullable(),
  /** Of PICK the number of an event in the last list, from 1. */
  which: z.number().nullable(),
  help: z.enum(HELP_TOPICS).nullable(),
});

export type Intent = z.output<typeof INTENT>;

/** The last search of a conversation. It is stored with each answer. */
export interface SearchContext {
  query: EventQuery;
  /** The instant of its first page, in milliseconds since the epoch. */
  at: number;
  /** How many events stand before those of the last list. */
  offset: number;
  /** The last list. */
  eventIds: string[];
}

/** A message to read. */
export interface UserMessage {
  text: string;
  /** Milliseconds since the epoch. */
  now: number;
  /** The IANA time zone of days and words such as `tonight`. */
  zone: string;
  last: SearchContext | null;
}
