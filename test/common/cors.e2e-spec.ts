import { startApp, type TestApp } from '../support/app.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';

const APP = 'https://app.example.org';
const QA = 'http://localhost:5173';

describe('requests from other origins', () => {
  let database: TestDatabase;
  let closed: TestApp;
  let open: TestApp;
  let development: TestApp;

  beforeAll(async () => {
    database = await createTestDatabase();
    closed = await startApp({ NODE_ENV: 'production' }, database);
    development = await startApp({ NODE_ENV: 'development' }, database);
    open = await startApp({ CORS_ORIGINS: `${APP}, ${QA}`, RATE_LIMIT: '50' }, database);
  });
  afterAll(async () => {
    await closed.close();
    await open.close();
    await development.close();
    await database.drop();
  });

  const preflight = (service: TestApp, origin: string, method = 'PATCH') =>
    service.as(null).request('OPTIONS', '/events', {
      headers: {
        origin,
        'access-control-request-method': method,
        'access-control-request-headers': 'authorization,content-type,if-match,idempotency-key',
      },
    });

  it('are not allowed by default', async () => {
    const { status, headers } = await closed.as('alice').get('/events', { origin: APP });
    expect(status).toBe(200);
    expect([...headers.keys()].filter((name) => name.startsWith('access-control'))).toEqual([]);
    expect((await preflight(closed, APP)).status).toBe(404);
  });

  it.each([APP, QA])('are allowed from %s', async (origin) => {
    const { status, headers } = await open.as('alice').get('/events', { origin });
    expect(status).toBe(200);
    expect(headers.get('access-control-allow-origin')).toBe(origin);
    expect(headers.get('vary')).toMatch(/origin/i);
    expect(headers.get('access-control-allow-credentials')).toBeNull();
  });

  it.each([
    ...['https://evil.example.org', 'http://app.example.org', 'https://app.example.org:8443'],
    ...['https://app.example.org.evil.com', 'https://xapp.example.org', 'null'],
  ])('are not allowed from %s', async (origin) => {
    const { headers } = await open.as('alice').get('/events', { origin });
    expect(headers.get('access-control-allow-origin')).toBeNull();
    expect((await preflight(open, origin)).headers.get('access-control-allow-origin')).toBeNull();
  });

  it.each([...['http://localhost', 'http://localhost:5173', 'http://127.0.0.1', 'http://127.0.0.1:8080']])(
    'are allowed from %s in development, unless others are configured',
    async (origin) => {
      const { headers } = await development.as('alice').get('/events', { origin });
      expect(headers.get('access-control-allow-origin')).toBe(origin);
      expect((await preflight(development, origin, 'PUT')).status).toBe(204);
      for (const service of [closed, open]) {
        const elsewhere = await service.as('alice').get('/events', { origin });
        const named = service === open && origin === QA ? QA : null;
        expect(elsewhere.headers.get('access-control-allow-origin')).toBe(named);
      }
    },
  );

  it.each([
    ...['https://localhost', 'http://localhost.evil.com', 'http://localhost:80@evil.com', 'http://127.0.0.2'],
    ...['http://evil.com/http://localhost', 'http://sub.localhost', 'null', 'http://[::1]:3000'],
  ])('are not allowed from %s in development', async (origin) => {
    const { headers } = await development.as('alice').get('/events', { origin });
    expect(headers.get('access-control-allow-origin')).toBeNull();
  });

  it('may read the headers of the contract', async () => {
    const { headers } = await open.as('alice').get('/events', { origin: APP });
    const exposed = (headers.get('access-control-expose-headers') ?? '').toLowerCase().split(/, */);
    const named = ['etag', 'x-request-id', 'ratelimit-limit', 'ratelimit-remaining', 'ratelimit-reset'];
    expect(exposed).toEqual(
      expect.arrayContaining([
        ...named,
        'api-version',
        'retry-after',
        'location',
        'content-disposition',
        'deprecation',
        'sunset',
      ]),
    );
  });

  it.each(['GET', 'POST', 'PUT', 'PATCH', 'DELETE'])(
    'may send a preflight for %s, without a token',
    async (method) => {
      const { status, headers } = await preflight(open, APP, method);
      expect(status).toBe(204);
      expect(headers.get('access-control-allow-origin')).toBe(APP);
      expect(headers.get('access-control-allow-methods')).toContain(method);
      expect(headers.get('access-control-allow-headers')).toMatch(/authorization.*content-type.*if-match/);
      expect(Number(headers.get('access-control-max-age'))).toBeGreaterThan(0);
      expect(headers.get('x-request-id')).toBeTruthy();
    },
  );

  it('may read problems', async () => {
    const headers = { origin: APP };
    const refusals = [
      await open.as(null).get('/events', headers),
      await open.as('alice').get('/nowhere', headers),
      await open.as('alice').post('/events', '{', headers),
    ];
    expect(refusals.map(({ status }) => status)).toEqual([401, 404, 400]);
    for (const refusal of refusals) expect(refusal.headers.get('access-control-allow-origin')).toBe(APP);
    let last = refusals[0];
    for (let n = 0; n < 60 && last?.status !== 429; n += 1)
      last = await open.as('eve').get('/events', headers);
    expect(last?.status).toBe(429);
    expect(last?.headers.get('access-control-allow-origin')).toBe(APP);
  });

  it('get a normal response to OPTIONS without a preflight', async () => {
    const { status, text } = await open.as(null).request('OPTIONS', '/events');
    expect({ status, text }).toEqual({ status: 204, text: '' });
  });
});
