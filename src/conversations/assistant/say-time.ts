import { DAY_MS, HOUR_MS } from '../../common/instant.js';
import { EVENING } from '../../events/event-window.js';
import { PARTS } from './day-parts.js';
import type { FoundEvent } from './found.js';
import type { When } from './interpreter.js';
import type { LocalTime, Zone } from './zone.js';

/** Up to this hour the night still counts with the day before it. */
const SMALL_HOURS = 6;

/** Formats a local time as what a clock in UTC shows, so that one format serves all zones. */
function formatter(options: Intl.DateTimeFormatOptions): (wall: number) => string {
  const format = new Intl.DateTimeFormat('en-US', { timeZone: 'UTC', ...options });
  return (wall) => format.format(wall).replace(/\s/g, ' '); // newer engines put a narrow space before PM
}

const sayYear = formatter({ year: 'numeric' });
/** The hour that a local time shows: "5:30 PM". */
export const sayHourOf = formatter({ hour: 'numeric', minute: '2-digit' });
const sayDayOfYear = formatter({ weekday: 'short', month: 'short', day: 'numeric' });
const sayDayAndYear = formatter({ weekday: 'short', month: 'short', day: 'numeric', year: 'numeric' });

function sayDay(time: number, { now, zone }: LocalTime): string {
  const wall = zone.wallOf(time);
  return sayYear(wall) === sayYear(zone.wallOf(now)) ? sayDayOfYear(wall) : sayDayAndYear(wall);
}

function sayHour(time: number, { zone }: LocalTime): string {
  return sayHourOf(zone.wallOf(time));
}

function sayDayAndHour(time: number, local: LocalTime): string {
  return `${sayDay(time, local)}, ${sayHour(time, local)}`;
}

/** What lasts longer is not open all the time: an exhibition, not a festival. In milliseconds. */
export const LONGEST_WHOLE = 4 * DAY_MS;

/**
 * When an event is: "Sat, Nov 21, 7:00 PM to 9:30 PM", or "now, until 6:28 PM", "until Sat, Dec 12, 5:00 PM" of an exhibition. The end has a day where that is another one,
 * the end of a night has none.
 */
export function sayTime(start: number, end: number | null, local: LocalTime): string {
  const { now, zone } = local;
  if (end !== null && start > now && beginsDay(start, zone) && beginsDay(end, zone))
    return sayDays(start, end - 1, local);
  const isRunning = start <= now && end !== null && end > now;
  if (isRunning && end - start > LONGEST_WHOLE) return `until ${sayEnd(now, end, local)}`;
  const from = isRunning ? 'now' : sayDayAndHour(start, local);
  if (end === null) return from;
  return `${from}${isRunning ? ', until' : ' to'} ${sayEnd(isRunning ? now : start, end, local)}`;
}

/** When an event is. The ticketing feed gives a whole day where it has no time yet. */
export function sayTimeOf(
  { startAt, endAt, isTicketed }: Pick<FoundEvent, 'startAt' | 'endAt' | 'isTicketed'>,
  local: LocalTime,
): string {
  const [start, end] = [Date.parse(startAt), endAt === null ? null : Date.parse(endAt)];
  const isWhole =
    end !== null &&
    beginsDay(start, local.zone) &&
    dayOf(end, local.zone) === dayOf(start, local.zone) + 1 &&
    beginsDay(end, local.zone);
  return isTicketed && isWhole ? `${sayDay(start, local)}, time to be announced` : sayTime(start, end, local);
}

/** The whole days from the first time to the last. */
function sayDays(first: number, last: number, local: LocalTime): string {
  const from = sayDay(first, local);
  return dayOf(first, local.zone) === dayOf(last, local.zone)
    ? `${from}, all day`
    : `${from} to ${sayDay(last, local)}`;
}

function sayEnd(from: number, to: number, local: LocalTime): string {
  const { zone } = local;
  const isSameDay = dayOf(from, zone) === dayOf(to - 1, zone) || isSmallHours(from, to, zone);
  const endsDay = beginsDay(to, zone);
  if (to - from < DAY_MS && isSameDay) return endsDay ? 'midnight' : sayHour(to, local);
  return endsDay ? sayDay(to - 1, local) : sayDayAndHour(to, local);
}

/** Whether a night that begins on one day ends early on the next. */
function isSmallHours(from: number, to: number, zone: Zone): boolean {
  return dayOf(to, zone) === dayOf(from, zone) + 1 && hourOf(to, zone) < SMALL_HOURS;
}

/**
 * How a time in words was understood: "tonight", "tomorrow (Fri, Nov 20)", "from Fri, Nov 20, 5:00 PM to Sun, Nov 22",
 * "until 6:28 PM". Empty where there is none.
 */
export function sayWhen(when: When | null, local: LocalTime): string {
  if (!when) return '';
  const { now } = local;
  const from = Math.max(when.from, now);
  if (when.to === null) return from === now ? '' : `from ${sayBegin(from, local)}`;
  if (from === now && when.to - from <= 60_000) return 'right now';
  return sayDayWord(from, when.to, local) ?? saySpan(from, when.to, local);
}

/** Today, tonight and tomorrow, by the name that people have for them. */
function sayDayWord(from: number, to: number, local: LocalTime): string | undefined {
  const { now, zone } = local;
  const [today, first] = [dayOf(now, zone), dayOf(from, zone)];
  const endsDay = beginsDay(to, zone);
  const isNight = hourOf(from, zone) >= EVENING && isSmallHours(from, to, zone) && !endsDay;
  if (first === today && isNight) return 'tonight';
  if (isWeekend(from, to, zone) && first - today < 5) return `this weekend (${saySpan(from, to, local)})`;
  const part = PARTS.find(
    ([, begins, ends]) => hourOf(from, zone) === begins && to - from === (ends - begins) * HOUR_MS,
  );
  if (part && from > now) return `${first === today ? 'today' : `on ${sayDay(from, local)}`}, ${part[3]}`;
  if (!endsDay || dayOf(to - 1, zone) !== first) return undefined;
  if (first === today && from === now) return 'today';
  if (!beginsDay(from, zone)) return undefined;
  return first === today + 1 ? `tomorrow (${sayDay(from, local)})` : `on ${sayDay(from, local)}`;
}

/** Friday evening to the end of Sunday. */
function isWeekend(from: number, to: number, zone: Zone): boolean {
  const wall = new Date(zone.wallOf(from));
  return (
    wall.getUTCDay() === 5 && wall.getUTCHours() === EVENING && dayOf(to, zone) === dayOf(from, zone) + 3
  );
}

function saySpan(from: number, to: number, local: LocalTime): string {
  const end = sayEnd(from, to, local);
  if (beginsDay(from, local.zone) && from > local.now && to - from < DAY_MS)
    return `on ${sayDay(from, local)}, until ${end}`;
  return from === local.now ? `until ${end}` : `from ${sayBegin(from, local)} to ${end}`;
}

function sayBegin(from: number, local: LocalTime): string {
  return beginsDay(from, local.zone) ? sayDay(from, local) : sayDayAndHour(from, local);
}

/** A length of time in days, or in hours and minutes. */
export function sayLength(length: number): string {
  const minutes = Math.round(length / 60_000);
  const parts =
    length > 1.5 * DAY_MS
      ? [counted(Math.round(length / DAY_MS), 'day')]
      : [counted(Math.floor(minutes / 60), 'hour'), counted(minutes % 60, 'minute')];
  return parts.filter(Boolean).join(' and ');
}

function counted(count: number, unit: string): string {
  return count === 0 ? '' : `${count} ${unit}${count === 1 ? '' : 's'}`;
}

/** The number of the local day of an instant. */
function dayOf(time: number, zone: Zone): number {
  return Math.floor(zone.wallOf(time) / DAY_MS);
}

function hourOf(time: number, zone: Zone): number {
  return new Date(zone.wallOf(time)).getUTCHours();
}

/** Whether a local day begins then: at midnight, or later where the clocks skip that. */
function beginsDay(time: number, zone: Zone): boolean {
  return zone.instantOf(dayOf(time, zone) * DAY_MS) === time;
}
