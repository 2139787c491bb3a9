import type { Random } from '../../sandbox/random.js';
import { contactOf } from '../data/event-texts.js';
import { get, type Scenario, share } from './scenario.js';

const DAY = 86_400_000;
/** Different requests of a connection, which no other connection sends. */
const VARIANTS = 8;
/** The first days of the requests begin so many days before today, and span so many days. */
const BACK = 170;
const SPAN = 330;
/** Days ahead that pages are asked for. */
const COMING_DAYS = 160;
/** The number of first pages. There are more than connections, so that no two request the same. */
const FIRST_PAGES = 64;
/** Events that a request names. */
const NAMED = 20;
/** The largest offset that the API allows. */
const MAX_OFFSET = 10_000;

const SOURCES = ['USER', 'CAMPUS_API', 'TICKET_API'];
const STATUSES = ['OPEN', 'IN_PROGRESS', 'COMPLETED', 'CANCELLED'];
const CATEGORIES = [
  ...['MUSIC', 'SPORTS_RECREATION', 'ACADEMIC', 'TECHNOLOGY', 'CAREER_NETWORKING', 'FOOD_DRINK'],
  ...['COMMUNITY_SERVICE', 'MOVING_DELIVERY', 'TUTORING', 'EVENT_STAFFING'],
];
const PHRASES = [
  ...['jazz concert', '"open mic"', 'robotics', '"rust study group"', 'calculus tutor', 'string quartet'],
  ...['yoga or climbing', 'dumpling workshop', 'piano -movers', '"black holes"', 'internship fair'],
  ...['tree planting', 'photographer wedding', 'farmers market', '"spring concert"', 'chess marathon'],
];
/** Words that a tenth of the events has, each. */
const TENTHS = ['food', 'downtown', 'winter', 'campus', 'late', 'friday', 'black', 'tree', 'river'];
const PLACES = ['', 'union', 'library', 'goodale', 'auditorium', 'market', 'conservatory', 'recreation'];

/** What people narrow a list by, the most frequent first. */
const FILTERS = ['', ...CATEGORIES.map((category) => `category=${category}`), 'type=GIG', 'source=USER'];

/** Pages of events. */
export const LISTS: Scenario[] = [
  {
    name: 'first-page',
    title: 'GET /events (first page of 20, all alike)',
    status: 200,
    requests: () => [get('/events?limit=20')],
    ownMembers: ['nextCursor'],
  },
  pages(
    'pages',
    'GET /events (each another of the first pages)',
    (index) => `offset=${20 * (index % FIRST_PAGES)}`,
  ),
  {
    name: 'asked',
    title: 'GET /events (as people ask: by Zipf over days and filters)',
    status: 200,
    requests:
      ({ draws }, connection, side) =>
      () =>
        get(`/events?limit=20&${asPeopleAsk(draws[side].next(connection))}`),
    ownMembers: ['nextCursor'],
  },
  {
    name: 'evenly',
    title: 'GET /events (evenly over the whole table)',
    status: 200,
    requests:
      ({ draws }, connection, side) =>
      () =>
        get(`/events?limit=20&startDate=${instant(draws[side].next(connection))}`),
    ownMembers: ['nextCursor'],
  },
  pages('type', 'GET /events?type=', (index) => `type=${at(['GIG', 'EVENT'], index)}&${from(index)}`),
  pages('category', 'GET /events?category=', (index) => `category=${at(CATEGORIES, index)}&${from(index)}`),
  pages('source', 'GET /events?source=', (index) => `source=${at(SOURCES, index)}&${from(index)}`),
  pages('status', 'GET /events?status=', (index) => `status=${at(STATUSES, index)}&${from(index)}`),
  pages(
    'dates',
    'GET /events?startDate=&endDate=',
    (index) => `${from(index)}&endDate=${day(index, 1 + (index % 14))}`,
  ),
  pages('creator', 'GET /events?creatorId=', (index, { creators }) => `creatorId=${at(creators, index)}`),
  pages('offset', 'GET /events?offset= (about 10,000)', (index) => `offset=${MAX_OFFSET - index}`),
  {
    name: 'cursor',
    title: 'GET /events?cursor= (deep in the list)',
    status: 200,
    requests: ({ cursors, tokens }, connection, side) =>
      share(cursors[side], tokens.length, connection).map((cursor) =>
        get(`/events?limit=20&cursor=${cursor}`),
      ),
    ownMembers: ['nextCursor'],
  },
  pages('search', 'GET /events?q= (full text, best first)', (index) => {
    const place = at(PLACES, Math.floor(index / PHRASES.length));
    return `q=${encodeURIComponent(`${at(PHRASES, index)} ${place}`.trim())}`;
  }),
  pages('search-all', 'GET /events?q= (a word of all events)', (index) => `q=room&offset=${index}`),
  pages(
    'search-10',
    'GET /events?q= (a word of 10 % of the events)',
    (index) => `q=${at(TENTHS, index)}&offset=${index}`,
  ),
  pages('search-0.1', 'GET /events?q= (a word of 0.1 % of the events)', (index) => `q=${contactOf(index)}`),
  pages(
    'search-both',
    'GET /events?q= (two words that 0.1 % of the events have)',
    (index) => `q=${at(TENTHS, index)}%20${1 + (index % 97)}`,
  ),
  {
    ...pages(
      'statuses',
      'GET /events?status= (two of them)',
      (index) => `status=${at(STATUSES, index)},${at(STATUSES, index + 1)}&${from(index)}`,
    ),
    without: ['baseline-go'],
  },
  {
    ...pages(
      'include',
      'GET /events?include= (all parts, each another of the first pages)',
      (index) => `include=creator,viewer,counts&offset=${20 * (index % FIRST_PAGES)}`,
    ),
    without: ['baseline-go'],
  },
  {
    name: 'ids',
    title: 'GET /events?ids= (20 of them)',
    status: 200,
    without: ['baseline-go'],
    requests: ({ ids, tokens }, connection) => {
      const own = share(ids, tokens.length, connection);
      return Array.from({ length: VARIANTS }, (_, variant) =>
        get(`/events?ids=${own.slice(variant * NAMED, (variant + 1) * NAMED)}`),
      );
    },
  },
  pages(
    'when',
    'GET /events?from=&to= (what goes on in a day)',
    (index) => `from=${day(index)}&to=${day(index, 1)}`,
  ),
];

/** The place of a Zipf distribution (exponent 1) among so many: the second comes half as often as the first. */
function zipf(random: Random, count: number): number {
  // The inverse of the distribution function, by its integral.
  return Math.min(count, Math.floor((count + 1) ** random())) - 1;
}

/** Today far more often than a later day, all events more often than those of a filter. */
function asPeopleAsk(random: Random): string {
  const day = new Date(Date.now() + zipf(random, COMING_DAYS) * DAY).toISOString().slice(0, 10);
  const filter = FILTERS[zipf(random, FILTERS.length)]!;
  return [`startDate=${day}`, filter].filter(Boolean).join('&');
}

/** An instant of the time that the events span, to the minute: nearly every page is another one. */
function instant(random: Random): string {
  const days = random() * (BACK + COMING_DAYS) - BACK;
  return new Date(Math.floor((Date.now() + days * DAY) / 60_000) * 60_000).toISOString();
}

/** Pages whose query differs from request to request: no two requests at the same time are alike. */
function pages(
  name: string,
  title: string,
  query: (index: number, fixture: Parameters<Scenario['requests']>[0]) => string,
): Scenario {
  return {
    name,
    title,
    status: 200,
    requests: (fixture, connection) =>
      Array.from({ length: VARIANTS }, (_, variant) => {
        const index = variant * fixture.tokens.length + connection;
        return get(`/events?limit=20&${query(index, fixture)}`);
      }),
    ownMembers: ['nextCursor'],
  };
}

function at<Item>(items: readonly Item[], index: number): Item {
  return items[index % items.length]!;
}

/** A first day; a different one for each index below the span. */
function from(index: number): string {
  return `startDate=${day(index)}`;
}

function day(index: number, later = 0): string {
  // 37 and the span have no common divisor, so all days come before one comes again.
  const days = ((index * 37) % SPAN) - BACK + later;
  return new Date(Date.now() + days * DAY).toISOString().slice(0, 10);
}
