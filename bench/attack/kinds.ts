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
  kind('searches', 'searches for common words, each another one', (at) =>
    get(`/events?limit=100&q=${word(at)}%20OR%20${word(at + 3)}&${day(at)}`),
  ),
  kind('facets', 'facets of common words', (at) => get(`/events/facets?q=${word(at)}&${day(at)}`)),
  kind('deep-pages', 'pages of 100 at the largest offset', (at) =>
    get(`/events?limit=100&offset=${10_000 - (at % 100)}&${day(at)}`),
  ),
  kind('large-bodies', 'creations with the worst texts of 20,000 characters', (at) => {
    const text = WORST[at % WORST.length]!;
    return send('POST', '/events', { ...newEvent(at), description: text.repeat(LONGEST / text.length) });
  }),
  held('streams', 'streams of notifications that stay open', () => get('/notifications/stream')),
  held('unread', 'pages of 100 whose response is not read', (at) => get(`/events?limit=100&${day(at)}`)),
];

function kind(name: string, title: string, request: Kind['request']): Kind {
  return { name, title, request };
}

function held(...args: Parameters<typeof kind>): Kind {
  return { ...kind(...args), isHeld: true };
}

const get = (path: string): Request => ({ method: 'GET', path });
const word = (index: number) => WORDS[index % WORDS.length]!;

/** A first day of the last half year. */
function day(index: number): string {
  const start = Date.now() - (index % 170) * 86_400_000;
  return `startDate=${new Date(start).toISOString().slice(0, 10)}`;
}
