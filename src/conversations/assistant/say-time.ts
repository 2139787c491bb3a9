import type { When } from './interpreter.js';
import { instantOf, wallOf, ZONE } from './zone.js';

const HOUR = 3_600_000;
/** Up to this hour the night still counts with the day before it. */
const SMALL_HOURS = 6;

function formatter(options: Intl.DateTimeFormatOptions): (time: number) => string {
  const format = new Intl.DateTimeFormat('en-US', { timeZone: ZONE, ...options });
  return (time) => format.format(time).replace(/\s/g, ' '); // newer engines put a narrow space before PM
}

const sayYear = formatter({ year: 'numeric' });
const sayHour = formatter({ hour: 'numeric', minute: '2-digit' });
const sayDayOfYear = formatter({ weekday: 'short', month: 'short', day: 'numeric' });
const sayDayAndYear = formatter({ weekday: 'short', month: 'short', day: 'numeric', year: 'numeric' });

function sayDay(time: number, now: number): string {
  return sayYear(time) === sayYear(now) ? sayDayOfYear(time) : sayDayAndYear(time);
}

function sayClock(time: number): string {
  return isMidnight(time) ? 'midnight' : sayHour(time);
}

/**
 * When an event is: "Sat, Nov 21, 7:00 PM to 9:30 PM", or "now, until 6:28 PM". The end has a day where that is another one,
 * the end of a night has none.
 */
export function sayTime(start: number, end: number | null, now: number): string {
  if (end !== null && start > now && isMidnight(start) && isMidnight(end))
    return sayDays(start, end - 1, now);
  const isRunning = start <= now && end !== null && end > now;
  const begins = isRunning ? now : start;
  const from = isRunning ? 'now' : `${sayDay(start, now)}, ${sayHour(start)}`;
  if (end === null) return from;
  return `${from}${isRunning ? ', until' : ' to'} ${sayEnd(begins, end, now)}`;
}

/** From the first midnight to the last: whole days. */
function sayDays(first: number, last: number, now: number): string {
  const from = sayDay(first, now);
  return dayOf(first) === dayOf(last) ? `${from}, all day` : `${from} to ${sayDay(last, now)}`;
}

function sayEnd(from: number, to: number, now: number): string {
  const isSameNight = to - from < 24 * HOUR && (dayOf(from) === dayOf(to - 1) || isSmallHours(from, to));
  return isSameNight
    ? sayClock(to)
    : `${sayDay(isMidnight(to) ? to - 1 : to, now)}${isMidnight(to) ? '' : `, ${sayHour(to)}`}`;
}

/** Whether a night that begins on one day ends early on the next. */
function isSmallHours(from: number, to: number): boolean {
  return dayOf(to) === dayOf(from) + 1 && wallHour(to) < SMALL_HOURS;
}

/**
 * How a time in words was understood: "tonight", "tomorrow (Fri, Nov 20)", "from Fri, Nov 20, 5:00 PM to Sun, Nov 22",
 * "until 6:28 PM". Empty where there is none.
 */
export function sayWhen(when: When | null, now: number): string {
  if (!when) return '';
  const from = Math.max(when.from, now);
  if (when.to === null) return from === now ? '' : `from ${sayBegin(from, now)}`;
  if (from === now && when.to - from <= 60_000) return 'right now';
  return sayDayWord(from, when.to, now) ?? saySpan(from, when.to, now);
}

/** Today, tonight and tomorrow, by the name that people have for them. */
function sayDayWord(from: number, to: number, now: number): string | undefined {
  const [today, first] = [dayOf(now), dayOf(from)];
  const isNight = wallHour(from) >= 17 && isSmallHours(from, to) && !isMidnight(to);
  if (first === today && isNight) return 'tonight';
  const isToEnd = isMidnight(to) && dayOf(to - 1) === first;
  if (!isToEnd) return undefined;
  if (first === today && from === now) return 'today';
  if (first === today + 1 && isMidnight(from)) return `tomorrow (${sayDay(from, now)})`;
  return isMidnight(from) ? `on ${sayDay(from, now)}` : undefined;
}

function saySpan(from: number, to: number, now: number): string {
  const end = sayEnd(from, to, now);
  return from === now ? `until ${end}` : `from ${sayBegin(from, now)} to ${end}`;
}

function sayBegin(from: number, now: number): string {
  return isMidnight(from) ? sayDay(from, now) : `${sayDay(from, now)}, ${sayHour(from)}`;
}

/** The number of the local day of an instant. */
function dayOf(time: number): number {
  return Math.floor(wallOf(time) / (24 * HOUR));
}

function wallHour(time: number): number {
  return new Date(wallOf(time)).getUTCHours();
}

function isMidnight(time: number): boolean {
  const wall = wallOf(time);
  return wall % (24 * HOUR) === 0 && instantOf(wall) === time;
}
