import { columbusInstant, dayOf, minutesOf } from '../columbus-time.js';
import { fill, pick, type Random, randomFor } from '../random.js';
import { slugOf } from '../slug.js';
import { type Hall, notes, type Show, shows } from './ticketing-texts.js';

/** One item as the ticketing feed sends it. Most members are missing in some items. */
export interface TicketItem {
  name: string;
  type: 'event';
  id: string;
  test: boolean;
  locale: string;
  url?: string;
  description?: string;
  info?: string;
  pleaseNote?: string;
  images?: TicketImage[];
  dates: {
    start: Record<string, string | boolean>;
    end?: Record<string, string | boolean>;
    timezone?: string;
    status: { code: string };
    spanMultipleDays: boolean;
  };
  classifications: object[];
  _embedded?: { venues: object[] };
}

export interface TicketImage {
  ratio?: string;
  url: string;
  width: number;
  height: number;
  /** It stands in for a picture that is missing. */
  fallback: boolean;
}

/** The shapes in which the feed has a picture, in its own order: none that a client can build on. */
const SHAPES = [
  ['4_3', 305, 225],
  ['16_9', 205, 115],
  ['3_2', 1024, 683],
  ['16_9', 2048, 1152],
  ['16_9', 640, 360],
  ['3_2', 640, 427],
  ['16_9', 1024, 576],
] as const;

const FIRST_OFFSET = -2;
const LAST_OFFSET = 120;
const ZONE = 'America/New_York';
const ID_CHARACTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';

/**
 * Believable ticketed events from two days ago to four months ahead. Same day (UTC), count and seed: same events.
 * Among them is every variant of the real feed (no venue or several, no time or no date, an end, each status, tests),
 * about as often as there.
 */
export function ticketItems({
  now,
  count = 320,
  seed = 1,
}: {
  now: Date;
  count?: number;
  seed?: number;
}): TicketItem[] {
  const days = LAST_OFFSET - FIRST_OFFSET + 1;
  const first = dayOf(now) + FIRST_OFFSET;
  return Array.from({ length: count }, (_, index) =>
    compose(
      first + (index % days),
      `${seed}/${first + (index % days)}/${Math.floor(index / days)}`,
      dayOf(now),
    ),
  );
}

function compose(day: number, key: string, today: number): TicketItem {
  const random = randomFor('ticket', key);
  const show = pick(random, shows);
  const name = fill(pick(random, show.names), random, {});
  const chance = randomFor('ticket', key, 'variants');
  const sometimes = <T>(share: number, value: T): T | undefined => (chance() < share ? value : undefined);
  const venues = venuesOf(show, random, chance);
  const test = chance() < 0.01;
  return withoutGaps({
    name: test ? `TEST ${name}` : name,
    type: 'event' as const,
    id: `vvG1${idFrom(random, 10)}`,
    test,
    locale: 'en-us',
    url: sometimes(
      0.98,
      `https://tickets.example.com/${slugOf(name)}/event/0500${idFrom(random, 12).toUpperCase()}`,
    ),
    description: sometimes(0.05, `${name}. ${pick(random, show.texts)}`),
    info: sometimes(0.6, pick(random, show.texts)),
    pleaseNote: sometimes(0.35, pick(random, notes)),
    images: imagesOf(name, randomFor('ticket', key, 'images')),
    dates: datesOf(day, show, random, chance, day < today),
    classifications: [{ primary: true, segment: { name: show.segment }, genre: { name: show.genre } }],
    _embedded: venues && { venues },
  });
}

/** Few items have no pictures, and some only those that stand in. */
function imagesOf(name: string, chance: Random): TicketImage[] | undefined {
  const kind = chance();
  if (kind < 0.03) return undefined;
  const fallback = kind < 0.13;
  const picture = fallback ? 'c/fallback' : `a/${slugOf(name)}`;
  return SHAPES.map(([ratio, width, height]) => ({
    ...{ ratio, url: `https://images.example.com/dam/${picture}_${width}.jpg`, width, height, fallback },
  }));
}

function datesOf(
  day: number,
  show: Show,
  random: Random,
  chance: Random,
  isPast: boolean,
): TicketItem['dates'] {
  const at = minutesOf(pick(random, show.starts));
  const localDate = dateOf(day);
  const kind = chance();
  const isTimed = kind > 0.06;
  const status = chance();
  const code = isPast
    ? 'offsale'
    : status < 0.03
      ? 'cancelled'
      : status < 0.06
        ? 'postponed'
        : status < 0.09
          ? 'rescheduled'
          : status < 0.15
            ? 'offsale'
            : 'onsale';
  const flags = {
    dateTBD: false,
    dateTBA: false,
    timeTBA: kind < 0.03,
    noSpecificTime: kind >= 0.03 && !isTimed,
  };
  const clock = { localTime: `${clockOf(at)}:00`, dateTime: second(columbusInstant(day, at)) };
  const isUndated = code === 'postponed' && chance() < 0.6;
  const end = endOf(day, at + show.minutes, chance());
  return withoutGaps({
    start: isUndated ? { ...flags, dateTBA: true } : { localDate, ...(isTimed && clock), ...flags },
    end: isUndated || !isTimed ? undefined : end,
    timezone: chance() < 0.65 ? ZONE : undefined,
    status: { code },
    spanMultipleDays: false,
  });
}

/** Few items have an end, and some of those only a day. */
function endOf(day: number, minutes: number, chance: number): Record<string, string | boolean> | undefined {
  const endDay = day + Math.floor(minutes / 1440);
  if (chance < 0.04) return { dateTime: second(columbusInstant(endDay, minutes % 1440)), approximate: false };
  if (chance < 0.07) return { localDate: dateOf(endDay), noSpecificTime: true, approximate: true };
  return undefined;
}

function venuesOf(show: Show, random: Random, chance: Random): object[] | undefined {
  const kind = chance();
  if (kind < 0.02) return undefined;
  const first = pick(random, show.halls);
  const halls = kind < 0.05 ? [first, ...show.halls.filter((other) => other !== first)] : [first];
  return halls.map((hall) => venueOf(hall, chance()));
}

function venueOf({ name, street, latitude, longitude }: Hall, chance: number): object {
  return withoutGaps({
    name,
    id: `KovZ${idFrom(randomFor('venue', name), 8)}`,
    timezone: chance < 0.01 ? undefined : ZONE,
    city: { name: 'Columbus' },
    state: { name: 'Ohio', stateCode: 'OH' },
    country: { name: 'United States Of America', countryCode: 'US' },
    address: chance > 0.97 ? undefined : { line1: street },
    location: chance > 0.94 ? undefined : { longitude, latitude },
  });
}

function idFrom(random: Random, length: number): string {
  return Array.from({ length }, () => pick(random, [...ID_CHARACTERS])).join('');
}

function dateOf(day: number): string {
  return new Date(day * 86_400_000).toISOString().slice(0, 10);
}

function clockOf(minutes: number): string {
  return `${Math.floor(minutes / 60)}`.padStart(2, '0').concat(':', `${minutes % 60}`.padStart(2, '0'));
}

/** `2026-11-08T00:30:00Z`, without milliseconds as the feed writes it. */
function second(instant: Date): string {
  return instant.toISOString().replace('.000', '');
}

/** The object without undefined members, which the feed leaves out. */
function withoutGaps<T extends object>(object: T): T {
  return Object.fromEntries(Object.entries(object).filter(([, value]) => value !== undefined)) as T;
}
