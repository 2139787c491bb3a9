import { get, type Scenario, share } from './scenario.js';

const DAY = 86_400_000;
/** Requests of a connection that differ from each other, and from those of all other connections. */
const VARIANTS = 8;
/** The first day that a request names: days before today, and how many days further the last one lies. */
const BACK = 170;
const SPAN = 330;
/** The pages that count as the first ones; more than connections, so that no two ask for the same. */
const FIRST_PAGES = 64;
/** The furthest offset of the contract. */
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
const PLACES = ['', 'union', 'library', 'goodale', 'auditorium', 'market', 'conservatory', 'recreation'];

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
];

/** Pages whose query differs from request to request, so that no two who ask at once ask for the same. */
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

/** A first day, another one for every index up to the span. */
function from(index: number): string {
  return `startDate=${day(index)}`;
}

function day(index: number, later = 0): string {
  // 37 and the span have no common divisor, so all days come before one comes again.
  const days = ((index * 37) % SPAN) - BACK + later;
  return new Date(Date.now() + days * DAY).toISOString().slice(0, 10);
}
