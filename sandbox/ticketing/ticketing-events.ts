import { columbusInstant, dateOf, dayOf, nextDay } from '../columbus-time.js';
import { readJson } from '../read-json.js';

/** One item as the ticketing feed sends it, with the members that are read here and in tests. */
export interface TicketItem {
  id: string;
  test: boolean;
  dates: {
    start: Record<string, string | boolean>;
    end?: Record<string, string | boolean>;
    status: { code: string };
  };
}

/** An item without its dates, of `ticketing-events.json`. Every variant of the real feed is there. */
interface Entry {
  /** The day of its period. Day 0 is a Thursday. */
  day: number;
  /** When it begins in Columbus, as `19:30`, and how long it lasts. */
  at: string;
  minutes: number;
  /** In which form its end is told, if at all. */
  end?: 'dateTime' | 'localDate';
  /** Their names: in a few items none, or several. */
  venues: string[];
  item: TicketItem;
}

/** Each item comes again after so many days: whole weeks, so that it keeps its weekday. */
const PERIOD = 119;
/** How many days an item stays in the feed after its start. */
const PAST = 2;

const { venues, events } = readJson<{ venues: Record<string, object>; events: Entry[] }>(
  './ticketing-events.json',
  import.meta.url,
);

/** The ticketed events from two days ago to four months ahead. Tomorrow's are today's but for a few. */
export function ticketItems({ now }: { now: Date }): TicketItem[] {
  const today = dayOf(now);
  return events.map((entry) => itemOn(nextDay(entry.day, PERIOD, today - PAST), entry, today));
}

function itemOn(day: number, entry: Entry, today: number): TicketItem {
  const { item, at, minutes } = entry;
  const { start, status, ...dates } = item.dates;
  const localDate = dateOf(day);
  const begin = columbusInstant(localDate, at);
  const ends = {
    dateTime: { dateTime: inSeconds(begin.getTime() + minutes * 60_000), approximate: false },
    localDate: { localDate, noSpecificTime: true, approximate: true },
  };
  const isTimed = !Object.values(start).includes(true);
  return {
    ...item,
    id: `${item.id}${day.toString(36)}`,
    dates: {
      start: {
        ...(!start.dateTBA && { localDate }),
        ...(isTimed && { localTime: `${at}:00`, dateTime: inSeconds(begin.getTime()) }),
        ...start,
      },
      ...(entry.end && { end: ends[entry.end] }),
      status: day < today ? { code: 'offsale' } : status,
      ...dates,
    },
    ...(entry.venues.length > 0 && { _embedded: { venues: entry.venues.map((name) => venues[name]!) } }),
  };
}

/** `2026-11-08T00:30:00Z`, without milliseconds as the feed writes it. */
function inSeconds(instant: number): string {
  return new Date(instant).toISOString().replace('.000', '');
}
