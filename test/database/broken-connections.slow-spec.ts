import { readdirSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { startEmbeddedServer } from '../../src/database/embedded/embedded-postgres.js';
import { type Environment, startApp, type TestApp } from '../support/app.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { createEvent, eventBody, gigBody } from '../support/factories.js';
import { TcpProxy } from '../support/tcp-proxy.js';
import { until } from '../support/until.js';
import { serverPid } from './embedded-service.js';

const KEY = () => ({ 'idempotency-key': `key ${Math.random()}` });

/** The children of a process, by their titles, such as `postgres: events events [local] INSERT`. */
function descendants(parent: number): { pid: number; title: string }[] {
  const all = readdirSync('/proc').flatMap((name) => {
    try {
      const stat = readFileSync(`/proc/${name}/stat`, 'latin1');
      const title = readFileSync(`/proc/${name}/cmdline`, 'latin1').replaceAll('\0', ' ');
      const ppid = Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]);
      return [{ pid: Number(name), ppid, title }];
    } catch {
      return [];
    }
  });
  const below = (pid: number): typeof all =>
    all.filter(({ ppid }) => ppid === pid).flatMap((child) => [child, ...below(child.pid)]);
  return below(parent);
}

/** Kills a process, and returns whether it was still running: a backend may have ended meanwhile. */
function wasKilled(pid: number): boolean {
  try {
    return process.kill(pid, 'SIGKILL');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ESRCH') return false;
    throw error;
  }
}

describe('a connection to the database that stalls or breaks', () => {
  let database: TestDatabase;
  let service: TestApp;
  /** Holds locks until they are released. */
  let holder: pg.Client;

  const hold = async (...statements: string[]) => {
    for (const text of ['BEGIN', ...statements]) await holder.query(text);
  };
  const release = () => holder.query('ROLLBACK');
  /** The number of connections of the service that run a statement or wait for a lock. */
  const busy = () =>
    database.query<{ pid: number }>(
      `SELECT pid FROM pg_stat_activity
       WHERE datname = current_database() AND application_name = 'events-and-gigs' AND state <> 'idle'`,
    );
  const statusOf = async (path: string, app = service) => (await app.as(null).get(path)).status;
  /** Starts a service whose connections go through a proxy. */
  const startBehind = (proxy: TcpProxy, settings: Environment = {}) =>
    startApp(settings, { ...database, url: proxy.url });

  beforeAll(async () => {
    database = await createTestDatabase();
    service = await startApp({}, database);
    holder = new pg.Client({ connectionString: database.url });
    await holder.connect();
  });
  afterAll(async () => {
    await holder.end();
    await service.close();
    await database.drop();
  });
  afterEach(async () => {
    await release();
    await service.ready();
  });

  it('returns 503 for a creation with a key that waits for the database, and cancels its statement', async () => {
    const alice = service.as('alice');
    await createEvent(alice);
    await hold('LOCK TABLE events IN EXCLUSIVE MODE');
    const { status, body, headers } = await alice.post('/events', eventBody(), KEY());
    expect({ status, code: body.code }).toEqual({ status: 503, code: 'UNAVAILABLE' });
    expect(headers.get('retry-after')).not.toBeNull();
    await until(async () => (await busy()).length === 0);
    await release();
    expect((await alice.post('/events', eventBody(), KEY())).status).toBe(201);
  });

  it.each(['applications', 'notifications', 'interactions'])(
    'returns 503 for an application while %s are locked',
    async (table) => {
      const gig = await createEvent(service.as('alice'), gigBody());
      await hold(`LOCK TABLE ${table} IN EXCLUSIVE MODE`);
      const { status, body } = await service.as('bob').post(`/gigs/${gig.id}/applications`);
      expect({ status, code: body.code }).toEqual({ status: 503, code: 'UNAVAILABLE' });
      await release();
      expect((await service.as('bob').post(`/gigs/${gig.id}/applications`)).status).toBe(201);
    },
  );

  it('cancels every abandoned statement, even while the lock is held', async () => {
    const clients = Array.from({ length: 20 }, (_, n) => service.as(`impatient ${n}`));
    await Promise.all(clients.map((client) => client.get('/users/me')));
    await hold('LOCK TABLE events IN EXCLUSIVE MODE');
    const responses = await Promise.all(clients.map((client) => client.post('/events', eventBody())));
    expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([503]));
    await until(async () => (await busy()).length === 0);
    expect((await service.as('impatient 0').get('/events')).status).toBe(200);
  });

  it('returns 503 if a transaction waits for a row lock', async () => {
    const bob = service.as('bob');
    await createEvent(bob);
    await hold(`SELECT 1 FROM users WHERE id = 'bob' FOR UPDATE`);
    expect((await bob.post('/collections', { name: 'Later' })).status).toBe(503);
    await until(async () => (await busy()).length === 0);
    await release();
    expect((await bob.post('/collections', { name: 'Later' })).status).toBe(201);
    expect((await bob.get('/collections')).body.total).toBe(1);
  });

  it('is not ready while the server is stopped, and recovers', async () => {
    await service.ready();
    const backends = await database.query<{ pid: number }>(
      `SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND application_name = 'events-and-gigs'`,
    );
    for (const { pid } of backends) process.kill(pid, 'SIGSTOP');
    try {
      await until(async () => (await statusOf('/health/ready')) === 503);
      expect(await statusOf('/health/live')).toBe(200);
    } finally {
      for (const { pid } of backends) process.kill(pid, 'SIGCONT');
    }
    await service.ready();
  });

  it('is ready while requests wait for a locked table on all connections', async () => {
    const small = await startApp({ DATABASE_POOL_SIZE: '1' }, database);
    await hold('LOCK TABLE events IN ACCESS EXCLUSIVE MODE');
    const responses: number[] = [];
    const requests = Array.from({ length: 8 }, async (_, n) => {
      const { status } = await small.as(`waiting ${n}`).get('/events');
      responses.push(status);
    });
    const ready = new Set<number | undefined>();
    do ready.add(await statusOf('/health/ready', small));
    while (responses.length < requests.length);
    expect(new Set(responses)).toEqual(new Set([503]));
    expect(ready).toEqual(new Set([200]));
    expect(await statusOf('/health/ready', small)).toBe(200);
    await small.close();
  });

  it('is not ready while the server is read-only', async () => {
    const [own] = await database.query<{ name: string }>('SELECT current_database() AS name');
    const breakAll = () =>
      database.query(
        `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
         WHERE datname = current_database() AND application_name = 'events-and-gigs'`,
      );
    await database.query(`ALTER DATABASE ${own!.name} SET default_transaction_read_only = on`);
    try {
      await breakAll();
      await until(async () => (await statusOf('/health/ready')) === 503);
      const { status } = await service.as('alice').post('/events', eventBody());
      expect(status).toBe(503);
      expect((await service.as('alice').get('/events')).status).toBe(200);
      expect(await statusOf('/health/ready')).toBe(503);
    } finally {
      await database.query(`ALTER DATABASE ${own!.name} RESET default_transaction_read_only`);
      await breakAll();
    }
    await service.ready();
  });

  it('queries the database at most once a second for any number of probes', async () => {
    const proxy = await TcpProxy.to(database.url);
    const behind = await startBehind(proxy);
    const probes = () => proxy.sent.split('transaction_read_only').length - 1;
    const [since, before] = [performance.now(), probes()];
    while (performance.now() - since < 2_000)
      await Promise.all(Array.from({ length: 100 }, () => statusOf('/health/ready', behind)));
    const seconds = (performance.now() - since) / 1000;
    expect(probes() - before).toBeGreaterThan(0);
    expect(probes() - before).toBeLessThanOrEqual(Math.ceil(seconds) + 1);
    await behind.close();
    await proxy.close();
  });

  it.each([
    ['ends', 'pg_terminate_backend(pid)'],
    ['is cancelled', 'pg_cancel_backend(pid)'],
  ])('returns 503 if the session of its transaction %s', async (_what, end) => {
    const carol = service.as('carol');
    await carol.get('/users/me');
    await hold('LOCK TABLE events IN EXCLUSIVE MODE');
    const response = carol.post('/events', eventBody(), KEY());
    await until(async () => (await busy()).length === 1);
    await database.query(
      `SELECT ${end} FROM pg_stat_activity
       WHERE datname = current_database() AND application_name = 'events-and-gigs' AND state <> 'idle'`,
    );
    expect((await response).status).toBe(503);
  });

  it('returns 503 if the first connection of its pool breaks during a list, and recovers', async () => {
    const proxy = await TcpProxy.to(database.url);
    const behind = await startBehind(proxy, { DATABASE_POOL_SIZE: '1' });
    await hold('LOCK TABLE events IN ACCESS EXCLUSIVE MODE');
    const response = behind.as('erin').get('/events');
    await until(async () => (await busy()).length === 1);
    await proxy.close();
    expect((await response).status).toBe(503);
    await release();
    await proxy.open();
    await behind.ready();
    await behind.close();
    await proxy.close();
  });

  it('returns 503 if the connection of its transaction breaks', async () => {
    const proxy = await TcpProxy.to(database.url);
    const behind = await startBehind(proxy);
    const dave = behind.as('dave');
    await dave.get('/users/me');
    await hold('LOCK TABLE events IN EXCLUSIVE MODE');
    const response = dave.post('/events', eventBody(), KEY());
    await until(async () => (await busy()).length === 1);
    await proxy.close();
    expect((await response).status).toBe(503);
    await release();
    await proxy.open();
    await behind.ready();
    expect((await dave.post('/events', eventBody(), KEY())).status).toBe(201);
    await behind.close();
    await proxy.close();
  });

  it('skips one slow row of a batch, and stores the others', async () => {
    await database.query(`
      CREATE FUNCTION stall() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN PERFORM pg_sleep(300); RETURN NEW; END'`);
    await database.query(`
      CREATE TRIGGER stall BEFORE INSERT ON events FOR EACH ROW WHEN (NEW.title = 'Slow') EXECUTE FUNCTION stall()`);
    const erin = service.as('erin');
    const attacker = service.as('mallory');
    await Promise.all([erin.get('/users/me'), attacker.get('/users/me')]);
    const slow = attacker.post('/events', eventBody({ title: 'Slow' }));
    // The others wait until the server has cancelled it, on a busy machine longer than a first attempt.
    const post = async () => {
      const { status } = await erin.post('/events', eventBody());
      return status === 503 ? (await erin.post('/events', eventBody())).status : status;
    };
    const others = await Promise.all(Array.from({ length: 8 }, post));
    expect(new Set(others)).toEqual(new Set([201]));
    expect((await slow).status).toBe(503);
    await until(async () => (await busy()).length === 0);
    expect(await database.query(`SELECT 1 FROM events WHERE title = 'Slow'`)).toEqual([]);
  });

  (process.platform === 'linux' ? it : it.skip)('survives that backends are killed under load', async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'killed-backends-'));
    const server = await startEmbeddedServer({ dataDir });
    const own = await startApp({ MIGRATE_ON_START: 'true' }, { ...database, url: server.url });
    await own.ready();
    const statuses = new Set<number>();
    let isOver = false;
    const load = Array.from({ length: 6 }, async (_, n) => {
      while (!isOver) statuses.add((await own.as(`user ${n}`).post('/events', eventBody(), KEY())).status);
    });
    try {
      for (let kills = 0; kills < 2; ) {
        await own.ready();
        const victim = descendants(serverPid(dataDir)).find(({ title }) =>
          /^postgres: .* (?:INSERT|COMMIT|SELECT|idle in transaction)/.test(title),
        );
        if (victim && wasKilled(victim.pid)) kills += 1;
      }
    } finally {
      isOver = true;
      await Promise.all(load);
    }
    expect([...statuses].filter((status) => status !== 201 && status !== 503)).toEqual([]);
    await until(async () => (await own.as('user 0').post('/events', eventBody(), KEY())).status === 201);
    await own.close();
    await server.stop();
    await rm(dataDir, { recursive: true, force: true });
  });
});
