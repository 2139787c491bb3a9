import { Statements } from '../../src/database/statements.js';
import { Transactions } from '../../src/database/transactions.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { createEvent, gigBody } from '../support/factories.js';
import { type InsideApp, startInside } from '../support/inside.js';
import { until } from '../support/until.js';

interface Kept {
  statement: string;
  uses: number;
}

/** What the one connection of a service keeps. */
const keptBy = (service: InsideApp) =>
  service.app.get(Statements).query<Kept>({
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
    expect(await service.app.get(Statements).query({ text, values: [] })).toEqual([
      { workers: '0', jit: 'off' },
    ]);
  });

  it('keeps what is asked often and has one plan for all values', async () => {
    await live(service);
    const kept = await keptBy(service);
    const uses = (part: string) =>
      kept.filter(({ statement }) => statement.includes(part)).map((each) => each.uses);
    for (const part of ['FROM events e WHERE e.id = $1', 'AS held (id', 'INSERT INTO applications'])
      expect(uses(part)).not.toEqual([]);
    const lists = uses('ORDER BY e.start_at ASC, e.id ASC LIMIT 21').slice(0, 1);
    expect(lists).toHaveLength(1); // that without filters; of two filters the planner has to choose one
    expect(lists[0]).toBeGreaterThan(2);
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

  it('keeps nothing where DATABASE_PREPARED is off', async () => {
    const off = await startInside({ DATABASE_POOL_SIZE: '1', DATABASE_PREPARED: 'off' }, database);
    await live(off);
    expect(await keptBy(off)).toEqual([]);
    await off.close();
  });

  it('gives names up where the session that had them is gone, and answers on', async () => {
    await live(service);
    await service.app.get(Statements).query({ text: 'DEALLOCATE ALL', values: [] });
    await live(service);
    expect(await keptBy(service)).toEqual([]);
  });
});

describe('named statements that are asked at once', () => {
  let service: InsideApp;
  let statements: Statements;
  const ask = (name: string, text: string, value: unknown) =>
    statements.query({ name, text, values: [value] });

  beforeAll(async () => {
    service = await startInside();
    statements = service.app.get(Statements);
  });
  afterAll(() => service.close());

  it('fail alone', async () => {
    const text = 'SELECT 12 / $1::int AS quotient';
    const answers = await Promise.allSettled([3, 0, 4].map((divisor) => ask('quotient', text, divisor)));
    expect(answers).toEqual([
      { status: 'fulfilled', value: [{ quotient: 4 }] },
      { status: 'rejected', reason: expect.objectContaining({ code: '22012' }) },
      { status: 'fulfilled', value: [{ quotient: 3 }] },
    ]);
    expect(await ask('quotient', text, 6)).toEqual([{ quotient: 2 }]);
  });

  it('do not wait for a table that another statement needs', async () => {
    const locked = 'SELECT $1::int AS number FROM notifications';
    await service.app.get(Transactions).run('tester', async (manager) => {
      await manager.query('LOCK TABLE notifications');
      const waiting = [1, 2].map((value) => ask('locked', locked, value).catch(() => 'gave up'));
      expect(await ask('free', 'SELECT $1::int AS number', 5)).toEqual([{ number: 5 }]);
      await manager.query('SELECT 1');
      expect(await Promise.all(waiting)).toEqual(['gave up', 'gave up']);
    });
  });

  it('do not wait for a row that another one writes', async () => {
    const ids = ['held', 'free'];
    await service.database.query('INSERT INTO users (id) SELECT unnest($1::text[])', [ids]);
    const text = 'UPDATE users SET name = id WHERE id = $1 RETURNING id';
    await service.app.get(Transactions).run('tester', async (manager) => {
      await manager.query(`SELECT 1 FROM users WHERE id = 'held' FOR UPDATE`);
      const [waiting, free] = ids.map((id) => ask('rename', text, id));
      const refused = expect(waiting).rejects.toMatchObject({ code: '55P03' });
      expect(await free).toEqual([{ id: 'free' }]);
      const stillWaiting = `SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`;
      await until(async () => (await service.database.query(stillWaiting)).length === 1);
      await refused;
    });
  });

  it('run their transaction again without names where the session has lost them', async () => {
    let attempts = 0;
    const rows = await service.app.get(Transactions).run('tester', async (manager) => {
      attempts += 1;
      const askIn = (value: number) =>
        statements.query({ name: 'in', text: 'SELECT $1::int AS number', values: [value] }, { manager });
      expect(await askIn(attempts)).toEqual([{ number: attempts }]);
      if (attempts === 1) await manager.query('DEALLOCATE ALL');
      return askIn(5);
    });
    expect([attempts, rows]).toEqual([2, [{ number: 5 }]]);
  });
});
