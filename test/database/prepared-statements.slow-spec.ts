import { connect, createServer, type Server } from 'node:net';
import { Database } from '../../src/database/database.js';
import { freePort } from '../../src/database/embedded/embedded-process.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { createEvent, gigBody } from '../support/factories.js';
import { type InsideApp, startInside } from '../support/inside.js';

interface Kept {
  statement: string;
  uses: number;
}

/** What the one connection of a service keeps. */
const keptBy = (service: InsideApp) =>
  service.app.get(Database).query<Kept>({
    text: 'SELECT statement, (generic_plans + custom_plans)::int AS uses FROM pg_prepared_statements',
    values: [],
  });

describe('prepared statements', () => {
  let database: TestDatabase;
  let service: InsideApp;

  beforeAll(async () => {
    database = await createTestDatabase();
    service = await startInside({ DATABASE_POOL_SIZE: '1' }, database);
  });
  afterAll(async () => {
    await service.close();
    await database.drop();
  });

  /** One user's day, several times over. */
  const live = async (at: InsideApp) => {
    const [alice, bob] = [at.as('alice'), at.as('bob')];
    for (let day = 0; day < 6; day += 1) {
      const gig = await createEvent(alice, gigBody({ title: `Day ${day}` }));
      const applied = await bob.post(`/gigs/${gig.id}/applications`, {});
      const statuses = [
        applied.status,
        (await alice.patch(`/events/${gig.id}`, { title: `Day ${day}, later` })).status,
        (await bob.get('/events')).status,
        (await bob.get('/events?type=GIG&status=OPEN')).status,
        (await bob.get(`/events?from=2030-05-0${day + 1}&to=2030-05-1${day}`)).status,
        (await bob.get(`/events/${gig.id}`)).status,
        (await alice.get('/notifications')).status,
      ];
      expect(statuses).toEqual([201, 200, 200, 200, 200, 200, 200]);
    }
  };

  it('plans no parallel workers, and compiles nothing', async () => {
    const text = `SELECT current_setting('max_parallel_workers_per_gather') AS workers, current_setting('jit') AS jit`;
    expect(await service.app.get(Database).query({ text, values: [] })).toEqual([
      { workers: '0', jit: 'off' },
    ]);
  });

  it('keeps what is asked often and has one plan for all values', async () => {
    await live(service);
    const kept = await keptBy(service);
    const uses = (part: string) =>
      kept.filter(({ statement }) => statement.includes(part)).map((each) => each.uses);
    for (const part of ['INSERT INTO events', 'UPDATE events', 'INSERT INTO applications', 'AS held (id'])
      expect(uses(part)).not.toEqual([]);
    const [lists] = [uses('FROM events t  ORDER BY t.start_at ASC, t.id ASC LIMIT 21')];
    expect(lists).toHaveLength(1); // that without filters; of two filters the planner has to choose one
    expect(lists[0]).toBeGreaterThan(2);
  });

  it('plans lists of what goes on in a span of time once, and nothing else', async () => {
    await live(service);
    const text = `
      SELECT generic_plans::int AS once, custom_plans::int AS anew, current_setting('plan_cache_mode') AS mode
      FROM pg_prepared_statements WHERE statement LIKE '%event_length%'`;
    const kept = await service.app.get(Database).query({ text, values: [] });
    expect(kept).toEqual([{ once: expect.any(Number), anew: 0, mode: 'auto' }]);
    expect(kept[0]).not.toMatchObject({ once: 0 });
  });

  it('answers on when a migration changes what a kept statement reads', async () => {
    const { id } = await createEvent(service.as('alice'), gigBody({ positions: 3 }));
    await live(service);
    await database.query('ALTER TABLE events ALTER COLUMN positions TYPE bigint');
    await database.query('ALTER TABLE notifications ALTER COLUMN reference_id TYPE varchar(100)');
    await live(service);
    expect((await service.as('alice').get(`/events/${id}`)).status).toBe(200);
    await database.query('ALTER TABLE events ALTER COLUMN positions TYPE integer');
    await live(service);
  });

  it('keeps nothing where a proxy shares sessions', async () => {
    const proxy = await startSharingProxy(database.url);
    const behind = await startInside({ DATABASE_POOL_SIZE: '1' }, { ...database, url: proxy.url });
    await live(behind);
    expect(await keptBy(behind)).toEqual([]);
    await behind.close();
    proxy.server.close();
  });
});

describe('kept statements that are asked at once', () => {
  let service: InsideApp;
  let database: Database;
  const ask = (text: string, value: unknown) => database.query({ text, values: [value], isPrepared: true });
  /** Asks until the statement is kept. */
  const keep = async (text: string, value: unknown) => {
    for (let times = 0; times < 3; times += 1) await ask(text, value);
  };

  beforeAll(async () => {
    service = await startInside();
    database = service.app.get(Database);
  });
  afterAll(() => service.close());

  it('share connections, four on each, and have their own answers', async () => {
    const text = 'SELECT pg_backend_pid() AS pid, $1::int AS number';
    await keep(text, 0);
    const numbers = Array.from({ length: 9 }, (_, number) => number);
    const answers = (await Promise.all(numbers.map((number) => ask(text, number)))).flat() as {
      pid: number;
      number: number;
    }[];
    expect(answers.map(({ number }) => number)).toEqual(numbers);
    const [first, second, third] = [answers.slice(0, 4), answers.slice(4, 8), answers.slice(8)];
    for (const batch of [first, second, third]) expect(new Set(batch.map(({ pid }) => pid)).size).toBe(1);
    expect(new Set(answers.map(({ pid }) => pid)).size).toBe(3);
  });

  it('fail alone', async () => {
    const text = 'SELECT 12 / $1::int AS quotient';
    await keep(text, 1);
    const answers = await Promise.allSettled([ask(text, 3), ask(text, 0), ask(text, 4)]);
    expect(answers).toEqual([
      { status: 'fulfilled', value: [{ quotient: 4 }] },
      { status: 'rejected', reason: expect.objectContaining({ code: '22012' }) },
      { status: 'fulfilled', value: [{ quotient: 3 }] },
    ]);
    expect(await ask(text, 6)).toEqual([{ quotient: 2 }]);
  });

  it('do not wait for a table that another statement needs', async () => {
    const [locked, free] = ['SELECT $1::int AS number FROM notifications', 'SELECT $1::int AS number'];
    await keep(locked, 1);
    await keep(free, 1);
    await database.transaction(async (transaction) => {
      await database.query({ text: 'LOCK TABLE notifications', values: [] }, transaction);
      const waiting = [ask(locked, 1), ask(locked, 2)].map((answer) => answer.catch(() => 'gave up'));
      expect(await ask(free, 5)).toEqual([{ number: 5 }]);
      await database.query({ text: 'SELECT 1', values: [] }, transaction);
      return waiting;
    });
  });
});

/**
 * Stands before the database and answers, as proxies that share sessions do, with a process of its own that a client may
 * cancel (BackendKeyData of PostgreSQL's protocol).
 */
async function startSharingProxy(target: string): Promise<{ url: string; server: Server }> {
  const [from, to] = [new URL(target), new URL(target)];
  const server = createServer((client) => {
    const upstream = connect(Number(to.port), to.hostname);
    client.on('data', (chunk) => upstream.write(chunk));
    upstream.on('data', (chunk) => {
      const key = chunk.indexOf(Buffer.from([0x4b, 0, 0, 0, 12])); // K, of 12 bytes
      if (key >= 0) chunk.writeInt32BE(1, key + 5);
      client.write(chunk);
    });
    for (const socket of [client, upstream]) {
      socket.on('error', () => {});
      socket.on('close', () => {
        client.destroy();
        upstream.destroy();
      });
    }
  });
  const port = await freePort();
  from.port = String(port);
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  return { url: from.href, server };
}
