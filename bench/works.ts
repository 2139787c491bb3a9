import type { Request } from 'autocannon';

/** What the works know of the table and of who calls. */
export interface Fixture {
  /** Ids of events all over the table. */
  ids: string[];
  /** A bearer token for each connection. */
  tokens: string[];
}

/** One kind of request that service and floor are measured by. */
export interface Work {
  /** What `--only` takes. */
  name: string;
  /** What the table says. */
  title: string;
  /** The status of a good answer. */
  status: number;
  /** The requests of one connection, sent in turn over and over. */
  requests(fixture: Fixture, connection: number): Request[];
  /** Members of an answer that the servers make up, so that they cannot be equal. */
  ownMembers?: string[];
}

const DAY = 86_400_000;
const json = { 'content-type': 'application/json' };

/** The works in the order of the table; those that write come last, since the others read what they leave. */
export const WORKS: Work[] = [
  {
    name: 'first-page',
    title: 'GET /events (first page of 20)',
    status: 200,
    requests: () => [{ method: 'GET', path: '/events?limit=20' }],
    ownMembers: ['nextCursor'],
  },
  {
    name: 'one-event',
    title: 'GET /events/:id',
    status: 200,
    requests: ({ ids, tokens }, connection) =>
      share(ids, tokens.length, connection).map((id) => ({ method: 'GET', path: `/events/${id}` })),
  },
  {
    name: 'create',
    title: 'POST /events',
    status: 201,
    requests: (_, connection) =>
      [0, 1, 2, 3].map((index) => ({
        method: 'POST',
        path: '/events',
        headers: json,
        body: JSON.stringify(newEvent(connection * 4 + index)),
      })),
    ownMembers: ['id', 'createdAt', 'updatedAt'],
  },
];

/** Every connection's own part of a list. */
function share<Item>(items: Item[], parts: number, part: number): Item[] {
  const size = Math.max(1, Math.floor(items.length / parts));
  return items.slice(part * size, (part + 1) * size);
}

/** What somebody sends to create an event or a gig. */
function newEvent(index: number): object {
  const startAt = Date.parse('2030-01-01T17:00:00Z') + index * DAY;
  const isGig = index % 3 === 0;
  return {
    title: `Stage hands for concert number ${index}`,
    description:
      'We are setting up the stage, the lights and two hundred chairs for the spring concert and look for people ' +
      'who like to lend a hand. Work starts in the afternoon and ends when the last cable is rolled up; there are ' +
      'breaks, water and a warm meal for everybody. No experience is needed, a crew leader shows you what to do. ' +
      'Wear closed shoes and clothes that may get dusty, and bring gloves if you have some.',
    type: isGig ? 'GIG' : 'EVENT',
    location: { name: 'Ohio Union, Archie Griffin Ballroom', address: '1739 N High St, Columbus, OH' },
    startAt: new Date(startAt).toISOString(),
    endAt: new Date(startAt + 5 * 3_600_000).toISOString(),
    ...(isGig && { compensation: { amount: 18.5, currency: 'USD', type: 'HOURLY' } }),
  };
}
