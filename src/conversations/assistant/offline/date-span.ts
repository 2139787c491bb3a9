import type { ParsedComponents, ParsedResult } from 'chrono-node';
import { DAY_MS, HOUR_MS } from '../../../common/instant.js';
import { EVENING } from '../../../events/event-window.js';
import { PARTS } from '../day-parts.js';
import type { Hours } from '../interpreter.js';
import { sayHourOf } from '../say-time.js';

/** A span of local time; an infinite end means no end. */
export interface Span {
  from: number;
  to: number;
}

const NAMED =
  /^(?:(?:on|at|in|for|over|during)\s+)?(?:(this|next|last|past|current|the)\s+)?(weekend|week|month|year)$/i;
/** How far around a day or several are those "around" it. */
const AROUND = 3 * DAY_MS;
/** How long "at 7 pm" lasts. */
const MOMENT = 2 * HOUR_MS;

/** The week or the weekend in which a day is. */
export function weekOf(wall: number, unit: string): Span {
  return namedSpan(unit, undefined, wall);
}

/** The library reads dates in the computer's zone, so it gets a date that shows the local time there. */
export function asLocal(wall: number): Date {
  const date = new Date(wall);
  return new Date(
    date.getUTCFullYear(),
    date.getUTCMonth(),
    date.getUTCDate(),
    date.getUTCHours(),
    date.getUTCMinutes(),
    date.getUTCSeconds(),
  );
}

/** The midnight before a local time. */
export const startOfDay = (wall: number) => wall - (((wall % DAY_MS) + DAY_MS) % DAY_MS);
const weekday = (wall: number) => new Date(wall).getUTCDay();

/** The span that a date of the library means, by its words and those before it. */
export function spanOf({ text, index, start, end }: ParsedResult, question: string, wall: number): Span {
  const named = NAMED.exec(text.replace(/\W+$/, ''));
  if (named) return namedSpan(named[2]!.toLowerCase(), named[1]?.toLowerCase(), wall);
  const first = spanOfEnd(start, text.toLowerCase(), wall);
  if (!end) return bounded(first, start.isCertain('hour'), question.slice(0, index), text, wall);
  const last = spanOfEnd(end, text.toLowerCase(), wall);
  if (end.isCertain('hour')) return { from: first.from, to: later(last.from, first.from, 12 * HOUR_MS) };
  return {
    from: first.from,
    to: end.isCertain('weekday') ? later(last.to, first.from, 7 * DAY_MS) : last.to,
  };
}

/** The hours that a time of day means that names no day, and begins, ends or both: "before 9", "after 5pm", "from 5 to 8pm". */
export function hoursOfAnyDay(date: ParsedResult, question: string, wall: number): Hours | null {
  const { start, end, text, index } = date;
  const namesDay = [start, end].some((at) => at && (at.isCertain('day') || at.isCertain('weekday')));
  if (namesDay || !start.isCertain('hour') || /\bto(?:day|night|morrow)\b/i.test(text)) return null;
  const lead = leadOf(question.slice(0, index), text);
  if (!end && !lead) return null;
  const span = spanOf(date, question, wall);
  const day = startOfDay(span.from);
  const [begins, ends] = [(span.from - day) / HOUR_MS, (span.to - day) / HOUR_MS];
  return { said: sayHours(begins, ends), begins, ends, isWanted: true };
}

function sayHours(begins: number, ends: number): string {
  if (begins === 0) return `before ${sayHourOf(ends * HOUR_MS)}`;
  return ends === 24
    ? `after ${sayHourOf(begins * HOUR_MS)}`
    : `between ${sayHourOf(begins * HOUR_MS)} and ${sayHourOf(ends * HOUR_MS)}`;
}

/** An end that was read as before its start is moved half a day or a week later. */
function later(end: number, begin: number, step: number): number {
  return end > begin ? end : end + Math.ceil((begin - end + 1) / step) * step;
}

/** This, next or last week and the like; a week begins on Monday, a weekend on Friday at 17:00. */
function namedSpan(unit: string, which: string | undefined, wall: number): Span {
  const today = startOfDay(wall);
  const shift = which === 'next' ? 1 : which === 'last' || which === 'past' ? -1 : 0;
  const date = new Date(today);
  if (unit === 'year') return yearSpan(date.getUTCFullYear() + shift);
  if (unit === 'month') return monthSpan(date.getUTCFullYear(), date.getUTCMonth() + shift);
  const monday = today - ((weekday(today) + 6) % 7) * DAY_MS + shift * 7 * DAY_MS;
  const from = unit === 'week' ? monday : monday + 4 * DAY_MS + EVENING * HOUR_MS;
  return { from, to: monday + 7 * DAY_MS };
}

const monthSpan = (year: number, month: number): Span => ({
  from: Date.UTC(year, month, 1),
  to: Date.UTC(year, month + 1, 1),
});
const yearSpan = (year: number): Span => ({ from: Date.UTC(year, 0, 1), to: Date.UTC(year + 1, 0, 1) });

/** The year, month, day, part of a day or moment that one end of a date names. */
function spanOfEnd(date: ParsedComponents, said: string, wall: number): Span {
  const hasDay = date.isCertain('day') || date.isCertain('weekday');
  if (!hasDay && !date.isCertain('hour')) {
    const year = date.get('year') ?? 0;
    if (date.isCertain('month')) return nextMonthSpan(date.isCertain('year') ? year : null, date, wall);
    if (date.isCertain('year')) return yearSpan(year);
  }
  const day = dayOf(date, said, wall);
  if (date.isCertain('hour')) {
    const from = day + hourOf(date, said) * HOUR_MS + (date.get('minute') ?? 0) * 60_000;
    const isPast = from + MOMENT <= wall && !/\b(?:last|past|previous|this|today)\b/.test(said);
    // A time of day that is past today is tomorrow's, and that of a weekday next week's.
    const missed = isPast && !date.isCertain('day') ? (hasDay ? 7 * DAY_MS : DAY_MS) : 0;
    return { from: from + missed, to: from + missed + MOMENT };
  }
  const [, begins, ends] = PARTS.find(([pattern]) => pattern.test(said)) ?? [said, 0, 24];
  return { from: day + begins * HOUR_MS, to: day + ends * HOUR_MS };
}

/** A month; without a year the current one or the next to come. */
function nextMonthSpan(year: number | null, date: ParsedComponents, wall: number): Span {
  const month = (date.get('month') ?? 1) - 1;
  const today = new Date(wall);
  const next = today.getUTCFullYear() + (month < today.getUTCMonth() ? 1 : 0);
  return monthSpan(year ?? next, month);
}

/** The start of the day; without "last" a weekday or a date without its year is the next one to come. */
function dayOf(date: ParsedComponents, said: string, wall: number): number {
  const today = startOfDay(wall);
  const [year, month, day] = [date.get('year') ?? 0, (date.get('month') ?? 1) - 1, date.get('day') ?? 1];
  const named = Date.UTC(year, month, day);
  if (/\b(?:last|past|previous|next)\b/.test(said)) return named;
  if (date.isCertain('day'))
    return date.isCertain('year') || named >= today ? named : Date.UTC(year + 1, month, day);
  if (!date.isCertain('weekday')) return today;
  return today + (((date.get('weekday') ?? 0) - weekday(today) + 7) % 7) * DAY_MS;
}

/** Without a.m. or p.m., hours up to eight are in the afternoon or evening, when most events begin. */
function hourOf(date: ParsedComponents, said: string): number {
  const hour = date.get('hour') ?? 0;
  if (hour < 12 && /afternoon|evening|night/.test(said) && !/midnight/.test(said)) return hour + 12;
  const isBare = !date.isCertain('meridiem') && !/midnight|morning|\bam\b/.test(said);
  return isBare && hour >= 1 && hour <= 8 ? hour + 12 : hour;
}

/** The words right before a date, or within it before its time. */
const LEAD_BEFORE =
  /\b(after|from|since|starting|before|until|till|by|around)(?: (?:the|on|at|about|my|our))*\s*$/i;
const LEAD_WITHIN = /\b(after|from|before|until|till|by)\b/i;

/** "after", "from", "before" and "until" open a span on one side; with a time of day they stay in its day. */
export function bounded(span: Span, isMoment: boolean, before: string, said: string, wall: number): Span {
  const day = startOfDay(span.from);
  switch (leadOf(before, said)) {
    case 'after':
      return isMoment ? { from: span.from, to: day + DAY_MS } : { from: span.to, to: Infinity };
    case 'from':
    case 'since':
    case 'starting':
      return { from: span.from, to: isMoment ? day + DAY_MS : Infinity };
    case 'before':
      return { from: isMoment ? day : Math.min(wall, span.from), to: span.from };
    case 'until':
    case 'till':
    case 'by':
      return { from: isMoment ? day : Math.min(wall, span.from), to: isMoment ? span.from : span.to };
    case 'around': {
      const about = isMoment ? HOUR_MS : AROUND;
      return { from: span.from - about, to: span.to + about };
    }
    default:
      return span;
  }
}

function leadOf(before: string, said: string): string | undefined {
  return (LEAD_BEFORE.exec(before) ?? LEAD_WITHIN.exec(said))?.[1]?.toLowerCase();
}
