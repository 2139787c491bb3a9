import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { Service } from '../support/service.js';
import { TcpProxy } from '../support/tcp-proxy.js';
import { until } from '../support/until.js';

const LIMIT = 400;
const SETTINGS = { RATE_LIMIT: String(LIMIT), RATE_LIMIT_SHARED: 'on', LOG_LEVEL: 'warn' };

describe('the rate limit over two instances', () => {
  let database: TestDatabase;
  let instances: Service[];
  let proxy: TcpProxy | undefined;

  beforeAll(async () => {
    database = await createTestDatabase();
    instances = await Promise.all([1, 2].map(() => Service.start(database.url, SETTINGS)));
  });
  afterAll(async () => {
    for (const instance of instances) await instance.stop('SIGKILL');
    await proxy?.close();
    await database.drop();
  });

  const ask = async (user: string | null, instance: Service) => {
    const client = user === null ? undefined : instance.as(user);
    const { status, headers } = client
      ? await client.get('/users/me')
      : await fetch(`${instance.url}/users/me`);
    return { status, remaining: Number(headers.get('ratelimit-remaining')), headers };
  };
  const spend = async (user: string | null, instance: Service, count: number) => {
    for (let n = 0; n < count; n += 1) await ask(user, instance);
  };

  it.each(['alice', null])('counts what %s has spent on the other one, headers included', async (user) => {
    const [first, second] = instances as [Service, Service];
    await spend(user, first, LIMIT / 2);
    let asked = 0;
    await until(async () => {
      asked += 1;
      return (await ask(user, second)).remaining <= LIMIT / 2 - asked;
    });
    const { remaining, headers } = await ask(user, second);
    expect(remaining).toBe(LIMIT / 2 - asked - 1);
    expect(headers.get('ratelimit-limit')).toBe(String(LIMIT));
    expect(Number(headers.get('ratelimit-reset'))).toBeLessThanOrEqual(60);
  });

  it('refuses on both who is past it on one', async () => {
    const [first, second] = instances as [Service, Service];
    await spend('bob', first, LIMIT);
    expect((await ask('bob', first)).status).toBe(429);
    await until(async () => (await ask('bob', second)).status === 429);
    expect((await ask('carol', second)).status).toBe(200);
  });

  it('stores no name', async () => {
    const rows = await database.query<{ asker: string }>('SELECT asker FROM rate_counts');
    expect(rows.length).toBeGreaterThanOrEqual(3);
    for (const { asker } of rows) expect(asker).toMatch(/^[\w-]{22}$/);
  });

  it('limits by what each instance has counted while the database is away', async () => {
    proxy = await TcpProxy.to(database.url);
    const alone = await Service.start(proxy.url, { ...SETTINGS, RATE_LIMIT: '50' });
    instances.push(alone);
    await spend('dave', alone, 10);
    await proxy.close();
    await until(() => alone.output.includes('counted by each instance alone'));
    await spend('dave', alone, 39);
    expect(await ask('dave', alone)).toMatchObject({ status: 503, remaining: 0 });
    expect((await ask('dave', alone)).status).toBe(429);
    // What was counted meanwhile is known to the others afterwards.
    await proxy.open();
    await until(async () => {
      const rows = await database.query('SELECT 1 FROM rate_counts WHERE spent >= 51 AND spent < 60');
      return rows.length === 1;
    });
  });
});
