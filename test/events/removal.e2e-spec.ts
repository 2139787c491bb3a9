import { startApp, type TestApp } from '../support/app.js';
import { createEvent, gigBody } from '../support/factories.js';

const MANY = 12_000;

describe('the deletion of an event with many dependent rows', () => {
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
    await service.database.query(
      `INSERT INTO interactions (event_id, user_id, action, id)
       SELECT $1, 'user-' || n, 'VIEW', gen_random_uuid() FROM generate_series(1, ${MANY}) n`,
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
  });
  afterAll(() => service.close());

  const left = () =>
    service.database.query(
      `SELECT (SELECT json_agg(event_id) FROM interactions WHERE action = 'VIEW') AS interactions,
              (SELECT json_agg(gig_id) FROM applications) AS applications,
              (SELECT json_agg(event_id) FROM collection_items) AS items`,
    );

  it('is complete when it returns, and leaves other rows', async () => {
    expect((await service.as('owner').delete(`/gigs/${gig}`)).status).toBe(204);
    expect(await left()).toEqual([{ interactions: [other], applications: [other], items: [other] }]);
    const ann = service.as('ann');
    for (const path of [`/events/${gig}`, `/gigs/${gig}`, `/gigs/${gig}/applications`])
      expect((await ann.get(path)).status).toBe(404);
    expect((await ann.get('/applications')).body).toMatchObject({ total: 1, data: [{ gigId: other }] });
    expect((await ann.get('/collections')).body.data).toMatchObject([{ itemCount: 1 }]);
  });

  it('leaves no row that is added meanwhile', async () => {
    const [ann, bob] = [service.as('ann'), service.as('bob')];
    const [deleted, ...added] = await Promise.all([
      service.as('owner').delete(`/gigs/${other}`),
      ...Array.from({ length: 8 }, () => ann.post(`/events/${other}/interactions`, { action: 'SAVE' })),
      ...Array.from({ length: 8 }, () => bob.post(`/events/${other}/interactions`, { action: 'CLICK' })),
      bob.post(`/gigs/${other}/applications`),
    ]);
    expect(deleted.status).toBe(204);
    for (const { status } of added) expect([200, 201, 404]).toContain(status);
    expect(await service.database.query('SELECT 1 FROM interactions')).toEqual([]);
    expect(await left()).toEqual([{ interactions: null, applications: null, items: null }]);
  });
});
