import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { Agent, request } from 'node:http';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { startApp } from './support/app.js';
import { createTestDatabase, type TestDatabase } from './support/database.js';
import { createEvent, eventBody } from './support/factories.js';
import { Service } from './support/service.js';
import { TcpProxy } from './support/tcp-proxy.js';
import { until } from './support/until.js';

describe('the service as a process', () => {
  let database: TestDatabase;
  const services: Service[] = [];
  const start = async (...args: Parameters<typeof Service.start>) => {
    const service = await Service.start(...args);
    services.push(service);
    return service;
  };

  beforeEach(async () => {
    database = await createTestDatabase();
  });
  afterEach(async () => {
    for (const { process } of services.splice(0)) process.kill('SIGKILL');
    await database.drop();
  });

  it('refuses to start with a bad configuration, and reports it', async () => {
    const service = await start(database.url, { PORT: 'eighty' }, { wait: false });
    expect((await service.exit)[0]).toBe(1);
    expect(service.output).toContain('PORT takes');
    expect(service.output).not.toContain('    at ');
  });

  it('starts three instances at once on an empty database', async () => {
    const empty = await createTestDatabase({ migrated: false });
    const instances = await Promise.all([1, 2, 3].map(() => start(empty.url, { MIGRATE_ON_START: 'true' })));
    await Promise.all(instances.map((instance) => instance.ready()));
    expect(await empty.query('SELECT count(*)::int FROM migrations')).toHaveLength(1);
    for (const instance of instances) instance.process.kill('SIGKILL');
    await Promise.all(instances.map((instance) => instance.exit));
    await empty.drop();
  });

  it('starts without its database, and recovers', async () => {
    const proxy = await TcpProxy.to(database.url, { open: false });
    const service = await start(proxy.url, { MIGRATE_ON_START: 'true' });
    expect(await service.status('/health/live')).toBe(200);
    expect(await service.status('/health/ready')).toBe(503);
    const { status, body, headers } = await service.as('alice').get('/events');
    expect({ status, code: body.code }).toEqual({ status: 503, code: 'UNAVAILABLE' });
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
    await proxy.open();
    await service.ready();
    expect((await service.as('alice').get('/events')).status).toBe(200);
    await service.stop();
    await proxy.close();
  });

  it.each([
    ['disconnects', (proxy: TcpProxy) => proxy.close()],
    ['hangs', async (proxy: TcpProxy) => proxy.hang()],
  ])('returns 503 while its database %s, and recovers without a restart', async (_what, takeAway) => {
    const proxy = await TcpProxy.to(database.url);
    const service = await startApp({}, { ...database, url: proxy.url });
    const status = async (path: string) => (await service.as(null).get(path)).status;
    const alice = service.as('alice');
    const event = await createEvent(alice);
    await takeAway(proxy);
    const attempts = await Promise.all([
      alice.get('/events'),
      alice.get(`/events/${event.id}`),
      alice.patch(`/events/${event.id}`, { title: 'x' }),
      alice.post('/events', eventBody()),
      service.as('a newcomer').get('/users/me'),
    ]);
    expect(attempts.map(({ status }) => status)).toEqual([503, 503, 503, 503, 503]);
    expect(attempts.every(({ headers }) => headers.has('retry-after'))).toBe(true);
    expect(await status('/health/live')).toBe(200);
    await until(async () => (await status('/health/ready')) === 503);
    await proxy.close();
    await proxy.open();
    await service.ready();
    expect((await alice.get(`/events/${event.id}`)).body).toEqual(event);
    await service.close();
    await proxy.close();
  });

  it('stops on SIGTERM under load: every request in flight gets its response, exit 0', async () => {
    const service = await start(database.url);
    await service.ready();
    const alice = service.as('alice');
    await createEvent(alice);
    const outcomes: unknown[] = [];
    // Each sends sequential requests on one connection, until the service announces that it closes it.
    const load = Array.from({ length: 8 }, async () => {
      for (let open = true; open; ) {
        const received = await alice.get('/events').catch((error) => error.cause ?? error);
        outcomes.push(received.status ?? received);
        open = received.headers?.get('connection') === 'keep-alive';
      }
    });
    await until(() => outcomes.length > 100);
    expect(await service.stop()).toBe(0);
    await Promise.all(load);
    expect([...new Set(outcomes)]).toEqual([200]);
  });

  it('serves while it drains, but is not ready', async () => {
    const service = await start(database.url, { DRAIN_SECONDS: '2' });
    await service.ready();
    const stopped = service.stop();
    await until(async () => (await service.status('/health/ready')) === 503);
    // Each on its own connection, since each response closes its connection.
    for (let n = 0; n < 10; n += 1) {
      const { status, headers } = await service.as('alice').get('/events');
      expect({ status, connection: headers.get('connection') }).toEqual({ status: 200, connection: 'close' });
    }
    expect(service.output).not.toContain('Stopping');
    expect(await stopped).toBe(0);
    expect(await service.status('/health/live')).toBeUndefined();
  });

  it('skips or ends the drain on SIGINT', async () => {
    const service = await start(database.url, { DRAIN_SECONDS: '300' });
    service.process.kill('SIGTERM');
    await until(async () => (await service.status('/health/ready')) === 503);
    expect(await service.stop('SIGINT')).toBe(0);
  });

  it('stops with idle connections, one that has sent nothing, and one that does not read its responses', async () => {
    const service = await start(database.url);
    const agent = new Agent({ keepAlive: true });
    await new Promise<void>((resolve, reject) => {
      const message = request(`${service.url}/health/live`, { agent }, (response) =>
        response.resume().on('end', resolve),
      );
      message.on('error', reject).end();
    });
    const { hostname, port } = new URL(service.url);
    const [silent, deaf] = [0, 1].map(() => connect(Number(port), hostname).on('error', () => {})) as [
      Socket,
      Socket,
    ];
    await Promise.all([once(silent, 'connect'), once(deaf, 'connect')]);
    deaf.pause().write('GET /openapi.json HTTP/1.1\r\nHost: x\r\n\r\n'.repeat(100));
    await once(deaf, 'readable');
    expect(await service.stop()).toBe(0);
    agent.destroy();
    silent.destroy();
    deaf.destroy();
  });

  it('keeps what it acknowledged when it is killed', async () => {
    const service = await start(database.url);
    await service.ready();
    const acknowledged: string[] = [];
    const load = Array.from({ length: 4 }, async (_, n) => {
      for (;;) {
        const { status, body } = await service.as(`user ${n}`).post('/events', eventBody());
        if (status === 201) acknowledged.push(body.id);
      }
    });
    await until(() => acknowledged.length > 100);
    await service.stop('SIGKILL');
    await Promise.allSettled(load);
    const stored = await database.query<{ id: string }>('SELECT id FROM events');
    const ids = new Set(stored.map(({ id }) => id));
    expect(acknowledged.filter((id) => !ids.has(id))).toEqual([]);
  });

  it('returns 503 instead of a hang when the pool is exhausted', async () => {
    const service = await startApp({ DATABASE_POOL_SIZE: '1' }, database);
    const alice = service.as('alice');
    const event = await createEvent(alice);
    // A lock on the row blocks the only connection until the query times out.
    const holder = new pg.Client({ connectionString: database.url });
    await holder.connect();
    await holder.query('BEGIN');
    await holder.query('SELECT FROM events WHERE id = $1 FOR UPDATE', [event.id]);
    const stuck = alice.patch(`/events/${event.id}`, { title: 'Stuck' });
    const waiting = await Promise.all([alice.get('/events'), alice.get('/events')]);
    expect((await stuck).status).toBe(503);
    expect(waiting.map(({ status }) => [200, 503].includes(status))).toEqual([true, true]);
    await holder.end();
    expect((await alice.get('/events')).status).toBe(200);
    await service.close();
  });

  it('never logs a token', async () => {
    const service = await start(database.url, { LOG_LEVEL: 'trace' });
    const alice = service.as('alice');
    await alice.get('/events?q=secret-query');
    await alice.get('/nope', { authorization: 'Bearer secret.token.value' });
    await until(() => service.output.includes('/nope'));
    expect(service.output).not.toMatch(/Bearer|eyJ|secret-query|secret\.token/);
    expect(service.output).toContain('"requestId"');
  });

  it('uses its embedded database by default', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'events-and-gigs-'));
    const environment = { DATABASE_URL: '', DATA_DIR: folder, MIGRATE_ON_START: 'true', AUTH_SECRET: '' };
    const service = await start('', environment);
    await service.ready();
    const { status } = await service.as('nobody').post('/auth/token', { userId: 'alice' });
    expect(status).toBe(201);
    expect(await service.stop()).toBe(0);
    await rm(folder, { recursive: true, force: true });
  });
});
