import { startApp, type TestApp } from './app.js';
import { Client } from './client.js';
import { createTestDatabase, type TestDatabase } from './database.js';
import { eventBody } from './factories.js';

describe('the rate limit', () => {
  let database: TestDatabase;
  let service: TestApp;
  /** The statuses of this many requests, one after the other. */
  async function statuses(client: Client, count: number, path = '/users/me'): Promise<number[]> {
    const answers: number[] = [];
    for (let n = 0; n < count; n += 1) answers.push((await client.get(path)).status);
    return answers;
  }

  beforeAll(async () => {
    database = await createTestDatabase();
  });
  afterAll(() => database.drop());
  beforeEach(async () => {
    service = await startApp({ RATE_LIMIT: '5' }, database);
  });
  afterEach(() => service.close());

  it('lets so many requests a minute through, and says how many are left', async () => {
    for (const left of [4, 3, 2, 1, 0]) {
      const { status, headers } = await service.as('alice').get('/users/me');
      expect(status).toBe(200);
      expect(headers.get('ratelimit-limit')).toBe('5');
      expect(headers.get('ratelimit-remaining')).toBe(String(left));
      expect(Number(headers.get('ratelimit-reset'))).toBeGreaterThan(0);
      expect(Number(headers.get('ratelimit-reset'))).toBeLessThanOrEqual(60);
      expect(headers.get('retry-after')).toBeNull();
    }
  });

  it('answers 429 past it, and says when to come again', async () => {
    await statuses(service.as('alice'), 5);
    const { status, headers, body } = await service.as('alice').get('/users/me?x=1');
    expect(status).toBe(429);
    expect(headers.get('content-type')).toMatch(/^application\/problem\+json/);
    expect(body).toEqual({
      ...{ type: 'about:blank', title: 'Too Many Requests', status: 429, code: 'RATE_LIMITED' },
      ...{ detail: expect.any(String), instance: '/users/me', requestId: headers.get('x-request-id') },
    });
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
    expect(Number(headers.get('retry-after'))).toBeLessThanOrEqual(60);
    expect(headers.get('ratelimit-remaining')).toBe('0');
  });

  it('counts each user alone, and over all operations', async () => {
    const alice = service.as('alice');
    await statuses(alice, 3);
    expect((await alice.post('/events', {})).status).toBe(400);
    expect((await alice.get('/events/x')).status).toBe(404);
    expect(await statuses(alice, 2)).toEqual([429, 429]);
    expect(await statuses(service.as('bob'), 5)).toEqual([200, 200, 200, 200, 200]);
    expect(await statuses(service.as('bob'), 1)).toEqual([429]);
  });

  it('counts a user over all of their tokens', async () => {
    for (let n = 0; n < 5; n += 1) await service.as('carol').get('/events');
    const { body } = await service.as('carol').get('/events');
    expect(body.code).toBe('RATE_LIMITED');
  });

  it('counts whoever has no good token by address, and users not among them', async () => {
    const garbage = new Client(service.url, 'garbage');
    expect(await statuses(service.as(null), 3)).toEqual([401, 401, 401]);
    expect(await statuses(garbage, 3)).toEqual([401, 401, 429]);
    expect(await statuses(service.as(null), 1, '/openapi.json')).toEqual([429]);
    expect(await statuses(service.as('alice'), 1)).toEqual([200]);
  });

  it('stores nothing of what it refuses', async () => {
    await statuses(service.as('dave'), 5);
    const title = 'Refused for haste';
    expect((await service.as('dave').post('/events', eventBody({ title }))).status).toBe(429);
    expect(await database.query('SELECT 1 FROM events WHERE title = $1', [title])).toEqual([]);
  });

  it('spares health and metrics', async () => {
    for (const path of ['/health/live', '/health/ready', '/metrics'])
      expect(new Set(await statuses(service.as(null), 10, path))).toEqual(new Set([200]));
    expect((await service.as(null).get('/health/live')).headers.get('ratelimit-limit')).toBeNull();
    expect(await statuses(service.as(null), 1)).toEqual([401]);
  });

  it('can be switched off', async () => {
    const unlimited = await startApp({ RATE_LIMIT: 'off' }, database);
    const { status, headers } = await unlimited.as('alice').get('/users/me');
    expect({ status, limit: headers.get('ratelimit-limit') }).toEqual({ status: 200, limit: null });
    await unlimited.close();
  });

  it('is 600 unless told otherwise', async () => {
    const usual = await startApp({ RATE_LIMIT: '' }, database);
    expect((await usual.as('alice').get('/users/me')).headers.get('ratelimit-limit')).toBe('600');
    await usual.close();
  });
});
