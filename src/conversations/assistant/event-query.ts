import { Temporal } from 'temporal-polyfill';
import { z } from 'zod';
import { codePoints } from '../../common/text.js';
import { EVENT_TYPES } from '../../events/event.entity.js';
import { UNENDED } from '../../events/event-status.js';
import { WHENS } from '../../events/event-window.js';
import type { ListEventsQuery } from '../../events/events-query.dto.js';
import { CATEGORIES } from '../../tagging/tagger.js';

/** The most events that an answer names (contract 15). */
export const PAGE_SIZE = 5;
/** The longest text that a question searches for, in code points. */
export const MAX_WORDS = 200;

/** A local date or date-time, such as `2026-12-05` or `2026-12-05T17:00`, in the years that an event may have. */
const localTime = z
  .string()
  .regex(/^(?:19[7-9]\d|[2-9]\d{3})-\d\d-\d\d(?:T\d\d:\d\d(?::\d\d)?)?$/)
  .refine((text) => {
    try {
      return Temporal.PlainDateTime.from(text, { overflow: 'reject' }).year < 9999;
    } catch {
      return false;
    }
  });

/** What a question asks the list of events for. `from` and `to` (exclusive) are local times of the service's zone. */
export const EVENT_QUERY = z
  .strictObject({
    words: z
      .string()
      .trim()
      .transform((words) => words.replace(/[\s\p{Cc}]+/gu, ' ') || null)
      .refine((words) => codePoints(words ?? '') <= MAX_WORDS)
      .nullable(),
    type: z.enum(EVENT_TYPES).nullable(),
    category: z.enum(CATEGORIES).nullable(),
    when: z.enum(WHENS).nullable(),
    from: localTime.nullable(),
    to: localTime.nullable(),
  })
  .refine(({ from, to }) => from === null || to === null || from < to);

export type EventQuery = z.output<typeof EVENT_QUERY>;

/** Everything that is to come. */
export const ANYTHING: EventQuery = Object.freeze({
  words: null,
  type: null,
  category: null,
  when: null,
  from: null,
  to: null,
});

/** The parameters of `GET /events` for a query: upcoming and running events only. @param now in milliseconds */
export function toListQuery(query: EventQuery, zone: string, now: number): ListEventsQuery {
  const { words, type, category, when, from, to } = query;
  const instant = (local: string) => Temporal.PlainDateTime.from(local).toZonedDateTime(zone).toInstant();
  const range = {
    from: (from === null ? Temporal.Instant.fromEpochMilliseconds(now) : instant(from)).toString(),
    to: to === null ? undefined : instant(to).toString(),
  };
  return {
    ...{
      q: words ?? undefined,
      type: type ? [type] : undefined,
      category: category ? [category] : undefined,
    },
    ...(when ? { when, tz: zone } : range),
    status: [...UNENDED],
  };
}

/** A query with something given up, and the words for that, such as `at other times`; none for the query itself. */
export interface RelaxedQuery {
  query: EventQuery;
  without: string[];
}

/** The query, then its relaxations in order: without the time, the category, both, and with any of its words. */
export function relaxations(query: EventQuery): RelaxedQuery[] {
  const { words, category, when, from, to } = query;
  const anyTime = { change: { when: null, from: null, to: null }, without: 'at other times' };
  const anyCategory = { change: { category: null }, without: 'in other categories' };
  const anyWord = { change: { words: words?.replaceAll(' ', ' or ') }, without: 'for any of the words' };
  const others = [...(when || from || to ? [anyTime] : []), ...(category ? [anyCategory] : [])];
  const isPhrase = words?.includes('"');
  return [
    [],
    ...others.map((other) => [other]),
    ...(others.length > 1 ? [others] : []),
    ...(words?.includes(' ') && !isPhrase ? [[anyWord, ...others]] : []),
  ].map((relaxed) => ({
    query: Object.assign({}, query, ...relaxed.map(({ change }) => change)),
    without: relaxed.map(({ without }) => without),
  }));
}
