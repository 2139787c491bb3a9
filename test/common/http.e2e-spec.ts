import { startApp, type TestApp } from '../support/app.js';
import type { Client, ServiceResponse } from '../support/client.js';
import { createEvent } from '../support/factories.js';

const NOWHERE = '/events/0198c2b4-7a10-7c3e-9a55-3f1f0a6f2d11';

describe('HTTP', () => {
  let service: TestApp;
  let alice: Client;

  beforeAll(async () => {
    service = await startApp();
    alice = service.as('alice');
  });
  afterAll(() => service.close());

  it('ignores a slash at the end of a path', async () => {
    const event = await createEvent(alice);
    expect((await alice.get(`/events/${event.id}/`)).body).toEqual(event);
    expect((await alice.get('/events/?limit=1')).body).toEqual((await alice.get('/events?limit=1')).body);
    expect((await alice.patch(`/events/${event.id}/`, {})).status).toBe(200);
    expect((await service.as(null).get('/health/ready/')).status).toBe(200);
    expect((await service.as(null).get('/events/')).status).toBe(401);
    expect((await alice.get('/docs/')).status).toBe(200);
  });

  describe('a problem', () => {
    const requests: [string, (client: Client) => Promise<ServiceResponse>, object][] = [
      [
        'of validation',
        () => alice.post('/events', { title: 7 }),
        {
          ...{ title: 'Bad Request', status: 400, code: 'VALIDATION_FAILED', instance: '/events' },
          errors: expect.arrayContaining([{ pointer: '/title', detail: 'must be a string' }]),
        },
      ],
      [
        'of a query',
        () => alice.get('/events?limit=0'),
        {
          ...{ title: 'Bad Request', status: 400, code: 'VALIDATION_FAILED', instance: '/events' },
          errors: [{ pointer: 'limit', detail: 'must be a whole number from 1' }],
        },
      ],
      [
        'of a malformed body',
        () => alice.post('/events', '{'),
        { title: 'Bad Request', status: 400, code: 'MALFORMED_JSON', instance: '/events' },
      ],
      [
        'of identity',
        () => service.as(null).get('/events?q=x'),
        { title: 'Unauthorized', status: 401, code: 'UNAUTHENTICATED', instance: '/events' },
      ],
      [
        'of absence',
        () => alice.get(NOWHERE),
        { title: 'Not Found', status: 404, code: 'NOT_FOUND', instance: NOWHERE },
      ],
      [
        'of a path that does not decode',
        () => alice.get('/events/%zz'),
        { title: 'Not Found', status: 404, code: 'NOT_FOUND', instance: '/events/%zz' },
      ],
      [
        'of size',
        () => alice.post('/events', ' '.repeat(1024 * 1024 + 1)),
        { title: 'Payload Too Large', status: 413, code: 'PAYLOAD_TOO_LARGE', instance: '/events' },
      ],
      [
        'of type',
        () => alice.post('/events', '{}', { 'content-type': 'text/plain' }),
        { title: 'Unsupported Media Type', status: 415, code: 'UNSUPPORTED_MEDIA_TYPE', instance: '/events' },
      ],
    ];

    it.each(requests)('%s has every member, and no other', async (_what, request, expected) => {
      const { status, headers, body } = await request(alice);
      const requestId = headers.get('x-request-id');
      expect(requestId).toBeTruthy();
      expect(body).toEqual({
        type: 'about:blank',
        detail: expect.stringMatching(/\w/),
        requestId,
        ...expected,
      });
      expect(body.status).toBe(status);
      expect(headers.get('content-type')).toMatch(/^application\/problem\+json/);
    });

    it('reveals no internals', async () => {
      const event = await createEvent(alice);
      const paths = ['/events/%00', '/users/%00', '/nowhere', `/events/${event.id}/x`, '/events?limit=x'];
      for (const path of paths) {
        const { text } = await alice.get(path);
        expect(text).not.toMatch(/node_modules|\.ts|\.js|SELECT|at \w+ \(|pg_|Error:/);
      }
    });
  });

  describe('the request id', () => {
    it.each([
      ['one character', 'x'],
      ['128 characters', 'x'.repeat(128)],
      ['quotes and spaces', `a "b" 'c' <d>; e`],
      ['a UUID', '0198c2b4-7a10-7c3e-9a55-3f1f0a6f2d11'],
    ])('is the one that was sent: %s', async (_what, id) => {
      const { headers, body } = await alice.get(NOWHERE, { 'x-request-id': id });
      expect(headers.get('x-request-id')).toBe(id);
      expect(body.requestId).toBe(id);
    });

    it.each([
      ['nothing', ''],
      ['129 characters', 'x'.repeat(129)],
      ['a letter beyond ASCII', 'r\u00e9q'],
      ['a tab', 'a\tb'],
    ])('is new for each request with %s', async (_what, id) => {
      const sent = { 'x-request-id': id };
      const ids = [
        await alice.get(NOWHERE, sent),
        await alice.get(NOWHERE, sent),
        await alice.get(NOWHERE),
      ].map(({ headers }) => headers.get('x-request-id'));
      expect(new Set(ids).size).toBe(3);
      for (const made of ids) expect(made).toMatch(/^[\x20-\x7e]{1,128}$/);
    });

    it('is on every response', async () => {
      const event = await createEvent(alice);
      const path = `/events/${event.id}`;
      const responses = [
        await alice.get(path),
        await alice.get(path, { 'if-none-match': '*' }),
        await alice.request('HEAD', path),
        await service.as(null).get(path),
        await service.as('bob').delete(path),
        await alice.delete(path),
        await alice.get('/events/%zz'),
        await alice.get('/nowhere'),
        await service.as(null).get('/health/live'),
        await service.as(null).get('/docs'),
        await service.as(null).get('/openapi.json'),
      ];
      expect(responses.map(({ status }) => status)).toEqual([
        ...[200, 304, 200, 401, 403, 204, 404, 404, 200, 200, 200],
      ]);
      const ids = responses.map(({ headers }) => headers.get('x-request-id'));
      expect(ids.filter(Boolean)).toHaveLength(responses.length);
      expect(new Set(ids).size).toBe(responses.length);
    });
  });

  describe('HEAD', () => {
    it('is GET without the body', async () => {
      const event = await createEvent(alice);
      for (const path of [`/events/${event.id}`, '/events', '/users/me']) {
        const { status, text, headers } = await alice.request('HEAD', path);
        const get = await alice.get(path);
        expect({ status, text }).toEqual({ status: 200, text: '' });
        for (const name of ['content-type', 'content-length', 'etag', 'x-content-type-options'])
          expect({ path, name, value: headers.get(name) }).toEqual({
            path,
            name,
            value: get.headers.get(name),
          });
      }
    });

    it('is 304 for a current copy, as GET is', async () => {
      const { id } = await createEvent(alice);
      const { status, headers } = await alice.request('HEAD', `/events/${id}`, {
        headers: { 'if-none-match': '"1"' },
      });
      expect([status, headers.get('etag'), headers.get('content-length')]).toEqual([304, '"1"', null]);
    });

    it('is refused as GET is', async () => {
      const { status, text } = await service.as(null).request('HEAD', '/events');
      expect({ status, text }).toEqual({ status: 401, text: '' });
      expect((await alice.request('HEAD', NOWHERE)).status).toBe(404);
      expect((await alice.request('HEAD', '/events?limit=0')).status).toBe(400);
    });
  });

  describe('an unknown route', () => {
    it.each([
      ...['GET /nowhere', 'GET /EVENTS', 'GET /users', 'GET /auth/token'],
      ...['POST /nowhere', 'PUT /events', 'PROPFIND /events', 'PATCH /events', 'DELETE /events'],
      ...[
        'GET /events/a/b',
        'GET /app',
        'GET /.env',
        'GET /%2e%2e/package.json',
        'GET /docs/../../package.json',
      ],
    ])('is 404: %s', async (request) => {
      const [method, path] = request.split(' ') as [string, string];
      for (const client of [alice, service.as(null)]) {
        const { status, body } = await client.request(method, path);
        expect({ status, code: body?.code }).toEqual({ status: 404, code: 'NOT_FOUND' });
      }
    });
  });

  it.each([
    ['/events', 'none', 'DENY'],
    ['/nowhere', 'none', 'DENY'],
    ['/health/live', 'none', 'DENY'],
    ['/openapi.json', 'none', 'DENY'],
    ['/docs', 'self', 'SAMEORIGIN'],
    ['/docs/guide', 'self', 'SAMEORIGIN'],
    ['/docs/assets/swagger-ui.css', 'self', 'SAMEORIGIN'],
  ])('sends security headers with %s', async (path, sources, frames) => {
    const { status, headers } = await alice.get(path);
    expect(status).toBe(path === '/nowhere' ? 404 : 200);
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('x-frame-options')).toBe(frames);
    expect(headers.get('referrer-policy')).toBe('no-referrer');
    expect(headers.get('cross-origin-resource-policy')).toBe('same-origin');
    expect(headers.get('cross-origin-opener-policy')).toBe(sources === 'self' ? 'same-origin' : null);
    expect(headers.get('content-security-policy')).toMatch(new RegExp(`default-src '${sources}'`));
    expect(headers.get('strict-transport-security')).toMatch(/max-age=\d/);
    expect(headers.get('x-powered-by')).toBeNull();
    expect(headers.get('server')).toBeNull();
  });

  describe('the metrics', () => {
    const token = 'a token for prometheus';
    const read = async (metered: TestApp, authorization?: string) =>
      metered.as(null).get('/metrics', authorization === undefined ? {} : { authorization });

    it('are complete with METRICS_TOKEN, and hidden without', async () => {
      const metered = await startApp({ METRICS_TOKEN: token }, service.database);
      for (const scheme of ['Bearer', 'bearer', 'BEARER']) {
        const { status, text } = await read(metered, `${scheme} ${token}`);
        expect([status, text.includes('process_resident_memory_bytes')]).toEqual([200, true]);
      }
      const others = [
        ...[undefined, '', 'Bearer', 'Bearer ', token, `Basic ${token}`, `Bearer ${token.toUpperCase()}`],
        ...['', 'a', token.slice(0, -1), token.slice(1), `${token.slice(0, -1)}z`].map(
          (text) => `Bearer ${text}`,
        ),
        ...[`${token} `, ` ${token}`, `${token}s`, `${token}${token}`].map((text) => `Bearer x${text}`),
        ...[`Bearer ${token}s`, `Bearer ${token}${token}`, `Bearer ${token}, Bearer ${token}`],
      ];
      for (const authorization of others) {
        const { status, body } = await read(metered, authorization);
        expect({ authorization, status, code: body?.code }).toEqual({
          ...{ authorization, status: 404, code: 'NOT_FOUND' },
        });
      }
      await metered.close();
    });

    it('are hidden in production and open elsewhere if there is no METRICS_TOKEN', async () => {
      expect((await read(service)).status).toBe(200);
      const production = await startApp({ NODE_ENV: 'production' }, service.database);
      for (const authorization of [undefined, '', 'Bearer', 'Bearer undefined', 'Bearer x'])
        expect((await read(production, authorization)).status).toBe(404);
      await production.close();
    });
  });
});
