import { startApp, type TestApp } from '../support/app.js';
import { Client } from '../support/client.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { eventBody } from '../support/factories.js';

describe('the rate limit', () => {
  let database: TestDatabase;
  /** Each test has its own users, and its own forwarded addresses. */
  let service: TestApp;
  const forwarded = (address: string) => ({ 'x-forwarded-for': address });
  /** The statuses of this many sequential requests. */
  async function statuses(
    client: Client,
    count: number,
    path = '/users/me',
    headers = {},
  ): Promise<number[]> {
    const responses: number[] = [];
    for (let n = 0; n < count; n += 1) responses.push((await client.get(path, headers)).status);
    return responses;
  }

  beforeAll(async () => {
    database = await createTestDatabase();
    service = await startApp({ RATE_LIMIT: '5', TRUST_PROXY: '1' }, database);
  });
  afterAll(async () => {
    await service.close();
    await database.drop();
  });

  it('allows a number of requests per minute, and returns how many are left', async () => {
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

  it('is 429 above, with the time to retry', async () => {
    await statuses(service.as('ann'), 5);
    const { status, headers, body } = await service.as('ann').get('/users/me?x=1');
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

  it('counts by user, over all operations', async () => {
    const amy = service.as('amy');
    await statuses(amy, 3);
    expect((await amy.post('/events', {})).status).toBe(400);
    expect((await amy.get('/events/x')).status).toBe(404);
    expect(await statuses(amy, 2)).toEqual([429, 429]);
    expect(await statuses(service.as('bob'), 5)).toEqual([200, 200, 200, 200, 200]);
    expect(await statuses(service.as('bob'), 1)).toEqual([429]);
  });

  it('counts a user over all of their tokens', async () => {
    for (let n = 0; n < 5; n += 1) await service.as('carol').get('/events');
    const { body } = await service.as('carol').get('/events');
    expect(body.code).toBe('RATE_LIMITED');
  });

  it('counts requests without a valid token by address, apart from users', async () => {
    const garbage = new Client(service.url, 'garbage');
    const address = forwarded('192.0.2.10');
    expect(await statuses(service.as(null), 3, '/users/me', address)).toEqual([401, 401, 401]);
    expect(await statuses(garbage, 3, '/users/me', address)).toEqual([401, 401, 429]);
    expect(await statuses(service.as(null), 1, '/openapi.json', address)).toEqual([429]);
    expect(await statuses(service.as('gina'), 1, '/users/me', address)).toEqual([200]);
  });

  it('stores nothing of a refused request', async () => {
    await statuses(service.as('dave'), 5);
    const title = 'Refused for haste';
    expect((await service.as('dave').post('/events', eventBody({ title }))).status).toBe(429);
    const stored = () => database.query('SELECT creator_id AS by FROM events WHERE title = $1', [title]);
    expect(await stored()).toEqual([]);
    expect((await service.as('erin').post('/events', eventBody({ title }))).status).toBe(201);
    expect(await stored()).toEqual([{ by: 'erin' }]);
  });

  it('does not apply to health and metrics', async () => {
    const address = forwarded('192.0.2.11');
    for (const path of ['/health/live', '/health/ready', '/metrics'])
      expect(new Set(await statuses(service.as(null), 10, path, address))).toEqual(new Set([200]));
    const { headers } = await service.as(null).get('/health/live', address);
    expect(headers.get('ratelimit-limit')).toBeNull();
    expect(await statuses(service.as(null), 1, '/users/me', address)).toEqual([401]);
  });

  it('applies to unknown paths', async () => {
    const found = await statuses(service.as(null), 6, '/nowhere', forwarded('192.0.2.12'));
    expect(found).toEqual([404, 404, 404, 404, 404, 429]);
  });

  describe('behind a proxy', () => {
    /** The status of a request without a token, from a forwarded address. */
    const from = async (through: TestApp, address: string) =>
      (await through.as(null).get('/users/me', forwarded(address))).status;
    /** The number of ten requests within the limit. */
    const admitted = async (through: TestApp, address: (n: number) => string) => {
      let count = 0;
      for (let n = 0; n < 10; n += 1) if ((await from(through, address(n))) === 401) count += 1;
      return count;
    };

    it('counts the address of the connection unless the proxy is trusted', async () => {
      const direct = await startApp({ RATE_LIMIT: '5' }, database);
      expect(await admitted(direct, (n) => `192.0.2.${n}`)).toBe(5);
      await direct.close();
    });

    // An invalid address counts as that of the connection, so each needs its own service (see
    // limits.spec.ts).
    it.each(['fe80::1%a-b', '"[::1]:80"'])('treats %s as any other address', async (address) => {
      const through = await startApp({ RATE_LIMIT: '5', TRUST_PROXY: '1' }, database);
      expect(await admitted(through, () => address)).toBe(5);
      await through.close();
    });

    it.each(['1', '127.0.0.1', '10.0.0.0/8,127.0.0.0/8,::1'])(
      "is counted by the client's address with TRUST_PROXY=%s",
      async (TRUST_PROXY) => {
        const through = await startApp({ RATE_LIMIT: '5', TRUST_PROXY }, database);
        expect(await admitted(through, () => '192.0.2.1')).toBe(5);
        expect(await admitted(through, (n) => `198.51.100.${n}`)).toBe(10);
        expect(await admitted(through, (n) => `203.0.113.${n}, 192.0.2.7`)).toBe(5); // the client itself sent the first address
        expect(await admitted(through, (n) => `2001:db8:1:1::${n}`)).toBe(5);
        expect(await admitted(through, (n) => `2001:db8:1:${n + 2}::1`)).toBe(10);
        expect(await admitted(through, (n) => (n % 2 ? '192.0.2.9' : '::ffff:192.0.2.9'))).toBe(5);
        expect(await admitted(through, (n) => `nonsense ${n}`)).toBe(5);
        await through.close();
      },
    );

    it('keeps its counters in a flood of new addresses', async () => {
      expect(await statuses(service.as('frank'), 6)).toEqual([200, 200, 200, 200, 200, 429]);
      expect(await admitted(service, () => '192.0.2.13')).toBe(5);
      for (let n = 0; n < 500; n += 50)
        await Promise.all(Array.from({ length: 50 }, (_, m) => from(service, `10.1.${n / 50}.${m}`)));
      expect(await statuses(service.as('frank'), 1)).toEqual([429]);
      expect(await from(service, '192.0.2.13')).toBe(429);
    });
  });

  it('can be switched off', async () => {
    const unlimited = await startApp({ RATE_LIMIT: 'off' }, database);
    const { status, headers } = await unlimited.as('alice').get('/users/me');
    expect({ status, limit: headers.get('ratelimit-limit') }).toEqual({ status: 200, limit: null });
    await unlimited.close();
  });

  it('is off by default outside production, and 600 in it', async () => {
    const limitOf = async (environment: Record<string, string>) => {
      const usual = await startApp({ RATE_LIMIT: '', ...environment }, database);
      const { headers } = await usual.as('alice').get('/users/me');
      await usual.close();
      return headers.get('ratelimit-limit');
    };
    expect(await limitOf({})).toBeNull();
    expect(await limitOf({ NODE_ENV: 'production' })).toBe('600');
  });
});
