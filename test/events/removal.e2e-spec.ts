import { startApp, type TestApp } from '../support/app.js';
import { createEvent, gigBody } from '../support/factories.js';

/** More rows than go with their event at once. */
const MANY = 12_000;

describe('deleting an event that very much hangs on', () => {
  let service: TestApp;
  let gig: string;
  let other: string;
  let collection: string;

  beforeAll(async () => {
    service = await startApp();
    gig = (await createEvent(service.as('owner'), gigBody())).id;
    other = (await createEvent(service.as('owner'), gigBody())).id;
    const ann = service.as('ann');
    collection = (await ann.post('/collections', { name: 'All that I like' })).body.id;
    for (const id of [gig, other]) {
      await ann.post(`/gigs/${id}/applications`);
      await ann.post(`/collections/${collection}/items`, { eventId: id });
      await ann.post(`/events/${id}/interactions`, { action: 'VIEW' });
    }
    // Before and after those of ann in the order of the key.
    for (const name of ['aaa', 'zzz'])
      await service.database.query(
        `INSERT INTO interactions (event_id, user_id, action, id)
         SELECT $1, '${name}-' || n, 'VIEW', gen_random_uuid() FROM generate_series(1, ${MANY / 2}) n`,
        [gig],
      );
    await service.database.query(
      `INSERT INTO applications (gig_id, id, applicant_id)
       SELECT $1, gen_random_uuid(), 'applicant-' || n FROM generate_series(1, ${MANY}) n`,
      [gig],
    );
    await service.database.query(
      `WITH made AS (INSERT INTO collections (id, owner_id, name)
         SELECT gen_random_uuid(), 'owner-' || n, 'x' FROM generate_series(1, ${MANY}) n RETURNING id)
       INSERT INTO collection_items (event_id, collection_id) SELECT $1, id FROM made`,
      [gig],
    );
    // What the first statement removes is not ann's.
    for (const table of ['interactions', 'applications', 'collection_items'])
      await service.database.query(`VACUUM (ANALYZE) ${table}`);
  });
  afterAll(() => service.close());

  const left = () =>
    service.database.query(
      `SELECT (SELECT count(*)::int FROM interactions WHERE event_id = $1) AS interactions,
              (SELECT count(*)::int FROM applications WHERE gig_id = $1) AS applications,
              (SELECT count(*)::int FROM collection_items WHERE event_id = $1) AS items,
              (SELECT count(*)::int FROM event_removals) AS removals`,
      [gig],
    );

  it('is over at once: nothing of it shows up anywhere, though not all of it is removed', async () => {
    expect((await service.as('owner').delete(`/gigs/${gig}`)).status).toBe(204);
    const [rest] = await left();
    expect(rest!.removals).toBe(1);
    for (const table of ['interactions', 'applications', 'items'])
      expect(rest![table]).toBeGreaterThan(MANY / 2);

    await service.database.query(
      `INSERT INTO interactions (event_id, user_id, action, id) VALUES ($1, 'ann', 'SAVE', gen_random_uuid())`,
      [gig],
    );
    const ann = service.as('ann');
    for (const path of [`/events/${gig}`, `/gigs/${gig}`, `/gigs/${gig}/applications`])
      expect((await ann.get(path)).status).toBe(404);
    expect((await ann.post(`/events/${gig}/interactions`, { action: 'VIEW' })).status).toBe(404);
    const { body: interactions } = await ann.get('/interactions');
    expect(interactions.total).toBe(2);
    expect(interactions.data.map(({ eventId }: { eventId: string }) => eventId)).toEqual([other, other]);
    const { body: applications } = await ann.get('/applications');
    expect(applications).toMatchObject({ total: 1, data: [{ gigId: other }] });
    const { body: one } = await ann.get(`/collections/${collection}`);
    expect(one).toMatchObject({ itemCount: 1, items: [{ eventId: other }] });
    expect((await ann.get('/collections')).body.data).toMatchObject([{ itemCount: 1 }]);
  });

  it('is finished by the job, which leaves the rows of other events', async () => {
    const [before] = await left();
    const rows = ['interactions', 'applications', 'items'].reduce(
      (sum, table) => sum + (before![table] as number),
      0,
    );
    const run = () => service.runJob('event-removal');
    expect(await run()).toEqual({ outcome: 'SUCCEEDED', removed: rows });
    expect(await left()).toEqual([{ interactions: 0, applications: 0, items: 0, removals: 0 }]);
    expect(await run()).toEqual({ outcome: 'SUCCEEDED', removed: 0 });
    expect((await service.as('ann').get('/interactions')).body.total).toBe(2);
  });

  it('leaves nothing to the job where little hangs on it', async () => {
    expect((await service.as('owner').delete(`/gigs/${other}`)).status).toBe(204);
    const rows = await service.database.query(
      'SELECT 1 FROM interactions UNION ALL SELECT 1 FROM event_removals',
    );
    expect(rows).toEqual([]);
  });
});
