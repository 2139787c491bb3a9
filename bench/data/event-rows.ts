import { v5 as uuidv5, v7 as uuidv7 } from 'uuid';
import { pick as pickOne } from '../../sandbox/random.js';
import { ADJECTIVES, COMMON_SENTENCES, contactOf, PLACES, THEMES, type Theme } from './event-texts.js';
import type { Row } from './loader.js';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
/** Events start so many days before today at most, and so many after: a year in all. */
const PAST_DAYS = 180;
const COMING_DAYS = 185;
/** The number of users who create events. A few of them create most. */
const CREATORS = 5_000;
const GIG_THEMES = THEMES.filter(({ type }) => type === 'GIG');

/** The start of this day in UTC, in milliseconds. */
export function startOfToday(): number {
  return Math.floor(Date.now() / DAY) * DAY;
}

/** An event as a community might have it: of a user or a feed, past or coming. */
export function believableEvent(
  index: number,
  today: number,
  random: () => number,
  themes: readonly Theme[] = THEMES,
): Row {
  const pick = <Item>(items: readonly Item[]): Item => pickOne(random, items);
  const theme = pick(themes);
  const source =
    theme.type === 'GIG' || random() < 0.3 ? 'USER' : random() < 0.8 ? 'CAMPUS_API' : 'TICKET_API';
  const startAt = today + Math.floor((random() * (PAST_DAYS + COMING_DAYS) - PAST_DAYS) * 96) * (DAY / 96);
  const endAt = random() < 0.8 ? startAt + (1 + Math.floor(random() * 6)) * HOUR : null;
  const createdAt = Math.min(today, startAt) - Math.floor(random() * 60 * DAY);
  const sentences = describe(theme, random);
  const text = (time: number | null) => (time === null ? null : new Date(time).toISOString());
  return {
    ...identify(index, source, createdAt, random),
    title: `${pick(ADJECTIVES)} ${pick(theme.subjects)} ${1 + (index % 97)}`,
    description: `${sentences.join(' ')} Ask for ${contactOf(index)}.`,
    type: theme.type,
    location: locate(random),
    start_at: text(startAt),
    end_at: text(endAt),
    status: statusOf(theme.type, endAt, today, random),
    source,
    tags: [...new Set([pick(theme.tags), pick(theme.tags), pick(theme.tags)])],
    summary: sentences[0],
    category: theme.category,
    compensation:
      theme.type === 'GIG'
        ? { amount: 15 + Math.floor(random() * 40) / 2, currency: 'USD', type: 'HOURLY' }
        : null,
    created_at: text(createdAt),
    updated_at: text(createdAt),
  };
}

/** A coming gig of this owner that is open for applications. */
export function openGig(index: number, ownerId: string, today: number, random: () => number): Row {
  const startAt = today + (1 + (index % COMING_DAYS)) * DAY;
  return {
    ...believableEvent(index, today, random, GIG_THEMES),
    creator_id: ownerId,
    start_at: new Date(startAt).toISOString(),
    end_at: new Date(startAt + 5 * HOUR).toISOString(),
    status: 'OPEN',
  };
}

function identify(index: number, source: string, createdAt: number, random: () => number): Row {
  if (source === 'USER') {
    const bytes = Uint8Array.from({ length: 16 }, () => Math.floor(random() * 256));
    return {
      id: uuidv7({ msecs: createdAt, seq: index, random: bytes }),
      creator_id: `user-${Math.floor(random() ** 3 * CREATORS)}`,
    };
  }
  const externalId = `${source === 'CAMPUS_API' ? 'campus' : 'ticket'}-${index}`;
  const url = `https://example.edu/events/${externalId}`;
  return {
    id: uuidv5(externalId, uuidv5.URL),
    external_id: externalId,
    ...(source === 'CAMPUS_API' ? { external_url: url } : { ticket_url: url }),
    item_hash: uuidv5(`hash of ${externalId}`, uuidv5.URL),
  };
}

function describe({ sentences }: Theme, random: () => number): string[] {
  const pool = [...COMMON_SENTENCES];
  const chosen = sentences.filter(() => random() < 0.8);
  const length = 4 + Math.floor(random() * 5);
  while (chosen.length < length) chosen.push(...pool.splice(Math.floor(random() * pool.length), 1));
  return chosen;
}

function locate(random: () => number): object {
  const [name, address, latitude, longitude] = PLACES[Math.floor(random() * PLACES.length)]!;
  const room = `${name}, Room ${1 + Math.floor(random() * 300)}`;
  return { name: room, address, ...(random() < 0.5 && { latitude, longitude }) };
}

function statusOf(type: string, endAt: number | null, today: number, random: () => number): string {
  if (random() < 0.06) return 'CANCELLED';
  if (endAt !== null && endAt < today) return 'COMPLETED';
  return type === 'GIG' && random() < 0.15 ? 'IN_PROGRESS' : 'OPEN';
}
