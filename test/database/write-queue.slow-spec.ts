import { startApp, type TestApp } from '../support/app.js';
import { createEvent, gigBody } from '../support/factories.js';
import { LockHolder } from '../support/lock-holder.js';
import { until } from '../support/until.js';

/** The maximum concurrent writes of a user on an instance (contract 13, "writers"). */
const MOST_OF_EACH = 2;
const times = <Result>(count: number, make: (index: number) => Result) =>
  Array.from({ length: count }, (_, n) => make(n));

describe('the write queue', () => {
  let service: TestApp;
  let holder: LockHolder;
  let isHeld = false;

  beforeAll(async () => {
    service = await startApp({ RATE_LIMIT: '10000' });
  });
  beforeEach(async () => {
    holder = await LockHolder.begin(service.database);
    isHeld = true;
  });
  const release = async () => {
    if (isHeld) await holder.end();
    isHeld = false;
  };
  afterEach(release);
  afterAll(() => service.close());

  const hold = (id: string) => holder.query('SELECT 1 FROM events WHERE id = $1 FOR UPDATE', [id]);
  const newGig = async (owner: string) => (await createEvent(service.as(owner), gigBody())).id as string;
  const apply = async (gig: string, user: string) =>
    (await service.as(user).post(`/gigs/${gig}/applications`)).body.id as string;
  const statusOf = async (id: string) =>
    (
      await service.database.query<{ status: string }>('SELECT status FROM applications WHERE id = $1', [id])
    )[0]!.status;

  it.each([
    ['changes of a gig with notifications', (n: number) => ({ startAt: `2031-03-01T${10 + n}:00:00Z` })],
    ['changes by a single statement', (n: number) => ({ description: `Change ${n}` })],
  ])('runs two writes of one user at once, and those of others meanwhile: %s', async (_, change) => {
    const [held, free] = [await newGig('eager'), await newGig('boss')];
    await hold(held);
    const changes = times(8, (n) => service.as('eager').patch(`/gigs/${held}`, change(n)));
    await holder.untilWaiting(MOST_OF_EACH);
    // Meanwhile other users write, more often than there are slots left.
    for (let n = 0; n < 6; n += 1) {
      expect((await service.as(`other ${n}`).post(`/gigs/${free}/applications`)).status).toBe(201);
      expect(await holder.waiting()).toBeLessThanOrEqual(MOST_OF_EACH);
    }
    await release();
    const statuses = (await Promise.all(changes)).map(({ status }) => status);
    expect(new Set(statuses)).toEqual(new Set(statuses.filter((status) => [200, 503].includes(status))));
  });

  it.each<[string, (gig: string, user: string) => Promise<unknown>, string]>([
    ['a profile', (_, user) => service.as(user).patch('/users/me', { headline: 'Here' }), 'users'],
    [
      'an interaction',
      (gig, user) => service.as(user).post(`/events/${gig}/interactions`, { action: 'VIEW' }),
      'users',
    ],
    [
      'a read notification',
      (_, user) => service.as(user).patch('/notifications', { read: true }),
      'notifications',
    ],
    ['a creation', (_, user) => service.as(user).post('/gigs', gigBody()), 'users'],
    ['a collection', (_, user) => service.as(user).post('/collections', { name: 'Mine' }), 'users'],
    ['a calendar', (_, user) => service.as(user).post('/calendars', { kind: 'SAVED' }), 'users'],
    ['a conversation', (_, user) => service.as(user).post('/conversations'), 'users'],
  ])('runs two requests of one user at once: %s', async (_, write, table) => {
    const gig = await newGig('boss');
    const user = `writer of ${_}`;
    await service.as(user).get('/users/me');
    await service.database.query(
      `INSERT INTO notifications (id, recipient_id, type, reference_id) VALUES (gen_random_uuid(), $1, 'APPLICATION_ACCEPTED', 'x')`,
      [user],
    );
    const column = table === 'users' ? 'id' : 'recipient_id';
    await holder.query(`SELECT 1 FROM ${table} WHERE ${column} = $1 FOR UPDATE`, [user]);
    const writes = times(8, () => write(gig, user));
    await holder.untilWaiting(MOST_OF_EACH);
    expect(
      (await service.as('other').post(`/events/${gig}/interactions`, { action: 'VIEW' })).status,
    ).toBeLessThan(300);
    expect(await holder.waiting()).toBe(MOST_OF_EACH);
    await release();
    await Promise.all(writes);
  });

  it('counts a request until its work ends, not until its client disconnects', async () => {
    const gig = await newGig('leaver');
    await hold(gig);
    const leave = new AbortController();
    const requests = times(30, (n) =>
      service
        .as('leaver')
        .fetch(`/gigs/${gig}`, {
          method: 'PATCH',
          body: JSON.stringify({ description: `Change ${n}` }),
          headers: { 'content-type': 'application/json' },
          signal: leave.signal,
        })
        .catch(() => undefined),
    );
    await holder.untilWaiting(MOST_OF_EACH);
    const next = () => service.as('leaver').get('/users/me');
    await until(async () => (await next()).status === 429); // all thirty have arrived
    leave.abort();
    await Promise.all(requests);
    expect((await next()).status).toBe(429);
    expect((await service.as('stayer').get('/users/me')).status).toBe(200);
    await release();
    await until(async () => (await next()).status === 200);
  });

  it('stops decisions on many applications when their client disconnects', async () => {
    const gig = await newGig('decider');
    const ids = await Promise.all(times(3, (n) => apply(gig, `applicant ${n}`)));
    await hold(gig);
    const leave = new AbortController();
    const request = service
      .as('decider')
      .fetch(`/gigs/${gig}/applications`, {
        method: 'PATCH',
        body: JSON.stringify({ ids, status: 'ACCEPTED' }),
        headers: { 'content-type': 'application/json' },
        signal: leave.signal,
      })
      .catch(() => undefined);
    await holder.untilWaiting(1);
    leave.abort();
    await request;
    await release();
    await until(async () => (await statusOf(ids[0]!)) === 'ACCEPTED');
    // The next request of this user waits behind the rest of the bulk.
    for (const id of ids.slice(1)) expect(await statusOf(id)).toBe('PENDING');
    expect((await service.as('decider').patch(`/gigs/${gig}`, { description: 'Decided' })).status).toBe(200);
    for (const id of ids.slice(1)) expect(await statusOf(id)).toBe('PENDING');
  });

  it('repeats a transaction after a deadlock', async () => {
    const gig = await newGig('owner');
    const id = await apply(gig, 'applicant');
    await holder.query('SELECT 1 FROM applications WHERE id = $1 FOR UPDATE', [id]);
    const accepted = service.as('owner').patch(`/gigs/${gig}/applications/${id}`, { status: 'ACCEPTED' });
    await holder.untilWaiting(1); // it has locked the gig, and waits for the application
    const deadlocks = async () =>
      (
        await service.database.query<{ n: number }>(
          'SELECT deadlocks::int AS n FROM pg_stat_database WHERE datname = current_database()',
        )
      )[0]!.n;
    const before = await deadlocks();
    await hold(gig); // now each waits for the other, until the server aborts the transaction of the service
    await release();
    expect(await accepted).toMatchObject({ status: 200, body: { status: 'ACCEPTED' } });
    await until(async () => (await deadlocks()) > before);
    const notified = `SELECT 1 FROM notifications WHERE recipient_id = 'applicant' AND type = 'APPLICATION_ACCEPTED'`;
    expect(await service.database.query(notified)).toHaveLength(1);
  });
});
