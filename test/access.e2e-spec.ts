import { readFileSync } from 'node:fs';
import { startApp, type TestApp } from './app.js';
import type { Client } from './client.js';
import { createEvent, eventBody } from './factories.js';

/** Who tries: no token, a user with no part in the resource, its owner, and its owner with an id that names nothing. */
interface Expected {
  nobody: number;
  stranger?: number;
  owner?: number;
  unknown?: number;
}

interface Attempt {
  /** Fills the path's parameter; a new resource of the owner's each time. */
  make?: (owner: Client, service: TestApp) => Promise<string>;
  body?: unknown;
  /** A body that validation would refuse: it must not change who is refused, nor how. */
  badBody?: unknown;
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
const anyone = (status: number): Expected => ({ nobody: status, stranger: status });
const signedIn = (status: number): Expected => ({ nobody: 401, stranger: status });

/** Every operation of the service. An operation may be tried in several ways; the key's end in brackets tells them apart. */
const MATRIX: Record<string, Attempt> = {
  'POST /events': { body: eventBody(), badBody: { title: 1 }, expected: signedIn(201) },
  'GET /events': { expected: signedIn(200) },
  'GET /events/{id}': { make: event, expected: { nobody: 401, stranger: 200, owner: 200, unknown: 404 } },
  'PATCH /events/{id}': {
    make: event,
    body: { title: 'Changed' },
    badBody: { title: 1, nope: true },
    expected: { nobody: 401, stranger: 403, owner: 200, unknown: 404 },
  },
  'PATCH /events/{id} (external)': {
    make: externalEvent,
    body: { title: 'Changed' },
    badBody: { title: 1 },
    expected: { nobody: 401, stranger: 403, owner: 403 },
  },
  'DELETE /events/{id}': { make: event, expected: { nobody: 401, stranger: 403, owner: 204, unknown: 404 } },
  'DELETE /events/{id} (external)': {
    make: externalEvent,
    expected: { nobody: 401, stranger: 403, owner: 403 },
  },
  'GET /categories': { expected: signedIn(200) },
  'GET /users/me': { expected: signedIn(200) },
  'PATCH /users/me': { body: { headline: 'Here' }, badBody: { headline: 1 }, expected: signedIn(200) },
  'GET /users/{id}': {
    make: async () => 'owner',
    expected: { nobody: 401, stranger: 200, owner: 200, unknown: 404 },
  },
  'GET /ingestion/runs': { expected: signedIn(200) },
  'POST /auth/token': { body: { userId: 'x' }, expected: anyone(201) },
  'GET /health/live': { expected: anyone(200) },
  'GET /health/ready': { expected: anyone(200) },
  'GET /metrics': { expected: anyone(200) },
};

const document = JSON.parse(readFileSync('test/openapi.json', 'utf8'));

describe('access', () => {
  let service: TestApp;
  const clientOf = (who: keyof Expected) =>
    service.as(who === 'nobody' ? null : who === 'stranger' ? 'stranger' : 'owner');

  beforeAll(async () => {
    service = await startApp({ AUTH_DEV_TOKENS: 'true' });
    for (const who of ['owner', 'stranger']) await service.as(who).get('/users/me');
  });
  afterAll(() => service.close());

  it('is tried on every operation of the OpenAPI document', () => {
    const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.keys(methods as object).map((method) => `${method.toUpperCase()} ${path}`),
    );
    const tried = new Set(Object.keys(MATRIX).map((key) => key.replace(/ \(.*/, '')));
    expect([...tried].sort()).toEqual(operations.sort());
  });

  const cases = Object.entries(MATRIX).flatMap(([operation, attempt]) =>
    Object.entries(attempt.expected).map(([who, status]) => ({
      operation,
      who: who as keyof Expected,
      status,
      attempt,
    })),
  );

  it.each(cases)('$operation by $who is $status', async ({ operation, who, status, attempt }) => {
    const id = who === 'unknown' ? UNKNOWN : await attempt.make?.(service.as('owner'), service);
    const [method, template] = operation.split(' ') as [string, string];
    const path = template.replace(/\{\w+\}/, String(id));
    const refused = status === 401 || status === 403 || status === 404;
    if (refused && attempt.badBody)
      expect((await clientOf(who).request(method, path, { body: attempt.badBody })).status).toBe(status);
    const answer = await clientOf(who).request(method, path, { body: attempt.body });
    expect(answer.status).toBe(status);
    if (refused) expect(answer.body).toMatchObject({ status, code: expect.any(String), instance: path });
  });

  it('names external events as the reason, to their feed nobody being the owner', async () => {
    const id = await externalEvent(service.as('owner'), service);
    const { body } = await service.as('owner').patch(`/events/${id}`, { title: 'Mine' });
    expect(body.code).toBe('EXTERNAL_EVENT');
  });
});
