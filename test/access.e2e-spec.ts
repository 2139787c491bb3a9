import { startApp, type TestApp } from './support/app.js';
import type { Client } from './support/client.js';
import { operations } from './support/document.js';
import { createEvent, eventBody, gigBody } from './support/factories.js';

/**
 * The sender of a request: anonymous (no token), a user without a part in the resource, another party to it (the
 * applicant), its owner, and its owner with an unknown id.
 */
interface Expected {
  anonymous: number;
  other?: number;
  party?: number;
  owner?: number;
  unknown?: number;
}

interface Attempt {
  /** Makes a new resource of the owner. @returns the ids for the path */
  make?: (owner: Client, service: TestApp) => Promise<string | string[]>;
  /** The query string, if the operation needs one. */
  query?: string;
  body?: unknown;
  /** A bad body. It must not change the refusals. */
  badBody?: unknown;
  /** A bad query. It must not change the refusals. */
  badQuery?: string;
  expected: Expected;
}

const UNKNOWN = '0198c2b4-7a10-7c3e-9a55-3f1f0a6f2d11';
const event = async (owner: Client) => (await createEvent(owner)).id as string;
const externalEvent = async (_owner: Client, service: TestApp) => {
  const [row] = await service.database.query<{ id: string }>(`
    INSERT INTO events (id, title, description, type, location, start_at, source, external_id)
    VALUES (gen_random_uuid(), 'Lecture', '', 'EVENT', '{"name": "Hall"}', now(), 'CAMPUS_API', gen_random_uuid())
    RETURNING id`);
  return (row as { id: string }).id;
};
const gig = async (owner: Client) => (await createEvent(owner, gigBody())).id as string;
const application = async (owner: Client, service: TestApp) => {
  const gigId = await gig(owner);
  const { body } = await service.as('party').post(`/gigs/${gigId}/applications`);
  return [gigId, body.id as string];
};
const ofAnotherGig = async (owner: Client, service: TestApp) => [
  await gig(owner),
  (await application(owner, service))[1] as string,
];
const withdrawn = async (owner: Client, service: TestApp) => {
  const ids = await application(owner, service);
  await service.as('party').put(`/gigs/${ids[0]}/applications/${ids[1]}/withdrawal`);
  return ids;
};
const gigAppliedTo = async (owner: Client, service: TestApp) =>
  (await application(owner, service))[0] as string;
const notification = async (owner: Client, service: TestApp) => {
  await application(owner, service);
  return (await owner.get('/notifications?limit=1')).body.data[0].id as string;
};
const collection = (visibility: string) => async (owner: Client) =>
  (await owner.post('/collections', { name: 'Weekends', visibility })).body.id as string;
const conversation = async (owner: Client) => (await owner.post('/conversations')).body.id as string;
const collectionItem = async (owner: Client) => {
  const [id, eventId] = [await collection('PUBLIC')(owner), await event(owner)];
  await owner.post(`/collections/${id}/items`, { eventId });
  return [id, eventId];
};
const calendar = async (owner: Client) => (await owner.post('/calendars', { kind: 'SAVED' })).body;
const calendarId = async (owner: Client) => (await calendar(owner)).id as string;
const calendarToken = async (owner: Client) =>
  /([\w-]+)\.ics$/.exec((await calendar(owner)).icsUrl as string)![1]!;
const anyone = (status: number): Expected => ({ anonymous: status, other: status });
const signedIn = (status: number): Expected => ({ anonymous: 401, other: status });

/** Every operation of the service. A suffix in brackets distinguishes several attempts at one. */
const MATRIX: Record<string, Attempt> = {
  'POST /events': { body: eventBody(), badBody: { title: 1 }, expected: signedIn(201) },
  'GET /events': { expected: signedIn(200) },
  'GET /events/{id}': {
    make: event,
    badQuery: 'include=secrets',
    expected: { anonymous: 401, other: 200, owner: 200, unknown: 404 },
  },
  'PATCH /events/{id}': {
    make: event,
    body: { title: 'Changed' },
    badBody: { title: 1, nope: true },
    expected: { anonymous: 401, other: 403, owner: 200, unknown: 404 },
  },
  'PATCH /events/{id} (external)': {
    make: externalEvent,
    body: { title: 'Changed' },
    badBody: { title: 1 },
    expected: { anonymous: 401, other: 403, owner: 403 },
  },
  'DELETE /events/{id}': { make: event, expected: { anonymous: 401, other: 403, owner: 204, unknown: 404 } },
  'DELETE /events/{id} (external)': {
    make: externalEvent,
    expected: { anonymous: 401, other: 403, owner: 403 },
  },
  'POST /events/{id}/copies': {
    make: event,
    body: { startAts: ['2031-04-01T18:00:00Z'] },
    badBody: { startAts: [] },
    expected: { anonymous: 401, other: 403, owner: 201, unknown: 404 },
  },
  'POST /events/{id}/copies (external)': {
    make: externalEvent,
    body: { startAts: ['2031-04-01T18:00:00Z'] },
    badBody: { startAts: [] },
    expected: { anonymous: 401, other: 403, owner: 403 },
  },
  'GET /events/facets': { expected: signedIn(200) },
  'GET /events/{id}/similar': {
    make: event,
    expected: { anonymous: 401, other: 200, owner: 200, unknown: 404 },
  },
  'GET /suggestions': { query: 'q=a', expected: signedIn(200) },
  'POST /tagging/preview': {
    body: { title: 'Jazz by the river', description: 'Bring a blanket.', type: 'EVENT' },
    badBody: { title: 1 },
    expected: signedIn(200),
  },
  'GET /categories': { expected: signedIn(200) },
  'GET /users/me': { expected: signedIn(200) },
  'PATCH /users/me': { body: { headline: 'Here' }, badBody: { headline: 1 }, expected: signedIn(200) },
  'GET /users/me/export': { expected: signedIn(200) },
  'DELETE /users/me': { expected: signedIn(204) },
  'GET /users/{id}': {
    make: async () => 'owner',
    expected: { anonymous: 401, other: 200, owner: 200, unknown: 404 },
  },
  'POST /events/{id}/interactions': {
    make: event,
    body: { action: 'SAVE' },
    badBody: { action: 'DANCE' },
    expected: { anonymous: 401, other: 201, owner: 201, unknown: 404 },
  },
  'DELETE /events/{id}/interactions/{action}': {
    make: async (owner) => [await event(owner), 'SAVE'],
    expected: { anonymous: 401, other: 204, owner: 204, unknown: 404 },
  },
  'GET /events/{id}/interactions/summary': {
    make: event,
    expected: { anonymous: 401, other: 403, owner: 200, unknown: 404 },
  },
  'GET /interactions': { expected: signedIn(200) },
  'POST /gigs': { body: gigBody(), badBody: { title: 1 }, expected: signedIn(201) },
  'GET /gigs': { expected: signedIn(200) },
  'GET /gigs/{id}': {
    make: gig,
    badQuery: 'include=secrets',
    expected: { anonymous: 401, other: 200, owner: 200, unknown: 404 },
  },
  'GET /gigs/{id} (an event)': { make: event, expected: { anonymous: 401, other: 400, owner: 400 } },
  'PATCH /gigs/{id}': {
    make: gigAppliedTo,
    body: { title: 'Changed' },
    badBody: { title: 1 },
    expected: { anonymous: 401, other: 403, party: 403, owner: 200, unknown: 404 },
  },
  'DELETE /gigs/{id}': {
    make: gigAppliedTo,
    expected: { anonymous: 401, other: 403, party: 403, owner: 204, unknown: 404 },
  },
  'POST /gigs/{id}/copies': {
    make: gigAppliedTo,
    body: { startAts: ['2031-04-01T18:00:00Z'] },
    badBody: { startAts: [] },
    expected: { anonymous: 401, other: 403, party: 403, owner: 201, unknown: 404 },
  },
  'POST /gigs/{gigId}/applications': {
    make: gig,
    body: { message: 'Me' },
    badBody: { message: 1 },
    expected: { anonymous: 401, other: 201, owner: 403, unknown: 404 },
  },
  'GET /gigs/{gigId}/applications': {
    make: gigAppliedTo,
    expected: { anonymous: 401, other: 403, party: 200, owner: 200, unknown: 404 },
  },
  'PATCH /gigs/{gigId}/applications/{applicationId}': {
    make: application,
    body: { status: 'ACCEPTED' },
    badBody: { status: 'PENDING' },
    expected: { anonymous: 401, other: 403, party: 403, owner: 200, unknown: 404 },
  },
  'PATCH /gigs/{gigId}/applications/{applicationId} (of another gig)': {
    make: ofAnotherGig,
    body: { status: 'ACCEPTED' },
    badBody: { status: 'PENDING' },
    expected: { anonymous: 401, other: 403, party: 403, owner: 404 },
  },
  'PATCH /gigs/{gigId}/applications': {
    make: gigAppliedTo,
    body: { ids: [UNKNOWN], status: 'REJECTED' },
    badBody: { ids: [] },
    expected: { anonymous: 401, other: 403, party: 403, owner: 200, unknown: 404 },
  },
  'PATCH /gigs/{gigId}/applications (an event)': {
    make: event,
    body: { ids: [UNKNOWN], status: 'REJECTED' },
    expected: { anonymous: 401, other: 400, owner: 400 },
  },
  'GET /gigs/{gigId}/applications/{applicationId}': {
    make: application,
    expected: { anonymous: 401, other: 403, party: 200, owner: 200, unknown: 404 },
  },
  'GET /gigs/{gigId}/applications/{applicationId} (of another gig)': {
    make: ofAnotherGig,
    expected: { anonymous: 401, other: 404, party: 404, owner: 404 },
  },
  'PUT /gigs/{gigId}/applications/{applicationId}/withdrawal': {
    make: application,
    expected: { anonymous: 401, other: 403, party: 200, owner: 403, unknown: 404 },
  },
  'PUT /gigs/{gigId}/applications/{applicationId}/withdrawal (of another gig)': {
    make: ofAnotherGig,
    expected: { anonymous: 401, other: 404, party: 404, owner: 404 },
  },
  'DELETE /gigs/{gigId}/applications/{applicationId}/withdrawal': {
    make: withdrawn,
    expected: { anonymous: 401, other: 403, party: 200, owner: 403, unknown: 404 },
  },
  'GET /applications': { expected: signedIn(200) },
  'GET /applications/received': { expected: signedIn(200) },
  'POST /collections': { body: { name: 'Weekends' }, badBody: { name: 1 }, expected: signedIn(201) },
  'GET /collections': { expected: signedIn(200) },
  'GET /collections/{id}': {
    make: collection('PRIVATE'),
    badQuery: 'include=secrets',
    expected: { anonymous: 401, other: 404, owner: 200, unknown: 404 },
  },
  'GET /collections/{id} (public)': {
    make: collection('PUBLIC'),
    expected: { anonymous: 401, other: 200, owner: 200 },
  },
  'PATCH /collections/{id}': {
    make: collection('PRIVATE'),
    body: { name: 'Changed' },
    badBody: { name: 1 },
    expected: { anonymous: 401, other: 404, owner: 200, unknown: 404 },
  },
  'PATCH /collections/{id} (public)': {
    make: collection('PUBLIC'),
    body: { name: 'Changed' },
    badBody: { name: 1 },
    expected: { anonymous: 401, other: 403, owner: 200 },
  },
  'DELETE /collections/{id}': {
    make: collection('PRIVATE'),
    expected: { anonymous: 401, other: 404, owner: 204, unknown: 404 },
  },
  'POST /collections/{id}/items': {
    make: collection('PUBLIC'),
    body: { eventId: UNKNOWN },
    expected: { anonymous: 401, other: 403, owner: 404, unknown: 404 },
  },
  'DELETE /collections/{id}/items/{eventId}': {
    make: collectionItem,
    expected: { anonymous: 401, other: 403, owner: 204, unknown: 404 },
  },
  'POST /calendars': { body: { kind: 'SAVED' }, badBody: { kind: 'ALL' }, expected: signedIn(201) },
  'GET /calendars': { expected: signedIn(200) },
  'POST /calendars/{id}/rotate': {
    make: calendarId,
    expected: { anonymous: 401, other: 404, owner: 200, unknown: 404 },
  },
  'DELETE /calendars/{id}': {
    make: calendarId,
    expected: { anonymous: 401, other: 404, owner: 204, unknown: 404 },
  },
  'GET /calendars/{token}.ics': { make: calendarToken, expected: { ...anyone(200), owner: 200 } },
  'GET /calendars/{token}.rss': { make: calendarToken, expected: { ...anyone(200), owner: 200 } },
  'GET /events/{id}/ics': { make: event, expected: { anonymous: 401, other: 200, owner: 200, unknown: 404 } },
  'POST /conversations': { body: { title: 'Plans' }, badBody: { title: 1 }, expected: signedIn(201) },
  'GET /conversations': { expected: signedIn(200) },
  'GET /conversations/{id}': {
    make: conversation,
    expected: { anonymous: 401, other: 404, owner: 200, unknown: 404 },
  },
  'PATCH /conversations/{id}': {
    make: conversation,
    body: { title: 'Changed' },
    badBody: { title: 1 },
    expected: { anonymous: 401, other: 404, owner: 200, unknown: 404 },
  },
  'DELETE /conversations/{id}': {
    make: conversation,
    expected: { anonymous: 401, other: 404, owner: 204, unknown: 404 },
  },
  'POST /conversations/{id}/messages': {
    make: conversation,
    body: { content: 'yoga' },
    badBody: { content: 1 },
    expected: { anonymous: 401, other: 404, owner: 201, unknown: 404 },
  },
  'GET /notifications': { expected: signedIn(200) },
  'PATCH /notifications': { body: { read: true }, badBody: { read: false }, expected: signedIn(200) },
  'GET /notifications/unread-count': { expected: signedIn(200) },
  'GET /notifications/stream': { expected: { anonymous: 401 } }, // it does not end: see notifications.e2e-spec.ts
  'GET /notifications/{id}': {
    make: notification,
    expected: { anonymous: 401, other: 404, party: 404, owner: 200, unknown: 404 },
  },
  'PATCH /notifications/{id}': {
    make: notification,
    body: { read: true },
    badBody: { read: 1 },
    expected: { anonymous: 401, other: 404, party: 404, owner: 200, unknown: 404 },
  },
  'POST /mcp': {
    body: { jsonrpc: '2.0', id: 1, method: 'tools/list' },
    badBody: { jsonrpc: '1.0' },
    expected: signedIn(200),
  },
  'GET /.well-known/oauth-protected-resource': { expected: anyone(200) },
  'GET /.well-known/oauth-protected-resource/mcp': { expected: anyone(200) },
  'GET /ingestion/runs': { expected: signedIn(200) },
  'POST /auth/token': { body: { userId: 'x' }, expected: anyone(201) },
  'GET /health/live': { expected: anyone(200) },
  'GET /health/ready': { expected: anyone(200) },
  'GET /metrics': { expected: anyone(200) },
};

describe('access', () => {
  let service: TestApp;
  const clientOf = (who: keyof Expected) =>
    service.as(who === 'anonymous' ? null : who === 'unknown' ? 'owner' : who);

  beforeAll(async () => {
    service = await startApp({ AUTH_DEV_TOKENS: 'true' });
    for (const who of ['owner', 'other', 'party']) await service.as(who).get('/users/me');
  });
  afterAll(() => service.close());

  it('is tried on every operation of the OpenAPI document', () => {
    const tried = Object.keys(MATRIX).map((key) => key.replace(/ \(.*/, ''));
    const names = operations.map(({ name }) => name);
    expect([
      ...names.filter((name) => !tried.includes(name)).map((name) => `MATRIX does not try ${name}`),
      ...tried
        .filter((name) => !names.includes(name))
        .map((name) => `MATRIX tries ${name}, which does not exist`),
    ]).toEqual([]);
  });

  const cases = Object.entries(MATRIX).flatMap(([operation, attempt]) =>
    Object.entries(attempt.expected).map(([who, status]: [string, number]) => ({
      operation,
      who: who as keyof Expected,
      status,
      attempt,
    })),
  );

  it.each(cases)('$operation by $who is $status', async ({ operation, who, status, attempt }) => {
    const ids = who === 'unknown' ? [] : [(await attempt.make?.(service.as('owner'), service)) ?? []].flat();
    const [method, template] = operation.split(' ', 2) as [string, string];
    const instance = template.replace(/\{\w+\}/g, () => ids.shift() ?? UNKNOWN);
    const path = attempt.query ? `${instance}?${attempt.query}` : instance;
    const refused = status === 401 || status === 403 || status === 404;
    if (refused && attempt.badBody)
      expect((await clientOf(who).request(method, path, { body: attempt.badBody })).status).toBe(status);
    if (refused && attempt.badQuery)
      expect((await clientOf(who).request(method, `${path}?${attempt.badQuery}`)).status).toBe(status);
    const response = await clientOf(who).request(method, path, { body: attempt.body });
    expect(response.status).toBe(status);
    if (refused) expect(response.body).toMatchObject({ status, code: expect.any(String), instance });
  });

  it('names external events as the reason, even to their feed, since nobody owns them', async () => {
    const id = await externalEvent(service.as('owner'), service);
    const { body } = await service.as('owner').patch(`/events/${id}`, { title: 'Mine' });
    expect(body.code).toBe('EXTERNAL_EVENT');
  });
});
