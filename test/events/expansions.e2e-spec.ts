import fc from 'fast-check';
import { APPLICATION_STATUSES } from '../../src/applications/application-status.js';
import { startApp, type TestApp } from '../support/app.js';
import type { Client } from '../support/client.js';
import { document, type Json } from '../support/document.js';
import { createEvent, gigBody } from '../support/factories.js';

const ALL = 'include=creator,viewer,counts';
const NOTHING = {
  ...{ isOwner: false, canApply: false, saved: false, bookmarked: false },
  ...{ application: null, collectionIds: [] },
};

/**
 * Alice has created a gig and an event; Bob applied, saved, bookmarked and collected; Carol applied and
 * saved.
 */
describe('the expansions of an event', () => {
  let service: TestApp;
  let [alice, bob, carol, dave]: Client[] = [];
  let gig: Json;
  let event: Json;
  let applications: Json;
  let collections: Json;
  let external: string;

  beforeAll(async () => {
    service = await startApp({ TAGGER: 'off' });
    [alice, bob, carol, dave] = ['alice', 'bob', 'carol', 'dave'].map((user) => service.as(user));
    await alice!.patch('/users/me', { name: 'Alice Liddell', headline: 'Concert committee' });
    gig = await createEvent(alice!, gigBody());
    event = await createEvent(alice!);
    applications = {
      bob: (await bob!.post(`/gigs/${gig.id}/applications`)).body,
      carol: (await carol!.post(`/gigs/${gig.id}/applications`)).body,
    };
    await alice!.patch(`/gigs/${gig.id}/applications/${applications.carol.id}`, { status: 'ACCEPTED' });
    for (const action of ['SAVE', 'BOOKMARK', 'VIEW'])
      await bob!.post(`/events/${gig.id}/interactions`, { action });
    for (const action of ['SAVE', 'CLICK']) await carol!.post(`/events/${gig.id}/interactions`, { action });
    await dave!.post(`/events/${gig.id}/interactions`, { action: 'VIEW' });
    collections = [];
    for (const [user, name] of [
      [bob, 'First'],
      [bob, 'Second'],
      [bob, 'Empty'],
      [carol, 'Of Carol'],
    ] as const) {
      const { body } = await user!.post('/collections', { name, visibility: 'PUBLIC' });
      if (name !== 'Empty') await user!.post(`/collections/${body.id}/items`, { eventId: gig.id });
      collections.push(body);
    }
    const [row] = await service.database.query<{ id: string }>(`
      INSERT INTO events (id, title, description, type, location, start_at, source, external_id)
      VALUES (gen_random_uuid(), 'Lecture', '', 'EVENT', '{"name": "Hall"}', '2031-03-01Z', 'CAMPUS_API', 'lecture')
      RETURNING id`);
    external = row!.id;
  });
  afterAll(() => service.close());

  const profile = {
    id: 'alice',
    name: 'Alice Liddell',
    avatarUrl: null,
    headline: 'Concert committee',
    bio: null,
  };
  const counts = { pending: 1, accepted: 1, rejected: 0, withdrawn: 0 };

  it('follow its other members, in one order', async () => {
    const plain = (await bob!.get(`/events/${gig.id}`)).body;
    const { body } = await bob!.get(`/events/${gig.id}?include=counts,viewer,creator`);
    expect(Object.keys(body)).toEqual([...Object.keys(plain), 'creator', 'viewer', 'counts']);
    expect(body).toEqual({
      ...plain,
      creator: profile,
      viewer: {
        isOwner: false,
        canApply: false,
        saved: true,
        bookmarked: true,
        application: { id: applications.bob.id, status: 'PENDING', withdrawnAt: null },
        collectionIds: [collections[0].id, collections[1].id],
      },
      counts: { interested: 2, applications: null },
    });
  });

  it('are those of the caller', async () => {
    const [ofAlice, ofCarol, ofDave] = await Promise.all(
      [alice, carol, dave].map(async (user) => (await user!.get(`/gigs/${gig.id}?${ALL}`)).body),
    );
    expect(ofAlice).toMatchObject({
      viewer: { ...NOTHING, isOwner: true },
      counts: { interested: 2, applications: counts },
    });
    expect(ofCarol.viewer).toEqual({
      ...NOTHING,
      saved: true,
      application: { id: applications.carol.id, status: 'ACCEPTED', withdrawnAt: null },
      collectionIds: [collections[3].id],
    });
    expect(ofDave).toMatchObject({
      viewer: { ...NOTHING, canApply: true },
      counts: { interested: 2, applications: null },
    });
  });

  it("of a feed's event have no creator, and of an event no applications", async () => {
    const { body } = await alice!.get(`/events/${external}?${ALL}`);
    expect(body).toMatchObject({
      creator: null,
      viewer: NOTHING,
      counts: { interested: 0, applications: null },
    });
    const own = (await alice!.get(`/events/${event.id}?${ALL}`)).body;
    expect(own.counts).toEqual({ interested: 0, applications: null });
  });

  it('are in every list of events', async () => {
    const parts = { creator: profile, counts: { interested: 2, applications: null } };
    const listed = ({ data }: Json) => data.find(({ id }: Json) => id === gig.id);
    const shown: Record<string, (body: Json) => Json> = {
      '/events': listed,
      '/gigs': listed,
      '/events?q=sofas': listed,
      '/events?view=card': listed,
      [`/events?ids=${gig.id}`]: listed,
      '/events?from=2031-03-01&to=2031-03-02': listed,
      '/interactions': ({ data }) => data[0].event,
      '/applications': ({ data }) => data[0].gig,
      [`/collections/${collections[3].id}`]: ({ items }) => items[0].event,
    };
    for (const [path, pick] of Object.entries(shown)) {
      const without = await bob!.get(path);
      const { status, body } = await bob!.get(`${path}${path.includes('?') ? '&' : '?'}${ALL}`);
      expect({ path, status }).toEqual({ path, status: 200 });
      expect(pick(without.body)).not.toHaveProperty('creator');
      expect(pick(body)).toEqual({ ...pick(without.body), ...parts, viewer: expect.anything() });
      expect(pick(body).viewer.collectionIds).toEqual([collections[0].id, collections[1].id]);
    }
  });

  it('have no ETag, and are not cached', async () => {
    const headers = { 'if-none-match': '"1", "2", *' };
    const { status, headers: got } = await bob!.get(`/events/${gig.id}?include=viewer`, headers);
    expect([status, got.get('etag'), got.get('cache-control')]).toEqual([200, null, 'no-store']);
    const plain = await bob!.get(`/events/${gig.id}`);
    expect([plain.headers.get('etag'), plain.headers.get('cache-control')]).toEqual([
      '"1"',
      'private, no-cache',
    ]);
  });

  it('can be requested in any order, and repeatedly', async () => {
    const names = ['creator', 'viewer', 'counts'];
    const lists = fc.array(fc.constantFrom(...names), { minLength: 1, maxLength: 6 });
    await fc.assert(
      fc.asyncProperty(lists, async (list) => {
        const { status, body } = await bob!.get(`/events/${gig.id}?include=${list}`);
        expect(status).toBe(200);
        expect(Object.keys(body).filter((name) => names.includes(name))).toEqual(
          names.filter((name) => list.includes(name)),
        );
      }),
      { numRuns: 8 },
    );
  });

  it.each(['include=owner', 'include=creator,view', 'include=Creator', 'include=creator;viewer'])(
    'are refused for %s, with a fault that lists the valid ones',
    async (query) => {
      const paths = ['/events', '/gigs', `/events/${gig.id}`, `/gigs/${gig.id}`, '/interactions'];
      for (const path of [...paths, '/applications', `/collections/${collections[0].id}`]) {
        const { status, body } = await bob!.get(`${path}?${query}`);
        expect([path, status, body.code, body.errors?.map(({ pointer }: Json) => pointer)]).toEqual([
          ...[path, 400, 'VALIDATION_FAILED', ['include']],
        ]);
        expect(body.errors[0].detail).toContain('creator, viewer, counts');
      }
    },
  );

  it('are refused if a list has no events', async () => {
    for (const path of [`/gigs/${gig.id}/applications`, '/collections', '/notifications', '/categories'])
      expect([path, (await alice!.get(`${path}?include=viewer`)).status]).toEqual([path, 400]);
  });

  it('may be sent back with an event, without a change', async () => {
    const { body } = await alice!.get(`/events/${event.id}?${ALL}`);
    const { status, body: after } = await alice!.patch(`/events/${event.id}`, body);
    expect([status, after]).toEqual([200, (await alice!.get(`/events/${event.id}`)).body]);
  });

  it('have the existing statuses of applications', () => {
    expect(document.components.schemas.ApplicationStatus.enum).toEqual([...APPLICATION_STATUSES]);
  });

  it('count each user once, up to 10000', async () => {
    const id = (await createEvent(alice!)).id;
    await service.database.query(
      `INSERT INTO interactions (event_id, user_id, action, id)
       SELECT $1, 'user ' || n, action, gen_random_uuid()
       FROM generate_series(1, 10050) n, unnest(ARRAY['SAVE', 'BOOKMARK', 'VIEW']) action
       WHERE action = 'VIEW' OR n <= 9000 OR action = 'SAVE'`,
      [id],
    );
    expect((await bob!.get(`/events/${id}?include=counts`)).body.counts.interested).toBe(10_000);
    await service.database.query(`DELETE FROM interactions WHERE event_id = $1 AND user_id > 'user 5'`, [id]);
    const [left] = await service.database.query<{ count: number }>(
      `SELECT count(DISTINCT user_id)::int FROM interactions WHERE event_id = $1 AND action <> 'VIEW'`,
      [id],
    );
    expect((await bob!.get(`/events/${id}?include=counts`)).body.counts.interested).toBe(left!.count);
  });
});

describe('a card', () => {
  let service: TestApp;
  beforeAll(async () => {
    service = await startApp({ TAGGER: 'off' });
  });
  afterAll(() => service.close());

  it('has all members except the description', async () => {
    const alice = service.as('alice');
    const { description: _, ...card } = await createEvent(alice, { title: 'Jazz night' });
    for (const list of [
      '/events?',
      '/events?q=jazz&',
      `/events?ids=${card.id}&`,
      '/events?offset=0&sort=-createdAt&',
    ])
      expect((await alice.get(`${list}view=card`)).body.data).toEqual([card]);
    expect((await alice.get('/events?view=list')).body.errors).toEqual([
      { pointer: 'view', detail: 'must be one of card' },
    ]);
  });

  it('continues with the cursor of a page with descriptions', async () => {
    const alice = service.as('alice');
    for (const title of ['One', 'Two', 'Three']) await createEvent(alice, { title });
    const { nextCursor } = (await alice.get('/events?limit=2')).body;
    const { status, body } = await alice.get(`/events?limit=2&view=card&include=viewer&cursor=${nextCursor}`);
    expect([status, body.data.length]).toEqual([200, 2]);
  });
});
