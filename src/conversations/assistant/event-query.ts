import { Temporal } from 'temporal-polyfill';
import { z } from 'zod';
import { formatInstant } from '../../common/instant.js';
import { codePoints, isStorable } from '../../common/text.js';
import { EVENT_TYPES } from '../../events/event.entity.js';
import { UNENDED } from '../../events/event-conditions.js';
import { MAX_AMOUNT } from '../../events/event-members.dto.js';
import type { ListEventsQuery } from '../../events/list/events-query.dto.js';
import { WHENS } from '../../events/list/time-range.js';
import { CATEGORIES } from '../../tagging/tagger.js';

/** Maximum number of events in an answer (assistant.md). */
export const PAGE_SIZE = 5;
/** Maximum length of the words of a search, in code points. */
export const MAX_WORDS = 200;
/**
 * The range of local years that are valid instants of the API in every zone, with room for the following day.
 */
export const YEARS = [1971, 9997] as const;

/** A local date or date-time, such as `2026-12-05` or `2026-12-05T17:00`. */
const localTime = z
  .string()
  .regex(/^\d{4}-\d\d-\d\d(?:T(?:[01]\d|2[0-3]):[0-5]\d)?$/)
  .refine((text) => z.iso.date().safeParse(text.slice(0, 10)).success && text >= '1971' && text < '9998');

/** The query of a message. `from` and `to` (exclusive) are local times in the zone of the service. */
export const EVENT_QUERY = z
  .strictObject({
    words: z
      .string()
      .refine((words) => isStorable(words) && codePoints(words) <= MAX_WORDS)
      .transform((words) => words.replace(/[\s\p{Cc}]+/gu, ' ').trim() || null)
      .nullable(),
    type: z.enum(EVENT_TYPES).nullable(),
    category: z.enum(CATEGORIES).nullable(),
    when: z.enum(WHENS).nullable(),
    from: localTime.nullable(),
    to: localTime.nullable(),
    minPay: z
      .number()
      .nullable()
      .default(null)
      .transform((pay) => pay || null), // a minimum of zero is no filter
  })
  .refine(({ minPay }) => minPay === null || (minPay >= 0 && minPay <= MAX_AMOUNT))
  .refine(({ when, from, to }) => when === null || (from === null && to === null))
  .refine(({ from, to }) => from === null || to === null || from < to);

export type EventQuery = z.output<typeof EVENT_QUERY>;

const ANY_TIME = { when: null, from: null, to: null };
/** All upcoming events. */
export const ANYTHING: EventQuery = { words: null, type: null, category: null, ...ANY_TIME, minPay: null };

/**
 * The first query overridden by the members that the second one sets. A time replaces `when`, `from` and
 * `to`.
 */
export function merged(query: EventQuery, changes: EventQuery): EventQuery {
  const set = Object.entries(changes).filter(([, value]) => value !== null);
  return { ...query, ...(hasTime(changes) && ANY_TIME), ...Object.fromEntries(set) };
}

/**
 * The parameters of `GET /events` for a query, limited to upcoming and running events. Undefined if its time
 * is over.
 */
export function toListQuery(query: EventQuery, zone: string, now: number): ListEventsQuery | undefined {
  const { words, type, category, when, from, to, minPay } = query;
  const instant = (local: string) =>
    Temporal.PlainDateTime.from(local).toZonedDateTime(zone).epochMilliseconds;
  const begin = from === null ? now : Math.max(now, instant(from));
  const end = to === null ? undefined : instant(to);
  if (end !== undefined && end <= begin) return undefined;
  const range = { from: formatInstant(begin), to: end === undefined ? undefined : formatInstant(end) };
  return {
    q: words ?? undefined,
    type: type ? [type] : undefined,
    category: category ? [category] : undefined,
    status: [...UNENDED],
    minPay: minPay ?? undefined,
    ...(when ? { when, tz: zone } : range),
  };
}

/**
 * The relaxations of a query: the query itself, then without its time, its category, both, its minimum pay
 * and its type too; last with any of its words. `without` describes the relaxation. `isLastOfWords` marks the
 * last query with the original words, for which other spellings are tried.
 */
export function relaxations(query: EventQuery) {
  const { words, type, category, minPay } = query;
  const time = hasTime(query) ? [{ change: ANY_TIME, without: 'at other times' }] : [];
  const kind = category ? [{ change: { category: null }, without: 'in other categories' }] : [];
  const both = [...time, ...kind];
  const unpaid = minPay ? [...both, { change: { minPay: null }, without: 'whatever they pay' }] : both;
  const all = type ? [...unpaid, { change: { type: null }, without: 'among events and gigs alike' }] : unpaid;
  const anyWord = { change: { words: words?.replaceAll(' ', ' or ') }, without: 'for any of the words' };
  // Phrases, alternatives and exclusions do not change.
  const isPlain = words?.includes(' ') && !/"|(?:^| )(?:-|or )/i.test(words);
  const steps = [[], time, kind, both, unpaid, all, ...(isPlain ? [[anyWord, ...all]] : [])];
  const named = new Map(steps.map((step) => [step.map(({ without }) => without).join(' and '), step]));
  return [...named].map(([without, step]) => ({
    query: Object.assign({}, query, ...step.map(({ change }) => change)) as EventQuery,
    without,
    isLastOfWords: step === all,
  }));
}

function hasTime({ when, from, to }: EventQuery): boolean {
  return when !== null || from !== null || to !== null;
}
