import type { Request } from 'autocannon';
import { contactOf } from '../data/events.js';
import type { Fixture } from './fixture.js';

const DAY = 86_400_000;
/** Different requests of a connection, which no other connection sends. */
const VARIANTS = 8;
/** First days of the filtered pages: so many days before today, over so many days. */
const BACK = 170;
const RANGE = 330;
/** Events that `ids=` names. */
const NAMED = 20;
const TENTHS = ['annual', 'winter', 'downtown', 'campus', 'friday'];
const FILTERS = [
  'type=GIG',
  'category=MUSIC',
  'status=OPEN',
  '',
  'category=TUTORING',
  'status=COMPLETED',
  'type=EVENT',
];
const MESSAGE = 'I have done stage work for two years and live around the corner. I can start at any time.';

/** What a connection sends to a server: a list of requests, over and over, or each one new. */
export type Requests = Request[] | (() => Request);

/** One kind of request that the servers are measured by. */
export interface Work {
  /** The value of `--only`. */
  name: string;
  title: string;
  /** The status of a good response. */
  status: number;
  /** Servers that lack it. */
  lacks?: string[];
  requests(fixture: Fixture, connection: number, server: string): Requests;
  /** Members of a response that each server makes by itself. */
  own?: string[];
}

/** In the order of the table. Those that write come last: they change what the others read. */
export const WORKS: Work[] = [
  list('first-page', 'GET /events (first page of 20)', () => ''),
  list(
    'filters',
    'GET /events?type=, category=, status=, startDate=',
    (index) => `${at(FILTERS, index)}&${from(index)}`,
  ),
  {
    name: 'cursor',
    title: 'GET /events?cursor= (deep in the list)',
    status: 200,
    lacks: ['nest'],
    requests: ({ cursors, tokens }, connection, server) =>
      share(cursors[server]!, tokens.length, connection).map((cursor) =>
        get(`/events?limit=20&cursor=${cursor}`),
      ),
  },
  search('search-all', 'GET /events?q= (a word of all events)', (index) => `room&offset=${index}`),
  search('search-10', 'GET /events?q= (a word of 10 %)', (index) => `${at(TENTHS, index)}&offset=${index}`),
  search('search-0.1', 'GET /events?q= (a word of 0.1 %)', contactOf),
  {
    name: 'ids',
    title: 'GET /events?ids= (20 of them)',
    status: 200,
    requests: ({ ids, tokens }, connection) => {
      const own = share(ids, tokens.length, connection);
      return variants((variant) => get(`/events?ids=${own.slice(variant * NAMED, (variant + 1) * NAMED)}`));
    },
  },
  {
    name: 'one-event',
    title: 'GET /events/:id',
    status: 200,
    requests: ({ ids, tokens }, connection) =>
      share(ids, tokens.length, connection).map((id) => get(`/events/${id}`)),
  },
  {
    name: 'inbox',
    title: 'GET /notifications (first page of 20)',
    status: 200,
    requests: () => [get('/notifications?limit=20')],
  },
  {
    name: 'applications',
    title: 'GET /gigs/:gigId/applications (all 100)',
    status: 200,
    requests: ({ ownGigs }, connection) => [get(`/gigs/${ownGigs[connection]![0]}/applications`)],
  },
  {
    name: 'create',
    title: 'POST /events',
    status: 201,
    requests: (_, connection) =>
      variants((index) => send('POST', '/events', newEvent(connection * VARIANTS + index))),
    own: ['id', 'createdAt', 'updatedAt'],
  },
  {
    name: 'update',
    title: 'PATCH /events/:id (own, another title)',
    status: 200,
    // The title differs each time, so that each change is written.
    requests: ({ ownGigs }, connection) => {
      let change = 0;
      const [, ...gigs] = ownGigs[connection]!;
      return () => {
        change += 1;
        return send('PATCH', `/events/${at(gigs, change)}`, {
          title: `Stage hands ${change} ${process.uptime()}`,
        });
      };
    },
    own: ['title', 'updatedAt'],
  },
  {
    name: 'apply',
    title: 'POST /gigs/:gigId/applications',
    status: 201,
    requests:
      ({ supply }) =>
      () => {
        const { gigs, applicants } = supply;
        const gig = at(gigs, supply.sent);
        const token = applicants[Math.floor(supply.sent / gigs.length)];
        supply.sent += 1;
        return send('POST', `/gigs/${gig}/applications`, { message: MESSAGE }, token);
      },
    own: ['id', 'gigId', 'createdAt', 'updatedAt'],
  },
];

/** The works of these names; all of them without names. */
export function worksNamed(names: string[] | undefined): Work[] {
  return WORKS.filter(({ name }) => !names || names.includes(name));
}

function list(name: string, title: string, query: (index: number) => string): Work {
  return {
    name,
    title,
    status: 200,
    requests: (_, connection) =>
      variants((variant) => get(`/events?limit=20&${query(connection * VARIANTS + variant)}`)),
  };
}

function search(name: string, title: string, q: (index: number) => string): Work {
  return { ...list(name, title, (index) => `q=${q(index)}`), lacks: ['nest'] };
}

export function get(path: string): Request {
  return { method: 'GET', path };
}

export function send(method: 'POST' | 'PATCH', path: string, body: object, token?: string): Request {
  const authorization = token === undefined ? {} : { authorization: `Bearer ${token}` };
  const headers = { 'content-type': 'application/json', ...authorization };
  return { method, path, headers, body: JSON.stringify(body) };
}

/** The body of a new event or gig. */
export function newEvent(index: number): object {
  const startAt = Date.parse('2030-01-01T17:00:00Z') + (index % 1_000) * DAY;
  const isGig = index % 3 === 0;
  return {
    title: `Stage hands for concert number ${index}`,
    description:
      'We are setting up the stage, the lights and two hundred chairs for the spring concert and look for people ' +
      'who like to lend a hand. Work starts in the afternoon and ends when the last cable is rolled up; there are ' +
      'breaks, water and a warm meal for everybody. No experience is needed, a crew leader shows you what to do.',
    type: isGig ? 'GIG' : 'EVENT',
    location: { name: 'Ohio Union, Archie Griffin Ballroom', address: '1739 N High St, Columbus, OH' },
    startAt: new Date(startAt).toISOString(),
    endAt: new Date(startAt + DAY / 4).toISOString(),
    ...(isGig && { compensation: { amount: 18.5, currency: 'USD', type: 'HOURLY' } }),
  };
}

function variants(request: (variant: number) => Request): Request[] {
  return Array.from({ length: VARIANTS }, (_, variant) => request(variant));
}

/** One connection's part of a list. */
function share<Item>(items: Item[], parts: number, part: number): Item[] {
  const size = Math.max(1, Math.floor(items.length / parts));
  return items.slice(part * size, (part + 1) * size);
}

function at<Item>(items: readonly Item[], index: number): Item {
  return items[index % items.length]!;
}

/** A first day; a different one for each index below the range. */
function from(index: number): string {
  const days = ((index * 37) % RANGE) - BACK;
  return `startDate=${new Date(Date.now() + days * DAY).toISOString().slice(0, 10)}`;
}
