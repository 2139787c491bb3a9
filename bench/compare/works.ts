import type { Request } from 'autocannon';
import type { Fixture } from './fixture.js';

/** The two that are compared. */
export type Contestant = 'service' | 'floor';

/** What one connection sends to one server: requests in turn over and over, or each made anew. */
export type Requests = Request[] | (() => Request);

/** A request that both must refuse alike. */
export interface Refused {
  request: Request;
  /** Whose token it carries. */
  connection: number;
  status: number;
  code: string;
}

/** One kind of request that service and floor are measured by. */
export interface Work {
  /** What `--only` takes. */
  name: string;
  /** What the table says. */
  title: string;
  /** The status of a good answer. */
  status: number;
  requests(fixture: Fixture, connection: number, contestant: Contestant): Requests;
  /** Members of an answer that the servers make up, so that they cannot be equal. */
  ownMembers?: string[];
  /** Reads what a good request has stored, by the `id` of its answer (`$1`), where that is more than the answer. */
  stored?: string;
  /** What a good request is answered when it is sent a second time, where that is refused. */
  again?: { status: number; code: string };
  /** Requests that show that both check the same, in the same order. */
  refused?(fixture: Fixture): Refused[];
}

const DAY = 86_400_000;
const UNKNOWN = '00000000-0000-7000-8000-000000000000';
const json = { 'content-type': 'application/json' };
const message = 'I have done stage work for two years and live around the corner. I can start at any time.';

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
    name: 'applications',
    title: 'GET /gigs/:gigId/applications (all 100)',
    status: 200,
    requests: ({ ownGigs }, connection) => [
      { method: 'GET', path: `/gigs/${ownGigs[connection]}/applications` },
    ],
    refused: ({ ownGigs, event }) => {
      const list = (gig: string): Request => ({ method: 'GET', path: `/gigs/${gig}/applications` });
      return [
        { request: list(UNKNOWN), connection: 0, status: 404, code: 'NOT_FOUND' },
        { request: list('no-uuid'), connection: 0, status: 404, code: 'NOT_FOUND' },
        { request: list(event), connection: 0, status: 400, code: 'NOT_A_GIG' },
        { request: list(ownGigs[1]!), connection: 0, status: 403, code: 'NOT_A_PARTY' },
      ];
    },
  },
  {
    name: 'inbox',
    title: 'GET /notifications (first page of 20)',
    status: 200,
    requests: () => [{ method: 'GET', path: '/notifications?limit=20' }],
    ownMembers: ['nextCursor'],
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
  {
    name: 'apply',
    title: 'POST /gigs/:gigId/applications',
    status: 201,
    requests:
      ({ gigs }, connection, contestant) =>
      () =>
        application(gigs[contestant].take(connection), { message }),
    ownMembers: ['id', 'gigId', 'createdAt', 'updatedAt'],
    stored: `
      SELECT a.message, a.status, i.action, i.count, n.type, n.reference_type, n.read_at,
             n.data->>'applicantName' AS applicant_name, n.recipient_id = g.creator_id AS is_owners,
             n.data->>'gigId' = g.id::text AND n.data->>'gigTitle' = g.title AS is_of_gig
      FROM applications a JOIN events g ON g.id = a.gig_id
      LEFT JOIN interactions i ON i.event_id = a.gig_id AND i.user_id = a.applicant_id
      LEFT JOIN notifications n ON n.recipient_id = g.creator_id AND n.reference_id = a.id::text
      WHERE a.id = $1`,
    again: { status: 409, code: 'ALREADY_APPLIED' },
    refused: ({ ownGigs, event, closedGig }) => [
      { request: application(UNKNOWN, { message: 1 }), connection: 0, status: 404, code: 'NOT_FOUND' },
      { request: application(event, { message: 1 }), connection: 0, status: 400, code: 'NOT_A_GIG' },
      { request: application(ownGigs[0]!, { message: 1 }), connection: 0, status: 403, code: 'OWN_GIG' },
      { request: application(closedGig, { message }), connection: 0, status: 400, code: 'GIG_CLOSED' },
    ],
  },
];

/** Every connection's own part of a list. */
function share<Item>(items: Item[], parts: number, part: number): Item[] {
  const size = Math.max(1, Math.floor(items.length / parts));
  return items.slice(part * size, (part + 1) * size);
}

function application(gig: string, body: object): Request {
  return { method: 'POST', path: `/gigs/${gig}/applications`, headers: json, body: JSON.stringify(body) };
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
