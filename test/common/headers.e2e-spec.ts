import { VERSION } from '../../src/common/config.js';
import { startApp, type TestApp } from '../support/app.js';
import type { Client, ServiceResponse } from '../support/client.js';
import { createEvent, eventBody, gigBody } from '../support/factories.js';

describe('headers', () => {
  let service: TestApp;
  let alice: Client;

  beforeAll(async () => {
    service = await startApp({ CORS_ORIGINS: 'https://app.example.org', AUTH_DEV_TOKENS: 'true' });
    alice = service.as('alice');
  });
  afterAll(() => service.close());

  const caching = ({ headers }: ServiceResponse) => [headers.get('cache-control'), headers.get('vary')];

  it('let a user cache and revalidate a response with an ETag', async () => {
    const created = await alice.post('/events', eventBody());
    const path = `/events/${created.body.id}`;
    const etag = created.headers.get('etag') as string;
    const received = [
      created,
      await alice.get(path),
      await alice.get(path, { 'if-none-match': etag }),
      await alice.request('HEAD', path),
      await alice.patch(path, { title: 'Another title' }),
    ];
    expect(received.map(({ status }) => status)).toEqual([201, 200, 304, 200, 200]);
    for (const response of received) {
      expect(response.headers.get('etag')).toBeTruthy();
      expect(caching(response)).toEqual(['private, no-cache', 'Origin, Authorization, Accept-Encoding']);
    }
  });

  it('forbid to cache all other responses of the API', async () => {
    const { id } = await createEvent(alice);
    const received = [
      await alice.get('/events'),
      await alice.get('/users/me'),
      await alice.get(`/events/${id}/nowhere`),
      await alice.get('/events/%zz'),
      await alice.post('/events', '{'),
      await alice.post('/collections', { name: 'Mine' }),
      await service.as(null).get(`/events/${id}`),
      await service.as('bob').patch(`/events/${id}`, { title: 'Theirs' }),
      await alice.patch(`/events/${id}`, { title: 'New' }, { 'if-match': '"7"' }),
      await alice.delete(`/events/${id}`),
      await service.as(null).get('/health/live'),
      await service.as(null).get('/health/ready'),
      await service.as(null).get('/metrics'),
      await service.as(null).get('/openapi.json'),
      await service.as(null).post('/auth/token', { userId: 'alice' }),
    ];
    expect(received.map(({ status }) => status)).toEqual([
      ...[200, 200, 404, 404, 400, 201, 401, 403, 412, 204, 200, 200, 200, 200, 201],
    ]);
    for (const response of received) {
      expect(response.headers.get('api-version')).toBe(VERSION);
      expect(response.headers.get('cache-control')).toBe('no-store');
      expect(response.headers.get('etag')).toBeNull();
    }
  });

  it('are the same on a notification stream', async () => {
    const abort = new AbortController();
    const { headers } = await alice.fetch('/notifications/stream', { signal: abort.signal });
    expect(headers.get('cache-control')).toBe('no-store');
    expect(headers.get('api-version')).toBe(VERSION);
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('x-request-id')).toBeTruthy();
    abort.abort();
    expect((await alice.request('HEAD', '/notifications/stream')).status).toBe(200);
  });

  it('let caches store the documentation', async () => {
    const page = await alice.get('/docs');
    expect(caching(page)[0]).toBe('no-cache');
    expect((await alice.get('/docs', { 'if-none-match': page.headers.get('etag')! })).status).toBe(304);
    const assets = [...page.text.matchAll(/"(\/docs\/assets\/[\w.-]+)"/g)];
    expect(assets.length).toBeGreaterThan(4);
    for (const [, path] of assets) {
      const { status, headers } = await alice.get(path!);
      expect([status, headers.get('cache-control')]).toEqual([200, 'no-cache']);
      const held = await alice.get(path!, { 'if-none-match': headers.get('etag')! });
      expect([held.status, held.text]).toEqual([304, '']);
    }
    expect((await alice.get('/docs/assets/nothing.js')).body.code).toBe('NOT_FOUND');
  });

  describe('Location', () => {
    const located = async (created: ServiceResponse) => {
      expect(created.status).toBe(201);
      return created.headers.get('location') ?? '';
    };

    it('is the URL of the resource', async () => {
      const event = await alice.post('/events', eventBody());
      const gig = await alice.post('/gigs', { ...gigBody(), type: 'GIG' });
      const collection = await alice.post('/collections', { name: 'Mine' });
      const conversation = await alice.post('/conversations', {});
      for (const created of [event, gig, collection, conversation]) {
        const { status, body } = await alice.get(await located(created));
        expect({ status, id: body.id }).toEqual({ status: 200, id: created.body.id });
      }
      expect(event.headers.get('location')).toBe(`/events/${event.body.id}`);
      expect(gig.headers.get('location')).toBe(`/gigs/${gig.body.id}`);
    });

    it('is the URL of the container if the resource has none', async () => {
      const { id } = await createEvent(alice, gigBody());
      const collection = (await alice.post('/collections', { name: 'Mine' })).body.id;
      const item = await alice.post(`/collections/${collection}/items`, { eventId: id });
      expect(await located(item)).toBe(`/collections/${collection}`);
      const conversation = (await alice.post('/conversations', {})).body.id;
      const exchange = await alice.post(`/conversations/${conversation}/messages`, { content: 'Gigs?' });
      expect(await located(exchange)).toBe(`/conversations/${conversation}`);
      const application = await service.as('bob').post(`/gigs/${id}/applications`);
      expect(await located(application)).toBe(`/gigs/${id}/applications/${application.body.id}`);
      const interaction = await alice.post(`/events/${id}/interactions`, { action: 'SAVE' });
      expect(await located(interaction)).toBe('/interactions');
      const again = await alice.post(`/events/${id}/interactions`, { action: 'SAVE' });
      expect([again.status, again.headers.get('location')]).toEqual([200, null]);
      const calendar = await alice.post('/calendars', { kind: 'SAVED' });
      expect(await located(calendar)).toBe('/calendars');
      const token = await service.as(null).post('/auth/token', { userId: 'alice' });
      expect(await located(token)).toBe('/users/me');
    });

    it('is on every creation in the document, but of copies', async () => {
      const { body } = await alice.get('/openapi.json');
      const created = Object.values(body.paths as object)
        .flatMap((path) => Object.values(path as object))
        .filter(({ operationId, responses }) => responses['201'] && !operationId.startsWith('copy'));
      const copies = body.paths['/events/{id}/copies'].post.responses['201'];
      expect(copies.headers).not.toHaveProperty('Location');
      expect(created.length).toBeGreaterThan(8);
      for (const { responses } of created) expect(responses['201'].headers).toHaveProperty('Location');
    });
  });

  it('redirect from / to the documentation', async () => {
    for (const client of [alice, service.as(null)]) {
      const { status, headers } = await client.get('/');
      expect([status, headers.get('location')]).toEqual([302, '/docs']);
      expect(headers.get('x-request-id')).toBeTruthy();
    }
    expect((await alice.get('/openapi.json')).body.paths).not.toHaveProperty('/');
  });

  describe('Content-Encoding', () => {
    it.each(['gzip', 'br', 'GZIP', 'identity, gzip', 'nonsense'])('%s is 415', async (coding) => {
      const encoded = { 'content-encoding': coding };
      const { status, headers, body } = await alice.post('/events', eventBody(), encoded);
      expect([status, body.code]).toEqual([415, 'UNSUPPORTED_MEDIA_TYPE']);
      expect(headers.get('accept-encoding')).toBe('identity');
      expect((await alice.get('/events', encoded)).status).toBe(415);
      expect((await service.as(null).post('/events', eventBody(), encoded)).status).toBe(401);
    });

    it.each(['identity', 'Identity'])('%s is accepted', async (coding) => {
      expect((await alice.post('/events', eventBody(), { 'content-encoding': coding })).status).toBe(201);
    });
  });
});
