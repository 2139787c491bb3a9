import type { Request } from 'autocannon';
import { contactOf, TEXTS } from '../data/loader.js';
import type { Fixture } from './fixture.js';

const DAY = 86_400_000;
/** Different requests of a connection, which no other connection sends. */
const VARIANTS = 8;
/** First days of the filtered pages: so many days before today, over so many days. */
const BACK = 170;
const RANGE = 330;
/** Connections of one user: fewer than the requests that a user may have in flight. */
const OF_ONE_USER = 16;
/** Events that `ids=` names. */
const NAMED = 20;
const TENTHS = ['annual', 'winter', 'downtown', 'campus', 'friday'];
const FILTERS = ['type=GIG', 'category=MUSIC', 'status=OPEN', '', 'category=TUTORING', 'status=COMPLETED'];

/** What a connection sends to a server: a list of requests, over and over, or each one new. */
export type Requests = Request[] | (() => Request);

/** One kind of request that the servers are measured by. */
export interface Work {
  /** The value of `--only`. */
  name: string;
  title: string;
  /** The status of a good response. */
  status: number;
  /** Connections that send it at most, where not all do. */
  connections?: number;
  /** Servers that lack it. */
  lacks?: string[];
  requests(fixture: Fixture, connection: number, server: string): Requests;
  /** Members of a response that each server makes by itself. */
  own?: string[];
}

type Texts = (...of: Parameters<Work['requests']>) => string[];

/** In the order of the table. Those that write come last: they change what the others read. */
export const WORKS: Work[] = [
  list('first-page', 'GET /events (first page of 20)', () => ''),
  list('filters', 'GET /events?type= etc. and startDate=', (at) => `${pick(FILTERS, at)}&${from(at)}`),
  read('cursor', 'GET /events?cursor= (deep in the list)', cursorsOf, ['nest']),
  search('search-all', 'GET /events?q= (a word of all events)', (at) => `room&offset=${at}`),
  search('search-10', 'GET /events?q= (a word of 10 %)', (at) => `${pick(TENTHS, at)}&offset=${at}`),
  search('search-0.1', 'GET /events?q= (a word of 0.1 %)', contactOf),
  read('ids', 'GET /events?ids= (20 of them)', idsOf, ['nest']),
  read('one-event', 'GET /events/:id', ({ ids, tokens }, connection) =>
    share(ids, tokens.length, connection).map((id) => `/events/${id}`),
  ),
  read('inbox', 'GET /notifications (first page of 20)', () => ['/notifications?limit=20']),
  read('applications', 'GET /gigs/:gigId/applications (all 100)', ({ ownGigs }, connection) => [
    `/gigs/${ownGigs[connection]![0]}/applications`,
  ]),
  create('create', 'POST /events (200 users)', ({ creators, tokens }, connection) =>
    creators.filter((_, at) => at % tokens.length === connection),
  ),
  create('create-one', 'POST /events (one user)', ({ tokens }) => tokens.slice(0, 1), OF_ONE_USER),
  {
    name: 'update',
    title: 'PATCH /events/:id (own, another title)',
    status: 200,
    requests: ({ ownGigs }, connection) => {
      const [, ...gigs] = ownGigs[connection]!;
      let sent = 0;
      // The title differs each time, so that each change is written.
      return () =>
        send('PATCH', `/events/${pick(gigs, sent++)}`, { title: `Stage hands ${process.uptime()}` });
    },
    own: ['title', 'updatedAt'],
  },
  {
    name: 'apply',
    title: 'POST /gigs/:gigId/applications',
    status: 201,
    requests: ({ supply }) => {
      const { gigs, applicants } = supply;
      return () => {
        // The next user applies to the next gig, since the writes of one user take turns. No pair comes twice.
        const [round, user] = [Math.floor(supply.sent / applicants.length), supply.sent % applicants.length];
        supply.sent += 1;
        const path = `/gigs/${pick(gigs, round + user)}/applications`;
        return send('POST', path, { message: TEXTS.message }, applicants[user]);
      };
    },
    own: ['id', 'gigId', 'applicantId', 'applicant', 'createdAt', 'updatedAt'],
  },
];

/** Those of these names, or all. @throws Error where a name is unknown */
export function chosen<Item extends { name: string }>(
  all: readonly Item[],
  names: string[] | undefined,
): Item[] {
  const unknown = names?.find((name) => !all.some((item) => item.name === name));
  if (unknown) throw new Error(`There is no "${unknown}", but: ${all.map(({ name }) => name).join(', ')}`);
  return all.filter(({ name }) => !names || names.includes(name));
}

/** The requests of a connection, one after the other. */
export function iterate(requests: Requests): () => Request {
  let sent = 0;
  return typeof requests === 'function' ? requests : () => pick(requests, sent++);
}

function read(name: string, title: string, paths: Texts, lacks?: string[]): Work {
  const requests: Work['requests'] = (...of) => paths(...of).map((path) => ({ method: 'GET', path }));
  return { name, title, status: 200, requests, lacks };
}

function list(name: string, title: string, query: (index: number) => string, lacks?: string[]): Work {
  const path = (index: number) => `/events?limit=20&${query(index)}`;
  return read(name, title, (_, connection) => variants(connection, path), lacks);
}

function search(name: string, title: string, q: (index: number) => string): Work {
  return list(name, title, (index) => `q=${q(index)}`, ['nest']);
}

/** Creations by the users of these tokens in turn. */
function create(name: string, title: string, tokens: Texts, connections?: number): Work {
  const requests: Work['requests'] = (...of) =>
    tokens(...of).map((token, at) => send('POST', '/events', newEvent(of[1] * VARIANTS + at), token));
  return { name, title, status: 201, connections, requests, own: ['id', 'createdAt', 'updatedAt'] };
}

function cursorsOf({ cursors, tokens }: Fixture, connection: number, server: string): string[] {
  const own = share(cursors[server]!, tokens.length, connection);
  return own.map((cursor) => `/events?limit=20&cursor=${cursor}`);
}

function idsOf({ ids, tokens }: Fixture, connection: number): string[] {
  const own = share(ids, tokens.length, connection);
  return variants(0, (variant) => `/events?ids=${own.slice(variant * NAMED, (variant + 1) * NAMED)}`);
}

export function send(method: 'POST' | 'PATCH', path: string, body: object, token?: string): Request {
  const authorization = token === undefined ? {} : { authorization: `Bearer ${token}` };
  const headers = { 'content-type': 'application/json', ...authorization };
  return { method, path, headers, body: JSON.stringify(body) };
}

/** The body of a new event or gig. */
export function newEvent(index: number): object {
  const startAt = Date.parse('2030-01-01T17:00:00Z') + (index % 1_000) * DAY;
  const pay = { type: 'GIG', compensation: { amount: 18.5, currency: 'USD', type: 'HOURLY' } };
  const times = {
    startAt: new Date(startAt).toISOString(),
    endAt: new Date(startAt + DAY / 4).toISOString(),
  };
  const kind = index % 3 === 0 ? pay : { type: 'EVENT' };
  return { title: `Stage hands for concert number ${index}`, ...TEXTS.created, ...times, ...kind };
}

function variants<Item>(connection: number, item: (index: number) => Item): Item[] {
  return Array.from({ length: VARIANTS }, (_, variant) => item(connection * VARIANTS + variant));
}

/** One connection's part of a list. */
function share<Item>(items: Item[], parts: number, part: number): Item[] {
  const size = Math.max(1, Math.floor(items.length / parts));
  return items.slice(part * size, (part + 1) * size);
}

function pick<Item>(items: readonly Item[], index: number): Item {
  return items[index % items.length]!;
}

/** A first day; a different one for each index below the range. */
function from(index: number): string {
  const days = ((index * 37) % RANGE) - BACK;
  return `startDate=${new Date(Date.now() + days * DAY).toISOString().slice(0, 10)}`;
}
