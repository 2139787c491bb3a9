import type { Hours } from '../interpreter.js';
import type { Span } from './date-span.js';
import { MONTH, weekdayNamed } from './day-names.js';

/** A date in a text, and the span of local time that it means. */
export interface NamedDate {
  index: number;
  text: string;
  span: Span;
  /** Where it is a time of any day: "before 9", "after 5pm". */
  hours: Hours | null;
}

/** "The Sunday Jazz Session on Dec 10": a day of the week that the date is not on belongs to a name. */
export function besideNames(dates: NamedDate[], text: string): NamedDate[] {
  const dated = dates.find((date) => OF_MONTH.test(date.text));
  if (!dated) return dates;
  const isOfName = (date: NamedDate) => {
    if (weekdayNamed(date.text) === null || /^on /i.test(date.text)) return false;
    const [before, after] = [text.slice(0, date.index), text.slice(date.index + date.text.length)];
    const isApart = date.span.to <= dated.span.from || date.span.from >= dated.span.to;
    return (
      isApart && /^ \p{L}{3,}/u.test(after) && !JOINS.test(before) && !/^,? (?:or|and|to)\b/i.test(after)
    );
  };
  return dates.filter((date) => !isOfName(date));
}

const OF_MONTH = new RegExp(String.raw`\b${MONTH}\.? \d|\d ${MONTH}\b|\d/\d`, 'i');
const JOINS = /\b(?:or|and|to|on|this|next|until|not|but) $/i;

/** Whether a date goes on from another: "not on Friday, Saturday or Sunday", but "not Friday, Saturday?" */
export function goesOn(last: NamedDate | undefined, date: NamedDate, text: string): boolean {
  if (!last) return false;
  const between = text.slice(last.index + last.text.length, date.index);
  const isListed =
    /^\s*,(?: on)?\s*$/i.test(between) &&
    /^\s*,? (?:and|or)\b/i.test(text.slice(date.index + date.text.length));
  return isListed || /^\s*,?\s*(?:and|or)(?: on)?\s*$/i.test(between);
}
