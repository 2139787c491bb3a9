import type { Request } from 'autocannon';
import { get, type Scenario, send, UNKNOWN } from './scenario.js';

const message = 'I have done stage work for two years and live around the corner. I can start at any time.';
const apply = (gig: string, body: object): Request => send('POST', `/gigs/${gig}/applications`, body);
const listOf = (gig: string): Request => get(`/gigs/${gig}/applications`);
/** Pages of the inbox that a connection asks for, one after the other. */
const PAGES = 8;

/** All applications of a gig, by its owner. */
export const APPLICATIONS: Scenario = {
  name: 'applications',
  title: 'GET /gigs/:gigId/applications (all 100)',
  status: 200,
  requests: ({ ownGigs }, connection) => [listOf(ownGigs[connection]!)],
  refused: ({ ownGigs, event }) => [
    { request: listOf(UNKNOWN), connection: 0, status: 404, code: 'NOT_FOUND' },
    { request: listOf('no-uuid'), connection: 0, status: 404, code: 'NOT_FOUND' },
    { request: listOf(event), connection: 0, status: 400, code: 'NOT_A_GIG' },
    { request: listOf(ownGigs[1]!), connection: 0, status: 403, code: 'NOT_A_PARTY' },
  ],
};

/** The newest pending applications for all gigs of each user, with gig and applicant. */
export const DESK: Scenario = {
  name: 'desk',
  title: 'GET /applications/received?status=PENDING',
  status: 200,
  without: ['baseline-go'],
  requests: () => [get('/applications/received?status=PENDING&limit=20')],
  ownMembers: ['nextCursor'],
};

/** Each user's own notifications. */
export const INBOXES: Scenario[] = [
  {
    name: 'inbox',
    title: 'GET /notifications (first page of 20)',
    status: 200,
    requests: () => [get('/notifications?limit=20')],
    ownMembers: ['nextCursor'],
  },
  {
    name: 'inbox-pages',
    title: 'GET /notifications?offset= (the next pages)',
    status: 200,
    requests: () =>
      Array.from({ length: PAGES }, (_, page) => get(`/notifications?limit=20&offset=${20 * (page + 1)}`)),
    ownMembers: ['nextCursor'],
  },
];

/** An application, with the notification of the gig's owner. */
export const APPLY: Scenario = {
  name: 'apply',
  title: 'POST /gigs/:gigId/applications',
  status: 201,
  requests:
    ({ gigs }, connection, side) =>
    () =>
      apply(gigs[side].next(connection), { message }),
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
    { request: apply(UNKNOWN, { message: 1 }), connection: 0, status: 404, code: 'NOT_FOUND' },
    { request: apply(event, { message: 1 }), connection: 0, status: 400, code: 'NOT_A_GIG' },
    { request: apply(ownGigs[0]!, { message: 1 }), connection: 0, status: 403, code: 'OWN_GIG' },
    { request: apply(closedGig, { message }), connection: 0, status: 400, code: 'GIG_CLOSED' },
  ],
};
