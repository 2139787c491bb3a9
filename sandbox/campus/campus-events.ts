import { createHash } from 'node:crypto';
import { columbusInstant, dateOf, dayOf, nextDay } from '../columbus-time.js';
import { readJson } from '../read-json.js';
import type { Endpoint } from '../sandbox-server.js';

/** One event as the campus feed sends it. */
export interface CampusFeedEvent {
  id: string;
  itemHash: string;
  title: string;
  description: string | null;
  content: string | null;
  startDate: string;
  endDate: string | null;
  location: string | null;
  tags: string[];
  link: string | null;
  label: string;
  campus: string | null;
  color: string;
}

/** An event without its dates, as `campus-events.json` keeps it. */
interface Entry {
  number: number;
  /** The day of its period on which it begins. Day 0 is a Thursday. */
  day: number;
  /** When it begins in Columbus, as `18:30`, and how long it lasts: an exhibition some days, too. */
  at: string;
  minutes: number | null;
  days?: number;
  /** Whether it meets every week, and not once in a period. */
  weekly?: boolean;
  event: Omit<CampusFeedEvent, 'id' | 'itemHash' | 'startDate' | 'endDate'>;
}

const SITE = 'https://studentlife.example.edu/Events.aspx';
/** Each event comes again after so many days: whole weeks, so that it keeps its weekday. */
const PERIOD = 56;
/** How many days an event stays in the feed after its end. */
const PAST = 3;
const WEEKS_AHEAD = 4;
const MINUTE_MS = 60_000;

const entries = readJson<Entry[]>('./campus-events.json', import.meta.url);

/** The campus events around the day of `now` (UTC), by their start. Tomorrow's are today's but for a few. */
export function campusEvents({ now }: { now: Date }): CampusFeedEvent[] {
  const order = ({ startDate, id }: CampusFeedEvent) => `${startDate} ${id}`;
  return entries
    .flatMap((entry) => daysOf(entry, dayOf(now)).map((day) => eventOn(day, entry)))
    .sort((a, b) => (order(a) < order(b) ? -1 : 1));
}

/**
 * The feed at `now`, some minutes after it began: each minute a few other upcoming events have another title
 * or place for some minutes, and a few are missing for one.
 */
export function campusFeed({ now, startedAt }: { now: Date; startedAt: Date }): CampusFeedEvent[] {
  const minute = Math.floor((now.getTime() - startedAt.getTime()) / MINUTE_MS);
  return campusEvents({ now }).flatMap((event, index) => {
    const turn = (index + minute) % 60;
    if (minute === 0 || turn > 3 || Date.parse(event.startDate) < now.getTime()) return [event];
    if (turn === 3) return [];
    return index % 2 === 0
      ? [hashed({ ...event, title: `${event.title} (Livestream Added)` })]
      : [hashed({ ...event, location: 'Student Union, Great Hall' })];
  });
}

/** `GET /events` as the campus feed serves it. `lastModified` is when these events were served first. */
export function campusEndpoint(events: () => readonly unknown[], now: () => Date): Endpoint {
  let last = '';
  let lastModified = '';
  return {
    name: 'campus',
    serves: (method, path) => method === 'GET' && path === '/events',
    respond: () => {
      const text = JSON.stringify(events());
      if (text !== last) [last, lastModified] = [text, now().toISOString()];
      const body = `{"lastModified":"${lastModified}","status":"success","data":{"events":${text}}}`;
      return { status: 200, body };
    },
  };
}

/** The days on which an entry begins that are in the feed today. */
function daysOf({ day, days = 0, weekly }: Entry, today: number): number[] {
  const earliest = today - PAST - days;
  if (!weekly) return [nextDay(day, PERIOD, earliest)];
  return Array.from({ length: WEEKS_AHEAD }, (_, week) => nextDay(day, 7, earliest) + 7 * week);
}

function eventOn(day: number, { number, at, minutes, days = 0, event }: Entry): CampusFeedEvent {
  const [year, month, date] = dateOf(day).split('-').map(Number);
  const slug = event.title.normalize('NFD').replace(/\p{M}/gu, '').match(/\w+/g)!.join('-').toLowerCase();
  const lastStart = columbusInstant(dateOf(day + days), at).getTime();
  return hashed({
    id: `${SITE}?y=${year}&mo=${month}&day=${date}&e=${number}&title=${slug}`,
    itemHash: '',
    ...event,
    startDate: columbusInstant(dateOf(day), at).toISOString(),
    endDate: minutes === null ? null : new Date(lastStart + minutes * MINUTE_MS).toISOString(),
  });
}

/** With the feed's hash to detect changes, which depends on the fields that the service maps alone. */
function hashed(event: CampusFeedEvent): CampusFeedEvent {
  const { id, title, description, content, startDate, endDate, location, link } = event;
  const mapped = [id, title, description, content, startDate, endDate, location, link];
  return { ...event, itemHash: createHash('md5').update(JSON.stringify(mapped)).digest('hex') };
}
