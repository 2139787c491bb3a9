import { startApp, type TestApp } from '../support/app.js';
import { createEvent, gigBody } from '../support/factories.js';
import { until } from '../support/until.js';

const GIGS = 6_000;

describe('a large account', () => {
  let service: TestApp;
  let other: TestApp;

  beforeAll(async () => {
    service = await startApp();
    other = await startApp({}, service.database);
  });
  afterAll(async () => {
    await other.close();
    await service.close();
  });

  it('is deleted by two concurrent requests, on two instances, without delay for others', async () => {
    const { id: gig } = await createEvent(service.as('boss'), gigBody());
    await service.as('large').get('/users/me');
    await service.database.query(
      `INSERT INTO events (id, title, description, type, location, start_at, creator_id)
       SELECT gen_random_uuid(), 'Many', 'x', 'GIG', '{"name": "Hall"}', now() + n * interval '1 hour', 'large'
       FROM generate_series(1, ${GIGS}) n`,
    );
    await service.database.query(
      `INSERT INTO applications (id, gig_id, applicant_id)
       SELECT gen_random_uuid(), id, applicant FROM events, unnest(ARRAY['ann', 'bob']) applicant WHERE creator_id = 'large'`,
    );
    const left = async () => {
      const text = `SELECT count(*)::int AS n FROM events WHERE creator_id = 'large'`;
      return (await service.database.query<{ n: number }>(text))[0]!.n;
    };
    let isDone = false;
    const deletions = Promise.all([service, other].map(({ as }) => as('large').delete('/users/me'))).finally(
      () => {
        isDone = true;
      },
    );
    await until(async () => (await left()) < GIGS);
    let applied = 0;
    for (; !isDone; applied += 1) {
      const { status } = await service.as(`applicant ${applied}`).post(`/gigs/${gig}/applications`);
      expect(status).toBe(201);
    }
    expect(applied).toBeGreaterThan(5);
    expect((await deletions).map(({ status }) => status)).toEqual([204, 204]);
    expect(await left()).toBe(0);
    const notified = `SELECT recipient_id, count(*)::int AS n FROM notifications WHERE type = 'GIG_CANCELLED' GROUP BY 1 ORDER BY 1`;
    expect(await service.database.query(notified)).toEqual([
      { recipient_id: 'ann', n: GIGS },
      { recipient_id: 'bob', n: GIGS },
    ]);
    expect((await service.as('ann').get('/users/large')).status).toBe(404);
  });
});
