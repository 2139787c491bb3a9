import { hasLink, withoutHidden } from '../../common/plain-words.js';
import type { Filters, Finding, FoundEvent, Loosening, When } from './interpreter.js';
import { ZONE } from './zone.js';

const MAX_NAME = 200;

const HELP = `Ask me what is on, and I look through the events and gigs to come, for example: "Any free jazz this weekend?", "Gigs that pay over $15", "Yoga tomorrow morning", "Anything at the Ohio Union on 3 December?"`;

const NOTHING = 'I know only events and gigs that are still to come: try other words, or another day.';

const CLOSEST = 'Nothing fits all of that. The closest are:';
/** How to say what was not found, and what is shown instead. */
const INSTEAD: Record<Loosening, (asked: Filters, now: number) => string> = {
  when: ({ when }, now) =>
    isPast(when, now)
      ? 'That time is past. The next ones are:'
      : `Nothing fits ${sayWhen(when, now)}. The next ones are:`,
  price: ({ type, pay }) =>
    type === 'GIG' || pay
      ? 'Nothing fits with that pay. Without regard to the pay:'
      : 'Nothing that fits says it is free. Otherwise:',
  place: () => 'Nothing fits at that place. Elsewhere:',
  topics: () => CLOSEST,
};

/** Words what was found: up to five events with title, time, place and pay, and what did not fit. */
export function wordFinding({ asked, events, without }: Finding, now: number): string {
  const lead =
    events.length === 0
      ? nothing(asked, now)
      : without.length > 0
        ? instead(asked, without, now)
        : `Here is what fits${asked.when ? ` ${sayWhen(asked.when, now)}` : ''}:`;
  const lines = events.map((event, index) => `${index + 1}. ${sayEvent(event, now)}`);
  const price = asked.priced ? ['What an event costs I cannot tell: see its own page.'] : [];
  return [lead, ...lines, ...price].join('\n');
}

function instead(asked: Filters, [first, ...others]: Loosening[], now: number): string {
  return first && others.length === 0 ? INSTEAD[first](asked, now) : CLOSEST;
}

/** The answer to what is not a question. */
export function wordHelp(): string {
  return HELP;
}

function nothing({ when }: Filters, now: number): string {
  if (isPast(when, now)) return `That time is past, and nothing to come fits either. ${NOTHING}`;
  return `Nothing fits${when ? ` ${sayWhen(when, now)}` : ''}. ${NOTHING}`;
}

function isPast(when: When | null, now: number): boolean {
  return when !== null && when.to !== null && when.to <= now;
}

function sayEvent({ title, startAt, endAt, place, type, compensation }: FoundEvent, now: number): string {
  const time = sayTime(Date.parse(startAt), endAt === null ? null : Date.parse(endAt), now);
  const at = `${quoted(title)}: ${time}${place && `, at ${sayPlace(place)}`}`;
  return type === 'GIG' ? `${at}; ${sayPay(compensation)}` : at;
}

/** Quotes other people's words. No quotation mark within them ends the quotation. */
export function quoted(text: string): string {
  return `“${oneLine(text).replace(/["“”„‟«»]/g, "'")}”`;
}

/** A place needs quotation marks only where it could be read as a sentence or a link. */
function sayPlace(place: string): string {
  return /[.:;!?…"“”]/.test(place) || hasLink(place) ? quoted(place) : oneLine(place);
}

/** Titles and places are other people's words: each stays in one line, is visible, and is cut to a length. */
export function oneLine(text: string): string {
  const line = withoutHidden(text.replace(/[\s\p{Cc}]+/gu, ' '))
    .replace(/ +/g, ' ')
    .trim();
  const characters = [...line];
  return characters.length > MAX_NAME ? `${characters.slice(0, MAX_NAME - 1).join('')}…` : line;
}

const PER = { HOURLY: 'an hour', DAILY: 'a day', WEEKLY: 'a week', MONTHLY: 'a month', FIXED: 'in all' };

function sayPay(compensation: FoundEvent['compensation']): string {
  const amount = Number(compensation?.amount ?? 0);
  if (!compensation || !(amount > 0)) return 'unpaid';
  const { currency, type } = compensation;
  const digits = Number.isInteger(amount) ? String(amount) : amount.toFixed(2);
  return `pays ${currency === 'USD' ? `$${digits}` : `${digits} ${currency}`} ${PER[type]}`;
}

function formatter(options: Intl.DateTimeFormatOptions): (time: number) => string {
  const format = new Intl.DateTimeFormat('en-US', { timeZone: ZONE, ...options });
  return (time) => format.format(time).replace(/\s/g, ' '); // newer engines put a narrow space before PM
}

const sayYear = formatter({ year: 'numeric' });
const sayClock = formatter({ hour: 'numeric', minute: '2-digit' });
const sayDayOfYear = formatter({ weekday: 'short', month: 'short', day: 'numeric' });
const sayDayAndYear = formatter({ weekday: 'short', month: 'short', day: 'numeric', year: 'numeric' });

function sayDay(time: number, now: number): string {
  return sayYear(time) === sayYear(now) ? sayDayOfYear(time) : sayDayAndYear(time);
}

/** "Sat, Nov 21, 7:00 PM to 9:30 PM"; the end has a day only where it is another one. */
function sayTime(start: number, end: number | null, now: number): string {
  const from = `${sayDay(start, now)}, ${sayClock(start)}`;
  if (end === null) return from;
  const isSameDay = sayDayAndYear(start) === sayDayAndYear(end);
  return `${from} to ${isSameDay ? '' : `${sayDay(end, now)}, `}${sayClock(end)}`;
}

/** "on Sat, Nov 21", "from Fri, Nov 20, 5:00 PM to Sun, Nov 22": how a time in words was understood. */
function sayWhen(when: When | null, now: number): string {
  if (!when) return '';
  const from = Math.max(when.from, now);
  const begins =
    isMidnight(from) || from === now ? sayDay(from, now) : `${sayDay(from, now)}, ${sayClock(from)}`;
  if (when.to === null) return `from ${begins}`;
  if (!isMidnight(when.to)) return `from ${begins} to ${sayEnd(from, when.to, now)}`;
  const lastDay = sayDay(when.to - 1, now);
  return sayDay(from, now) === lastDay && (isMidnight(from) || from === now)
    ? `on ${lastDay}`
    : `from ${begins} to ${lastDay}`;
}

function sayEnd(from: number, to: number, now: number): string {
  return sayDay(from, now) === sayDay(to, now) ? sayClock(to) : `${sayDay(to, now)}, ${sayClock(to)}`;
}

function isMidnight(time: number): boolean {
  return sayClock(time) === '12:00 AM';
}
