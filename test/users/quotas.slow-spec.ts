import { randomUUID } from 'node:crypto';
import { startApp, type TestApp } from '../support/app.js';
import { PatientClient } from '../support/client.js';
import { createEvent, eventBody, gigBody } from '../support/factories.js';
import { completes, ModelServer } from '../support/model-server.js';
import { signToken } from '../support/tokens.js';

const UNKNOWN = '0198c2b4-7a10-7c3e-9a55-3f1f0a6f2d11';
const LIMIT = 3;
const times = <Result>(count: number, make: (index: number) => Result) =>
  Array.from({ length: count }, (_, n) => make(n));

/** The daily limits of creations, and the number of conversations per user (rules.md, "Limits"). */
describe('a user', () => {
  let service: TestApp;
  let other: TestApp;

  beforeAll(async () => {
    service = await startApp({ DAILY_CREATIONS: String(LIMIT) });
    other = await startApp({ DAILY_CREATIONS: String(LIMIT) }, service.database);
  });
  afterAll(async () => {
    await other.close();
    await service.close();
  });

  /** The writes of a user are queued, and so may be 503 if many arrive at once on a busy machine. */
  const patiently = ({ url }: TestApp, id: string) => new PatientClient(url, signToken({ sub: id }));
  const newId = () => `user ${randomUUID()}`;
  const newUser = () => service.as(newId());
  /** Gigs, each of another owner. */
  const newGigs = (count: number) =>
    Promise.all(times(count, async () => (await createEvent(newUser(), gigBody())).id as string));
  const counted = (responses: { status: number }[]) => {
    const counts: Record<number, number> = {};
    for (const { status } of responses) counts[status] = (counts[status] ?? 0) + 1;
    return counts;
  };
  const refused = (what: string) => ({
    status: 409,
    body: { code: 'LIMIT_REACHED', detail: expect.stringMatching(new RegExp(`\\b${LIMIT}\\b.*${what}`)) },
  });
  const stored = async (creatorId: string) => {
    const text = 'SELECT count(*)::int AS n FROM events WHERE creator_id = $1';
    return (await service.database.query<{ n: number }>(text, [creatorId]))[0]!.n;
  };

  describe('has a limit of events in 24 hours', () => {
    it('that includes gigs', async () => {
      const user = newUser();
      await createEvent(user);
      await createEvent(user, gigBody());
      expect((await user.post('/gigs', { ...gigBody(), type: 'GIG' })).status).toBe(201);
      expect(await user.post('/events', eventBody())).toMatchObject(refused('events'));
      expect(await user.post('/gigs', gigBody())).toMatchObject(refused('gigs'));
      expect(await user.post('/events', eventBody({ title: '' }))).toMatchObject({ status: 400 });
      expect((await newUser().post('/events', eventBody())).status).toBe(201);
    });

    it('that goes on after the account is deleted; a refused creation stores no profile', async () => {
      const user = newUser();
      for (const create of times(LIMIT, () => () => createEvent(user))) await create();
      expect((await user.delete('/users/me')).status).toBe(204);
      const key = { 'idempotency-key': 'one' };
      for (const headers of [{}, key])
        expect(await user.post('/events', eventBody(), headers)).toMatchObject(refused('events'));
      expect((await user.get('/users/me/export')).body.profile).toBeNull();
    });

    it('that counts deleted ones, but not refused ones', async () => {
      const user = newUser();
      const { id } = await createEvent(user);
      for (const body of [{}, eventBody({ title: ' ' }), eventBody({ endAt: '2031-01-01T00:00:00Z' })])
        expect((await user.post('/events', body)).status).toBe(400);
      expect((await user.delete(`/events/${id}`)).status).toBe(204);
      await createEvent(user);
      await createEvent(user);
      expect(await user.post('/events', eventBody())).toMatchObject(refused('events'));
      expect((await user.get('/events?creatorId=x')).status).toBe(200);
    });

    it('that does not count repetitions under a key', async () => {
      const user = newUser();
      const send = (key: string, title = 'Once') =>
        user.post('/events', eventBody({ title }), { 'idempotency-key': key });
      const { body } = await send('a');
      expect((await send('a')).body.id).toBe(body.id);
      expect((await send('a', 'Another')).status).toBe(422);
      expect(counted([await send('b'), await send('b'), await send('c')])).toEqual({ 201: 3 });
      expect(await send('d')).toMatchObject(refused('events'));
      expect(await send('d', 'Another')).toMatchObject(refused('events')); // the key is still free
      expect((await send('a')).body.id).toBe(body.id);
      expect(counted(await Promise.all(times(20, () => send('c'))))).toEqual({ 201: 20 });
    });

    it('for fifty concurrent requests on two instances, with keys and without', async () => {
      for (let round = 0; round < 3; round += 1) {
        const id = newId();
        const user = service.as(id);
        await createEvent(user);
        const responses = await Promise.all(
          times(50, (n) => {
            const headers = n % 5 === 0 ? { 'idempotency-key': `key ${n}` } : undefined;
            return patiently(n % 2 ? service : other, id).post(
              '/events',
              eventBody({ title: `Event ${n}` }),
              headers,
            );
          }),
        );
        expect(counted(responses)).toEqual({ 201: LIMIT - 1, 409: 50 - LIMIT + 1 });
        expect(await stored(id)).toBe(LIMIT);
      }
    });

    it('that does not affect others, for any number of concurrent requests', async () => {
      const eager = newId();
      const ids = times(20, newId);
      const responses = await Promise.all([
        ...times(30, () => patiently(service, eager).post('/events', eventBody())),
        ...ids.map((id) => patiently(service, id).post('/events', eventBody())),
      ]);
      expect(counted(responses.slice(0, 30))).toEqual({ 201: LIMIT, 409: 30 - LIMIT });
      expect(counted(responses.slice(30))).toEqual({ 201: 20 });
    });

    it('by the hour, over the last 24', async () => {
      const id = newId();
      const user = service.as(id);
      const age = (hours: number) =>
        service.database.query('UPDATE creation_counts SET hour = hour - $2 WHERE user_id = $1', [id, hours]);
      const create = async () => (await user.post('/events', eventBody())).status;
      expect([await create(), await create()]).toEqual([201, 201]);
      await age(10);
      expect([await create(), await create()]).toEqual([201, 409]);
      await age(14); // the first two are 24 hours old
      expect(await create()).toBe(409);
      await age(1);
      expect([await create(), await create(), await create()]).toEqual([201, 201, 409]);
      await age(11); // the one between them is 26 hours old
      expect([await create(), await create()]).toEqual([201, 409]);
      await age(1000);
      expect([await create(), await create(), await create(), await create()]).toEqual([201, 201, 201, 409]);
      await age(-1); // on another clock it is an hour later
      expect(await create()).toBe(409);
    });

    it('after which events are not tagged', async () => {
      const model = await ModelServer.start();
      model.behave = completes({ tags: ['jazz'], category: 'MUSIC', summary: null });
      const tagging = await startApp(model.environment({ DAILY_CREATIONS: '1' }), service.database);
      const user = tagging.as(newId());
      const responses = [await user.post('/events', eventBody()), await user.post('/events', eventBody())];
      responses.push(await user.post('/events', eventBody(), { 'idempotency-key': 'x' }));
      expect(counted(responses)).toEqual({ 201: 1, 409: 2 });
      expect(model.requests).toHaveLength(1);
      await tagging.close();
      await model.close();
    });
  });

  describe('has a limit of applications in 24 hours', () => {
    it('that is checked after every other reason to refuse one', async () => {
      const gigs = await newGigs(LIMIT + 1);
      const id = newId();
      const user = service.as(id);
      const event = await createEvent(user);
      const own = await createEvent(user, gigBody());
      const closer = newUser();
      const closed = await createEvent(closer, gigBody());
      await closer.patch(`/events/${closed.id}`, { status: 'CANCELLED' });
      const apply = (gig: string, as = user) => as.post(`/gigs/${gig}/applications`);
      for (const gig of gigs.slice(0, LIMIT)) {
        expect((await apply(gig)).status).toBe(201);
        expect(await apply(gig)).toMatchObject({ status: 409, body: { code: 'ALREADY_APPLIED' } });
      }
      expect(await apply(gigs[LIMIT]!)).toMatchObject(refused('applications'));
      expect(await apply(gigs[LIMIT]!, other.as(id))).toMatchObject(refused('applications'));
      const codes = [UNKNOWN, event.id, own.id, closed.id, gigs[0]!].map(
        async (gig) => (await apply(gig)).body.code,
      );
      expect(await Promise.all(codes)).toEqual([
        ...['NOT_FOUND', 'NOT_A_GIG', 'OWN_GIG', 'GIG_CLOSED', 'ALREADY_APPLIED'],
      ]);
      expect((await user.get('/applications')).body.total).toBe(LIMIT);
      const traces = (gig: string) =>
        service.database.query(
          `SELECT 1 FROM interactions WHERE event_id = $1 UNION ALL SELECT 1 FROM notifications WHERE data ->> 'gigId' = $1::text`,
          [gig],
        );
      expect(await traces(gigs[0]!)).toHaveLength(2);
      expect(await traces(gigs[LIMIT]!)).toEqual([]);
      expect((await user.post('/conversations')).status).toBe(201);
    });

    it('for many concurrent requests', async () => {
      const gigs = await newGigs(12);
      const id = newId();
      const responses = await Promise.all(
        gigs.map((gig, n) => (n % 2 ? service : other).as(id).post(`/gigs/${gig}/applications`)),
      );
      expect(counted(responses)).toEqual({ 201: LIMIT, 409: 12 - LIMIT });
    });
  });

  describe('has a limit of conversations in 24 hours', () => {
    it('for many concurrent requests', async () => {
      const id = newId();
      const responses = await Promise.all(
        times(20, (n) => (n % 2 ? service : other).as(id).post('/conversations')),
      );
      expect(counted(responses)).toEqual({ 201: LIMIT, 409: 20 - LIMIT });
      expect(await service.as(id).post('/conversations')).toMatchObject(refused('conversations'));
    });
  });

  it('has a limit of twenty calendars, for many concurrent requests', async () => {
    const id = newId();
    const responses = await Promise.all(
      times(21, (n) => (n % 2 ? service : other).as(id).post('/calendars', { kind: 'SAVED' })),
    );
    expect(counted(responses)).toEqual({ 201: 20, 409: 1 });
    expect(responses.find(({ status }) => status === 409)?.body.code).toBe('LIMIT_REACHED');
    expect((await service.as(id).get('/calendars')).body.total).toBe(20);
  });

  describe('has a limit of 200 conversations', () => {
    let unlimited: TestApp;

    beforeAll(async () => {
      unlimited = await startApp({ DAILY_CREATIONS: 'off' }, service.database);
    });
    afterAll(() => unlimited.close());

    it('for many concurrent requests', async () => {
      const id = newId();
      const user = unlimited.as(id);
      await service.database.query(
        `INSERT INTO conversations (id, owner_id) SELECT gen_random_uuid(), $1 FROM generate_series(1, 195)`,
        [id],
      );
      const responses = await Promise.all(times(20, () => user.post('/conversations')));
      expect(counted(responses)).toEqual({ 201: 5, 409: 15 });
      const full = await user.post('/conversations');
      expect(full.body).toMatchObject({ code: 'LIMIT_REACHED', detail: expect.stringContaining('200') });
      const { body } = await user.get('/conversations');
      expect(body.total).toBe(200);
      expect((await user.delete(`/conversations/${body.data[0].id}`)).status).toBe(204);
      expect((await user.post('/conversations')).status).toBe(201);
    });

    it('and no limit of events if it is off', async () => {
      const id = newId();
      const responses = await Promise.all(
        times(LIMIT * 4, () => unlimited.as(id).post('/events', eventBody())),
      );
      expect(counted(responses)).toEqual({ 201: LIMIT * 4 });
      const counts = () =>
        service.database.query('SELECT count FROM creation_counts WHERE user_id = $1', [id]);
      expect(await counts()).toEqual([]);
      await createEvent(service.as(id));
      expect(await counts()).toEqual([{ count: 1 }]);
    });
  });
});
