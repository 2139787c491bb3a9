import { startApp, type TestApp } from '../support/app.js';
import type { ServiceResponse } from '../support/client.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { createEvent, eventBody, gigBody } from '../support/factories.js';
import { LockHolder } from '../support/lock-holder.js';
import { until } from '../support/until.js';

/** Races between two real processes on one database. */
describe('with concurrent requests to two instances', () => {
  let database: TestDatabase;
  let instances: TestApp[];

  beforeAll(async () => {
    database = await createTestDatabase();
    instances = await Promise.all([0, 1].map((host) => startApp({}, database, host)));
  });
  afterAll(async () => {
    for (const instance of instances) await instance.close();
    await database.drop();
  });

  const as = (user: string, n: number) => instances[n % 2]!.patientlyAs(user);
  const newGig = async (owner: string) => (await createEvent(as(owner, 0), gigBody())).id as string;
  const counted = (statuses: number[]) => {
    const counts: Record<number, number> = {};
    for (const status of statuses) counts[status] = (counts[status] ?? 0) + 1;
    return counts;
  };
  const count = async (table: string, condition: string) =>
    (await database.query<{ n: number }>(`SELECT count(*)::int AS n FROM ${table} WHERE ${condition}`))[0]!.n;

  it('one user applies a hundred times: one 201, one notification, one interaction', async () => {
    const gig = await newGig('owner');
    const responses = await Promise.all(
      Array.from({ length: 100 }, (_, n) => as('eager', n).post(`/gigs/${gig}/applications`)),
    );
    expect(counted(responses.map(({ status }) => status))).toEqual({ 201: 1, 409: 99 });
    expect(await count('applications', `gig_id = '${gig}'`)).toBe(1);
    expect(await count('notifications', `data ->> 'gigId' = '${gig}'`)).toBe(1);
    expect(await count('interactions', `event_id = '${gig}' AND count = 1`)).toBe(1);
  });

  it('fifty decisions: one wins, one notification', async () => {
    const gig = await newGig('owner');
    const { body } = await as('ann', 0).post(`/gigs/${gig}/applications`);
    const responses = await Promise.all(
      Array.from({ length: 50 }, (_, n) =>
        as('owner', n).patch(`/gigs/${gig}/applications/${body.id}`, {
          status: n % 3 ? 'ACCEPTED' : 'REJECTED',
        }),
      ),
    );
    expect(counted(responses.map(({ status }) => status))).toEqual({ 200: 1, 400: 49 });
    expect(await count('notifications', `reference_id = '${body.id}' AND recipient_id = 'ann'`)).toBe(1);
  });

  it('forty people apply while the gig is cancelled: none succeeds after the cancellation', async () => {
    const gig = await newGig('owner');
    let cancelled = false;
    const late: number[] = [];
    const applications = Array.from({ length: 40 }, async (_, n) => {
      const { status } = await as(`person ${n}`, n).post(`/gigs/${gig}/applications`);
      expect([201, 400]).toContain(status);
      if (cancelled) return;
      // Applicants who were faster than the cancellation try again after it, as other users.
      while (!cancelled) await new Promise((resolve) => setImmediate(resolve));
      late.push((await as(`late ${n}`, n).post(`/gigs/${gig}/applications`)).status);
    });
    const cancel = as('owner', 1).patch(`/gigs/${gig}`, { status: 'CANCELLED' });
    expect((await cancel).status).toBe(200);
    cancelled = true;
    await Promise.all(applications);
    expect(late.filter((status) => status !== 400)).toEqual([]);
  });

  it('forty people apply while the gig is deleted: no 5xx, no orphaned row', async () => {
    const gig = await newGig('owner');
    expect((await as('early', 0).post(`/gigs/${gig}/applications`)).status).toBe(201);
    const responses = await Promise.all([
      ...Array.from({ length: 20 }, (_, n) => as(`soon ${n}`, n).post(`/gigs/${gig}/applications`)),
      as('owner', 1).delete(`/gigs/${gig}`),
      ...Array.from({ length: 20 }, (_, n) => as(`later ${n}`, n).post(`/gigs/${gig}/applications`)),
    ]);
    expect(
      responses.map(({ status }) => status).filter((status) => ![201, 204, 404].includes(status)),
    ).toEqual([]);
    expect(await count('applications', `gig_id = '${gig}'`)).toBe(0);
    expect(await count('interactions', `event_id = '${gig}'`)).toBe(0);
  });

  it('forty people view and collect an event while it is deleted: no 5xx, no orphaned row', async () => {
    const gig = await newGig('owner');
    const collections = await Promise.all(
      Array.from({ length: 10 }, (_, n) => as(`fan ${n}`, n).post('/collections', { name: 'Mine' })),
    );
    const touch = (n: number) =>
      n % 2
        ? as(`viewer ${n}`, n).post(`/events/${gig}/interactions`, { action: 'VIEW' })
        : as(`fan ${n / 2}`, n).post(`/collections/${collections[n / 2]!.body.id}/items`, { eventId: gig });
    for (const n of [0, 21]) expect((await touch(n)).status).toBe(201);
    const responses = await Promise.all([
      ...Array.from({ length: 19 }, (_, n) => touch(n + 1)),
      as('owner', 1).delete(`/gigs/${gig}`),
      ...Array.from({ length: 20 }, (_, n) => touch(2 * n + 1)),
    ]);
    const statuses = responses.map(({ status }) => status);
    expect(statuses.filter((status) => ![200, 201, 204, 404].includes(status))).toEqual([]);
    expect(await count('interactions', `event_id = '${gig}'`)).toBe(0);
    expect(await count('collection_items', `event_id = '${gig}'`)).toBe(0);
  });

  it('fifty PATCHes of different members: all are kept', async () => {
    const { id } = await createEvent(as('owner', 0));
    const changes = Array.from({ length: 50 }, (_, n) =>
      n % 2 ? { tags: [`tag ${n}`] } : { description: `Text ${n}` },
    );
    const responses = await Promise.all(
      changes.map((change, n) => as('owner', n).patch(`/events/${id}`, change)),
    );
    expect(counted(responses.map(({ status }) => status))).toEqual({ 200: 50 });
    expect((await as('owner', 0).get(`/events/${id}`)).headers.get('etag')).toBe('"51"');
  });

  it('fifty transitions: none leaves a terminal status', async () => {
    const { id } = await createEvent(as('owner', 0));
    const moves = Array.from({ length: 50 }, (_, n) => (n % 4 < 2 ? 'CANCELLED' : 'COMPLETED'));
    const responses = await Promise.all(
      moves.map((status, n) => as('owner', n).patch(`/events/${id}`, { status })),
    );
    const { status: final } = (await as('owner', 0).get(`/events/${id}`)).body;
    for (const [n, { status }] of responses.entries()) expect(status).toBe(moves[n] === final ? 200 : 400);
  });

  it('twenty creations under one Idempotency-Key make one event and twenty equal responses', async () => {
    const responses = await Promise.all(
      Array.from({ length: 20 }, (_, n) =>
        as('maker', n).post('/events', eventBody(), { 'idempotency-key': 'one and the same' }),
      ),
    );
    expect(counted(responses.map(({ status }) => status))).toEqual({ 201: 20 });
    expect(new Set(responses.map(({ text }) => text)).size).toBe(1);
    expect(await count('events', `creator_id = 'maker'`)).toBe(1);
  });
});

/** A request waits for an open transaction of another instance, so that neither misses the other. */
describe('during an open transaction', () => {
  let database: TestDatabase;
  let service: TestApp;
  let holder: LockHolder;

  beforeAll(async () => {
    database = await createTestDatabase();
    const [own] = await database.query<{ name: string }>('SELECT current_database() AS name');
    // Only the end of the other transaction ends a wait, on any machine.
    for (const limit of ['lock_timeout', 'statement_timeout', 'idle_in_transaction_session_timeout'])
      await database.query(`ALTER ROLE events IN DATABASE ${own!.name} SET ${limit} = '100s'`);
    service = await startApp({ TAGGER: 'off', DAILY_CREATIONS: '500' }, database);
  });
  beforeEach(async () => {
    holder = await LockHolder.begin(database);
  });
  afterEach(() => holder.end('ROLLBACK'));
  afterAll(async () => {
    await service.close();
    await database.drop();
  });

  const newGig = async (owner: string) => (await createEvent(service.as(owner), gigBody())).id as string;
  const apply = (user: string, gig: string) => service.as(user).post(`/gigs/${gig}/applications`);
  const count = async (table: string, condition: string) =>
    (await database.query<{ n: number }>(`SELECT count(*)::int AS n FROM ${table} WHERE ${condition}`))[0]!.n;
  /** Sends a request, and returns once it waits for a lock. */
  async function send(
    request: () => Promise<ServiceResponse>,
  ): Promise<{ response: Promise<ServiceResponse> }> {
    const before = await holder.waiting();
    let result: ServiceResponse | undefined;
    const response = request();
    response.then(
      (early) => (result = early),
      () => {},
    );
    await until(async () => result !== undefined || (await holder.waiting()) > before);
    expect(result).toBeUndefined();
    return { response };
  }
  const newsOf = async (user: string) =>
    (await service.as(user).get('/notifications')).body.data.map(
      ({ type, data }: { type: string; data: { gigId: string } }) => [type, data.gigId],
    );

  it('that cancels the gig, nobody applies, and nobody takes a withdrawal back', async () => {
    const gig = await newGig('owner');
    const { body } = await apply('ann', gig);
    const withdrawal = `/gigs/${gig}/applications/${body.id}/withdrawal`;
    expect((await service.as('ann').put(withdrawal)).status).toBe(200);
    await holder.query(`UPDATE events SET status = 'CANCELLED', version = version + 1 WHERE id = $1`, [gig]);
    const late = [
      await send(() => apply('bob', gig)),
      await send(() => service.as('ann').delete(withdrawal)),
    ];
    await holder.query('COMMIT');
    const codes = await Promise.all(late.map(async ({ response }) => (await response).body.code));
    expect(codes).toEqual(['GIG_CLOSED', 'GIG_CLOSED']);
    expect(await count('applications', `gig_id = '${gig}'`)).toBe(1);
    expect(await count('applications', `gig_id = '${gig}' AND withdrawn_at IS NULL`)).toBe(0);
    expect(await newsOf('owner')).toEqual([['APPLICATION_RECEIVED', gig]]);
  });

  it('that deletes the gig, an application is refused as NOT_FOUND, and leaves no row', async () => {
    const gig = await newGig('olga');
    expect((await apply('ann', gig)).status).toBe(201);
    await holder.query('DELETE FROM events WHERE id = $1', [gig]);
    const late = await send(() => apply('bob', gig));
    await holder.query('COMMIT');
    expect((await late.response).body.code).toBe('NOT_FOUND');
    for (const table of ['applications WHERE gig_id', 'interactions WHERE event_id'])
      expect(await database.query(`SELECT 1 FROM ${table} = '${gig}'`)).toEqual([]);
    expect(await newsOf('olga')).toEqual([['APPLICATION_RECEIVED', gig]]);
  });

  it.each<[string, number, (owner: string, gig: string) => Promise<ServiceResponse>]>([
    ['cancels it', 200, (owner, gig) => service.as(owner).patch(`/gigs/${gig}`, { status: 'CANCELLED' })],
    ['deletes it', 204, (owner, gig) => service.as(owner).delete(`/gigs/${gig}`)],
    ['deletes their account', 204, (owner) => service.as(owner).delete('/users/me')],
  ])(
    'that applies to a gig, an owner waits who %s, and the applicant is notified',
    async (what, status, end) => {
      const [owner, user] = [`owner who ${what}`, `applicant of one who ${what}`];
      const gig = await newGig(owner);
      await service.as(user).get('/users/me'); // a new user's first write is repeated with their profile
      // The application waits for its count, and so cannot end. Two hours: the next one may begin.
      await holder.query(
        `INSERT INTO creation_counts (user_id, kind, hour, count)
       SELECT $1, 'APPLICATION', floor(extract(epoch FROM now()) / 3600)::int + n, 1 FROM generate_series(0, 1) n`,
        [user],
      );
      const applied = await send(() => apply(user, gig));
      const ended = await send(() => end(owner, gig));
      await holder.query('ROLLBACK');
      expect([(await applied.response).status, (await ended.response).status]).toEqual([201, status]);
      expect(await newsOf(user)).toEqual([['GIG_CANCELLED', gig]]);
      expect(await count('applications', `gig_id = '${gig}'`)).toBe(status === 200 ? 1 : 0);
    },
  );
});
