import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { createEvent, eventBody, gigBody } from '../support/factories.js';
import { Service } from '../support/service.js';

/** Races over two real processes on one database. */
describe('at the same time on two instances', () => {
  let database: TestDatabase;
  let instances: Service[];

  beforeAll(async () => {
    database = await createTestDatabase();
    instances = await Promise.all([1, 2].map(() => Service.start(database.url, { LOG_LEVEL: 'warn' })));
  });
  afterAll(async () => {
    for (const instance of instances) await instance.stop('SIGKILL');
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
    const answers = await Promise.all(
      Array.from({ length: 100 }, (_, n) => as('eager', n).post(`/gigs/${gig}/applications`)),
    );
    expect(counted(answers.map(({ status }) => status))).toEqual({ 201: 1, 409: 99 });
    expect(await count('applications', `gig_id = '${gig}'`)).toBe(1);
    expect(await count('notifications', `data ->> 'gigId' = '${gig}'`)).toBe(1);
    expect(await count('interactions', `event_id = '${gig}' AND count = 1`)).toBe(1);
  });

  it('fifty decisions: one wins, one notification', async () => {
    const gig = await newGig('owner');
    const { body } = await as('ann', 0).post(`/gigs/${gig}/applications`);
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, n) =>
        as('owner', n).patch(`/gigs/${gig}/applications/${body.id}`, {
          status: n % 3 ? 'ACCEPTED' : 'REJECTED',
        }),
      ),
    );
    expect(counted(answers.map(({ status }) => status))).toEqual({ 200: 1, 400: 49 });
    expect(await count('notifications', `reference_id = '${body.id}' AND recipient_id = 'ann'`)).toBe(1);
  });

  it('forty people apply while the gig is cancelled: none once the cancel was answered', async () => {
    const gig = await newGig('owner');
    let cancelled = false;
    const late: number[] = [];
    const applications = Array.from({ length: 40 }, async (_, n) => {
      const { status } = await as(`person ${n}`, n).post(`/gigs/${gig}/applications`);
      expect([201, 400]).toContain(status);
      if (cancelled) return;
      // Those who were answered before the cancel try again after it, as other users.
      while (!cancelled) await new Promise((resolve) => setImmediate(resolve));
      late.push((await as(`late ${n}`, n).post(`/gigs/${gig}/applications`)).status);
    });
    const cancel = as('owner', 1).patch(`/gigs/${gig}`, { status: 'CANCELLED' });
    expect((await cancel).status).toBe(200);
    cancelled = true;
    await Promise.all(applications);
    expect(late.filter((status) => status !== 400)).toEqual([]);
  });

  it('forty people apply while the gig is deleted: no error of the service, no orphan', async () => {
    const gig = await newGig('owner');
    const answers = await Promise.all([
      ...Array.from({ length: 20 }, (_, n) => as(`soon ${n}`, n).post(`/gigs/${gig}/applications`)),
      as('owner', 1).delete(`/gigs/${gig}`),
      ...Array.from({ length: 20 }, (_, n) => as(`later ${n}`, n).post(`/gigs/${gig}/applications`)),
    ]);
    expect(answers.map(({ status }) => status).filter((status) => ![201, 204, 404].includes(status))).toEqual(
      [],
    );
    expect(await count('applications', `gig_id = '${gig}'`)).toBe(0);
    expect(await count('interactions', `event_id = '${gig}'`)).toBe(0);
  });

  it('forty people view and collect an event while it is deleted: no error of the service, no orphan', async () => {
    const gig = await newGig('owner');
    const collections = await Promise.all(
      Array.from({ length: 10 }, (_, n) => as(`fan ${n}`, n).post('/collections', { name: 'Mine' })),
    );
    const touch = (n: number) =>
      n % 2
        ? as(`viewer ${n}`, n).post(`/events/${gig}/interactions`, { action: 'VIEW' })
        : as(`fan ${n / 2}`, n).post(`/collections/${collections[n / 2]!.body.id}/items`, { eventId: gig });
    const answers = await Promise.all([
      ...Array.from({ length: 20 }, (_, n) => touch(n)),
      as('owner', 1).delete(`/gigs/${gig}`),
      ...Array.from({ length: 20 }, (_, n) => touch(2 * n + 1)),
    ]);
    const statuses = answers.map(({ status }) => status);
    expect(statuses.filter((status) => ![200, 201, 204, 404].includes(status))).toEqual([]);
    expect(await count('interactions', `event_id = '${gig}'`)).toBe(0);
    expect(await count('collection_items', `event_id = '${gig}'`)).toBe(0);
  });

  it('twenty creations under one Idempotency-Key make one event and twenty equal answers', async () => {
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, n) =>
        as('maker', n).post('/events', eventBody(), { 'idempotency-key': 'one and the same' }),
      ),
    );
    expect(counted(answers.map(({ status }) => status))).toEqual({ 201: 20 });
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    expect(await count('events', `creator_id = 'maker'`)).toBe(1);
  });
});
