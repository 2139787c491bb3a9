import type { Request } from 'autocannon';
import { newEvent, send } from '../works/works.js';

/** Texts that cost a text parser quadratic time. */
const WORST = ['_a', '1_', '/~', 'x-1.2.3-', '<!--', 'a@', '&'];
/** The characters of a description at most. */
const LONGEST = 20_000;
const WORDS = ['room', 'winter', 'campus', 'food', 'concert', 'students', 'evening', 'library'];

/** What one attacker does at the rate limit. */
export interface Kind {
  /** The value of `--only`. */
  name: string;
  title: string;
  /** The request of this number. */
  request(index: number): Request;
  /** Whether responses stay open, unread, to the end of the attack. */
  isHeld?: boolean;
}

/** A new kind is an entry here. */
export const KINDS: Kind[] = [
  {
    name: 'searches',
    title: 'searches for common words, each another one',
    request: (index) => get(`/events?limit=100&q=${word(index)}%20OR%20${word(index + 3)}&${day(index)}`),
  },
  {
    name: 'facets',
    title: 'facets of common words',
    request: (index) => get(`/events/facets?q=${word(index)}&${day(index)}`),
  },
  {
    name: 'deep-pages',
    title: 'pages of 100 at the largest offset',
    request: (index) => get(`/events?limit=100&offset=${10_000 - (index % 100)}&${day(index)}`),
  },
  {
    name: 'large-bodies',
    title: 'creations with the worst texts of 20,000 characters',
    request: (index) => {
      const text = WORST[index % WORST.length]!;
      return send('POST', '/events', { ...newEvent(index), description: text.repeat(LONGEST / text.length) });
    },
  },
  {
    name: 'streams',
    title: 'streams of notifications that stay open',
    request: () => get('/notifications/stream'),
    isHeld: true,
  },
  {
    name: 'unread',
    title: 'pages of 100 whose response is not read',
    request: (index) => get(`/events?limit=100&${day(index)}`),
    isHeld: true,
  },
];

function get(path: string): Request {
  return { method: 'GET', path };
}

function word(index: number): string {
  return WORDS[index % WORDS.length]!;
}

/** A first day of the last half year. */
function day(index: number): string {
  const start = Date.now() - (index % 170) * 86_400_000;
  return `startDate=${new Date(start).toISOString().slice(0, 10)}`;
}
