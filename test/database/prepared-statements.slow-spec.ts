import { Statements } from '../../src/database/statements.js';
import { Transactions } from '../../src/database/transactions.js';
import { EventPages } from '../../src/events/list/event-pages.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { createEvent, gigBody } from '../support/factories.js';
import { type InsideApp, startInside } from '../support/inside.js';
import { SentStatements } from '../support/sent-statements.js';
import { until } from '../support/until.js';

interface Prepared {
  statement: string;
  uses: number;
}

/** The prepared statements of the only connection of a service. */
const preparedBy = (service: InsideApp) =>
  service.app.get(Statements).query<Prepared>({
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

  /** The requests of a user's day, several times. */
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

  it('use no parallel workers and no JIT', async () => {
    const text = `SELECT current_setting('max_parallel_workers_per_gather') AS workers, current_setting('jit') AS jit`;
    expect(await service.app.get(Statements).query({ text, values: [] })).toEqual([
      { workers: '0', jit: 'off' },
    ]);
  });

  it('are kept for frequent requests, with a generic plan', async () => {
    await live(service);
    const prepared = await preparedBy(service);
    const uses = (part: string) =>
      prepared.filter(({ statement }) => statement.includes(part)).map((each) => each.uses);
    for (const part of ['FROM events e WHERE e.id = $1', 'AS "heldId"', 'INSERT INTO applications'])
      expect(uses(part)).not.toEqual([]);
    const lists = uses('WHERE true AND e.start_at >= $1::timestamptz').slice(0, 1);
    expect(lists).toHaveLength(1); // the list without filters; for two filters the planner needs the values
    expect(lists[0]).toBeGreaterThan(2);
  });

  it('survive a migration that changes their tables', async () => {
    const { id } = await createEvent(service.as('alice'), gigBody({ positions: 3 }));
    await live(service);
    await database.query('ALTER TABLE events ALTER COLUMN positions TYPE bigint');
    await database.query('ALTER TABLE notifications ALTER COLUMN reference_id TYPE varchar(100)');
    await live(service);
    expect((await service.as('alice').get(`/events/${id}`)).status).toBe(200);
    await database.query('ALTER TABLE events ALTER COLUMN positions TYPE integer');
    await live(service);
  });

  it('are not kept with DATABASE_PREPARED=off', async () => {
    const off = await startInside({ DATABASE_POOL_SIZE: '1', DATABASE_PREPARED: 'off' }, database);
    await live(off);
    expect(await preparedBy(off)).toEqual([]);
    await off.close();
  });

  it('are disabled if the session has lost them, without an error', async () => {
    await live(service);
    await service.app.get(Statements).query({ text: 'DEALLOCATE ALL', values: [] });
    await live(service);
    expect(await preparedBy(service)).toEqual([]);
  });
});

/** Values of each parameter of a list. Those of `limit` and `offset` are generated. */
const PARAMETERS: Record<string, string[]> = {
  type: ['GIG', 'EVENT,GIG'],
  category: ['MUSIC', 'music,SOCIAL'],
  source: ['USER', 'CAMPUS_API,TICKET_API'],
  status: ['OPEN', 'COMPLETED', 'OPEN,IN_PROGRESS', 'OPEN,CANCELLED'],
  tag: ['jazz', 'Free'],
  creatorId: ['creator-1', 'creator-2'],
  startDate: ['2031-01-01', '2031-02-01T12:00:00Z'],
  endDate: ['2032-01-01', '2031-12-01T12:00:00Z'],
  from: ['2031-01-01', '2031-03-01'],
  to: ['2032-01-01', '2031-12-01'],
  when: ['now', 'week'],
  tz: ['America/New_York'],
  q: ['event', 'wordless nothing'],
  sort: ['startAt', '-startAt', 'createdAt', '-createdAt', 'distance'],
  offset: ['0', '40'],
  bbox: ['-84,39,-82,41', '170,-10,-170,10'],
  near: ['40,-83'],
  radius: ['500', '20000'],
  takesApplications: ['true', 'false'],
  payType: ['FIXED', 'HOURLY,DAILY'],
  minPay: ['1', '12.5'],
  view: ['card'],
  include: ['creator', 'viewer,counts'],
};

describe('the statements of lists', () => {
  const MOST = 64;
  let service: InsideApp;
  let names: string[];
  let sent: SentStatements;

  beforeAll(async () => {
    service = await startInside({ DATABASE_POOL_SIZE: '1' });
    names = [...service.app.get(EventPages, { strict: false }).names.values()];
    await service.database.query(
      `INSERT INTO events (id, title, description, type, location, start_at, status, source, creator_id, category, tags,
                           compensation, created_at)
       SELECT gen_random_uuid(), 'Event ' || n, 'Some words', (ARRAY['GIG', 'EVENT'])[1 + n % 2],
              '{"name": "Hall", "latitude": 40, "longitude": -83}', now() + n * interval '1 minute',
              (ARRAY['OPEN', 'COMPLETED', 'IN_PROGRESS'])[1 + n % 3], (ARRAY['USER', 'CAMPUS_API'])[1 + n / 2 % 2],
              'creator-' || n / 2 % 4, (ARRAY['MUSIC', 'SOCIAL', 'ACADEMIC'])[1 + n / 4 % 3], '{jazz,free}',
              '{"amount": 20, "type": "HOURLY"}', now() - n * interval '1 minute'
       FROM generate_series(1, 3000) n`,
    );
    await service.database.query('VACUUM (ANALYZE) events');
    await service.database.query('GRANT SELECT ON pg_backend_memory_contexts TO events');
    await service.database.query('GRANT EXECUTE ON FUNCTION pg_get_backend_memory_contexts() TO events');
    sent = new SentStatements();
  });
  afterAll(async () => {
    sent.stop();
    await service.close();
  });

  const ask = <Row>(text: string) => service.app.get(Statements).query<Row>({ text, values: [] });
  const prepared = () =>
    ask<{ name: string; custom: number; generic: number }>(
      `SELECT name, custom_plans::int AS custom, generic_plans::int AS generic FROM pg_prepared_statements`,
    );
  const megabytes = async () => {
    const text = 'SELECT sum(total_bytes)::float8 / 1024 / 1024 AS mb FROM pg_backend_memory_contexts';
    return (await ask<{ mb: number }>(text))[0]!.mb;
  };

  /**
   * Requests each pair of parameters, with limits of 1 to 100, and the next page.
   * @param start makes the values and limits of a run differ from those of another
   * @returns the number of pages
   */
  async function requestPairs(start: number): Promise<number> {
    const user = service.as('reader');
    const parameters = Object.entries(PARAMETERS);
    const pages: (string | null)[] = [];
    for (const [index, one] of parameters.entries())
      for (const other of parameters.slice(index)) {
        const nth = start + pages.length;
        const query = new URLSearchParams({ limit: String(1 + ((7 * nth) % 100)) });
        for (const [name, values] of [one, other]) query.set(name, values[nth % values.length]!);
        const path = query.has('type') || nth % 2 ? '/events' : '/gigs';
        const { status, body } = await user.get(`${path}?${query}`);
        expect([200, 400]).toContain(status);
        if (status === 200) pages.push(body.nextCursor);
        if (!body.nextCursor) continue;
        query.delete('offset');
        const further = await user.get(`${path}?${query}&cursor=${body.nextCursor}`);
        expect(further.status).toBe(200);
        pages.push(further.body.nextCursor);
      }
    expect(pages.filter(Boolean).length).toBeGreaterThan(200);
    return pages.length;
  }

  it('are a fixed few, and no request adds to them', async () => {
    await requestPairs(0);
    const megabytesBefore = await megabytes();
    await requestPairs(33);
    expect(await megabytes()).toBeLessThan(megabytesBefore + 4);
    const ofLists = (await prepared()).filter(({ name }) => name.startsWith('events?'));
    expect(ofLists.length).toBeGreaterThan(0);
    expect(names).toEqual(expect.arrayContaining(ofLists.map(({ name }) => name)));
    expect((await prepared()).length - ofLists.length).toBeLessThan(MOST);
  });

  it('have a generic plan, for a first page and for a later one', async () => {
    expect(names.length).toBeLessThanOrEqual(MOST);
    expect(new Set(names).size).toBe(names.length);
    const user = service.as('reader');
    const day = (after: number) => new Date(Date.now() + after * 86_400_000).toISOString().slice(0, 10);
    const read = async (times: number) => {
      for (const name of names) {
        const [path, isFurther] = name.split('&cursor');
        const list = path!
          .replace('alice', 'creator-1')
          .replace('2030-01-01', day(0))
          .replace('2030-02-01', day(9));
        const { status, body } = await user.get(`/${list}`);
        expect({ name, status, isLast: body.nextCursor === null }).toEqual({
          name,
          status: 200,
          isLast: false,
        });
        const again = isFurther === undefined ? `/${list}` : `/${list}&cursor=${body.nextCursor}`;
        for (let repeats = 0; repeats < times; repeats += 1) expect((await user.get(again)).status).toBe(200);
      }
      return new Map((await prepared()).map((each) => [each.name, each]));
    };
    // PostgreSQL plans for the values until a generic plan is as cheap.
    const before = await read(15);
    const after = await read(5);
    for (const name of names) {
      const [{ custom, generic }, last] = [before.get(name)!, after.get(name)!];
      expect({ name, custom: last.custom, isGeneric: last.generic >= generic + 5 }).toEqual({
        ...{ name, custom, isGeneric: true },
      });
    }
    const texts = new Map<string, string>();
    for (const { name, text } of sent.all.filter(({ name }) => name !== undefined)) {
      expect({ name, text }).toEqual({ name, text: texts.get(name!) ?? text });
      texts.set(name!, text);
    }
    expect(Math.max(...names.map((name) => name.length))).toBeLessThan(64); // PostgreSQL compares only 63 bytes
  });
});

describe('concurrent named statements', () => {
  let service: InsideApp;
  let statements: Statements;
  const ask = (name: string, text: string, value: unknown) =>
    statements.query({ name, text, values: [value] });

  beforeAll(async () => {
    service = await startInside();
    statements = service.app.get(Statements);
  });
  afterAll(() => service.close());

  it('fail independently', async () => {
    const text = 'SELECT 12 / $1::int AS quotient';
    const responses = await Promise.allSettled([3, 0, 4].map((divisor) => ask('quotient', text, divisor)));
    expect(responses).toEqual([
      { status: 'fulfilled', value: [{ quotient: 4 }] },
      { status: 'rejected', reason: expect.objectContaining({ code: '22012' }) },
      { status: 'fulfilled', value: [{ quotient: 3 }] },
    ]);
    expect(await ask('quotient', text, 6)).toEqual([{ quotient: 2 }]);
  });

  it('do not wait for the table of another statement', async () => {
    const locked = 'SELECT $1::int AS number FROM notifications';
    await service.app.get(Transactions).run('tester', async (manager) => {
      await manager.query('LOCK TABLE notifications');
      const waiting = [1, 2].map((value) => ask('locked', locked, value).catch(() => 'gave up'));
      expect(await ask('free', 'SELECT $1::int AS number', 5)).toEqual([{ number: 5 }]);
      await manager.query('SELECT 1');
      expect(await Promise.all(waiting)).toEqual(['gave up', 'gave up']);
    });
  });

  it('do not wait for the row of another statement', async () => {
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

  it('repeat their transaction without names if the session has lost them', async () => {
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
