import { startApp, type TestApp } from '../support/app.js';
import { createEvent, gigBody } from '../support/factories.js';

describe('ten thousand events or users', () => {
  let service: TestApp;

  beforeAll(async () => {
    service = await startApp({ TAGGER: 'off' });
  });
  beforeEach(() => service.database.query('TRUNCATE events CASCADE'));
  afterAll(() => service.close());

  it('are counted by category, and no more', async () => {
    await service.database.query(`
      INSERT INTO events (id, title, description, type, location, start_at, category, status)
      SELECT gen_random_uuid(), 'x', 'x', 'EVENT', '{"name": "x"}', '2031-01-01Z', category, status
      FROM (VALUES ('MUSIC', 'OPEN', 10001), ('SOCIAL', 'OPEN', 7), ('SOCIAL', 'COMPLETED', 3), (NULL, 'OPEN', 5))
        AS made (category, status, count), generate_series(1, count)`);
    const { body } = await service.patientlyAs('alice').get('/categories');
    const counted = body.data.filter(({ openEvents }: { openEvents: number }) => openEvents > 0);
    expect(counted).toEqual([
      { category: 'MUSIC', openEvents: 10_000 },
      { category: 'SOCIAL', openEvents: 7 },
    ]);
  });

  /** Created at different times: with one time, the index of creations finds an id as fast as the key. */
  const insertCrowd = () =>
    service.database.query(
      `INSERT INTO events (id, title, description, type, category, tags, location, start_at, created_at)
       SELECT gen_random_uuid(), 'Crowd', 'jazz', 'EVENT', CASE WHEN n <= 10000 THEN 'MUSIC' ELSE 'SOCIAL' END, '{crowd}',
              '{"name": "x", "latitude": 40, "longitude": -83}', now() + make_interval(mins => 1440 + n),
              now() - make_interval(mins => n)
       FROM generate_series(1, 10001) n`,
    );

  it('are counted by facets, the next to start', async () => {
    await insertCrowd();
    for (const query of [
      '',
      'q=jazz',
      'tag=crowd',
      'q=jazz&type=EVENT',
      'bbox=-84,39,-82,41',
      'when=week&tz=UTC',
    ]) {
      const { body } = await service.patientlyAs('alice').get(`/events/facets?${query}`);
      const isAll = query !== 'when=week&tz=UTC';
      expect({ query, isExact: body.isExact }).toEqual({ query, isExact: !isAll });
      if (isAll)
        expect({ query, category: body.category }).toEqual({
          query,
          category: [{ value: 'MUSIC', count: 10_000 }],
        });
    }
  });

  it('are found while statistics of the database count none, as after an analysis during an import', async () => {
    const { database } = service;
    await database.query('ALTER TABLE events SET (autovacuum_enabled = off)');
    await insertCrowd();
    await database.query(`UPDATE pg_class SET reltuples = 0, relpages = 100 WHERE oid = 'events'::regclass`);
    const [event] = (await service.patientlyAs('alice').get('/events?limit=1')).body.data;
    for (const path of [
      '/categories',
      '/events/facets',
      '/events/facets?q=jazz&type=EVENT',
      '/events?sort=-createdAt&limit=100',
      '/events?q=jazz&limit=100',
      '/events?tag=crowd&offset=900&limit=100',
      '/events?bbox=-84,39,-82,41&limit=100',
      '/suggestions?q=crow',
      `/events/${event.id}/similar`,
    ])
      expect({ path, status: (await service.as('alice').get(path)).status }).toEqual({ path, status: 200 });
    await database.query('ALTER TABLE events RESET (autovacuum_enabled)');
    await database.query('ANALYZE events');
  });

  it('apply to a gig, and are notified in one request that changes it', async () => {
    const gigId = (await createEvent(service.as('owner'), gigBody())).id;
    await service.database.query(
      `INSERT INTO applications (id, gig_id, applicant_id, status)
       SELECT gen_random_uuid(), $1, 'user ' || n, CASE n % 4 WHEN 0 THEN 'ACCEPTED' ELSE 'PENDING' END
       FROM generate_series(1, 10000) n`,
      [gigId],
    );
    const count = async (type: string) =>
      (
        await service.database.query(
          `SELECT count(DISTINCT (recipient_id, id))::int AS count FROM notifications
           WHERE reference_id = $1 AND type = $2`,
          [gigId, type],
        )
      )[0]!.count;
    const patient = service.patientlyAs('owner');
    for (const startAt of ['2031-03-01T10:00:00Z', '2031-03-01T11:00:00Z'])
      expect((await patient.patch(`/gigs/${gigId}`, { startAt })).status).toBe(200);
    expect(await count('GIG_CHANGED')).toBe(10_000);
    expect((await patient.delete(`/gigs/${gigId}`)).status).toBe(204);
    expect(await count('GIG_CANCELLED')).toBe(10_000);
  });
});
