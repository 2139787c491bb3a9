import { jest } from '@jest/globals';
import { v5 as uuidv5 } from 'uuid';
import { Statements } from '../../src/database/statements.js';
import { createEvent, eventBody, gigBody } from '../support/factories.js';
import { type InsideApp, startInside } from '../support/inside.js';

type Json = Record<string, unknown>;
// biome-ignore lint/suspicious/noExplicitAny: a response of any operation
type Body = any;

/** Hits, misses and bytes of the cache. */
async function metricsOf(service: InsideApp): Promise<{ hits: number; misses: number; bytes: number }> {
  const text = await (await fetch(`${service.url}/metrics`)).text();
  const figureOf = (name: string) =>
    Number(
      text
        .split('\n')
        .find((line) => line.startsWith(name))
        ?.split(' ')[1],
    );
  return {
    hits: figureOf('serialized_events_total{result="hit"}'),
    misses: figureOf('serialized_events_total{result="miss"}'),
    bytes: figureOf('serialized_events_bytes'),
  };
}

describe('the cache of serialized events', () => {
  let service: InsideApp;
  let other: InsideApp;

  beforeAll(async () => {
    service = await startInside();
    other = await startInside({}, service.database);
  });
  afterAll(async () => {
    await other.close();
    await service.close();
  });

  /** Every operation that returns an event, at both instances: one response each. */
  const shownEverywhere = async (id: string, collectionId: string) => {
    const gigs = await Promise.all(
      [service, other].flatMap(({ as }) => {
        const bob = as('bob');
        const one = async (path: string, pick: (body: Body) => Json) => pick((await bob.get(path)).body);
        return [
          one(`/events/${id}`, (body) => body),
          one(`/gigs/${id}`, (body) => body),
          one(`/events/${id}?include=counts`, ({ counts: _, ...body }) => body),
          one(`/events?ids=${id}`, ({ data }) => data[0]),
          one('/events?creatorId=alice', ({ data }) => data.find((event: Json) => event.id === id)),
          one('/gigs?near=40,-83&creatorId=alice', ({ data }) => without(data[0], 'distance')),
          one('/gigs?near=40,-83&sort=distance&creatorId=alice', ({ data }) => without(data[0], 'distance')),
          one('/events?q=sofas&creatorId=alice', ({ data }) => data[0]),
          one('/interactions', ({ data }) => data[0].event),
          one('/applications', ({ data }) => data[0].gig),
          one('/events?view=card&creatorId=alice', ({ data }) => data[0]),
          one(`/collections/${collectionId}`, ({ items }) => items[0].event),
        ];
      }),
    );
    const cards = gigs.filter((gig) => !('description' in gig));
    expect(cards).toHaveLength(4);
    const [whole, ...others] = gigs.filter((gig) => 'description' in gig);
    for (const gig of others) expect(gig).toEqual(whole);
    for (const card of cards) expect(card).toEqual(without(whole!, 'description'));
    return whole;
  };
  const without = (event: Json, name: string): Json =>
    Object.fromEntries(Object.entries(event).filter(([key]) => key !== name));

  it('never returns a stale event, at any operation and instance, after any write', async () => {
    const alice = service.as('alice');
    const bob = service.as('bob');
    const location = { name: 'Oval', latitude: 40, longitude: -83 };
    const { id } = await createEvent(alice, gigBody({ location }));
    await bob.post(`/gigs/${id}/applications`, {});
    const { id: collectionId } = (await bob.post('/collections', { name: 'Moves' })).body;
    await bob.post(`/collections/${collectionId}/items`, { eventId: id });
    expect(await shownEverywhere(id, collectionId)).toMatchObject({ title: 'Move two sofas', location });

    for (const [at, changes] of [
      [service, { title: 'Move three sofas' }],
      [other, { title: 'Move four sofas', tags: ['heavy'], positions: 2 }],
      [other, { status: 'IN_PROGRESS' }],
    ] as const) {
      const { headers, body } = await at.as('alice').patch(`/events/${id}`, changes);
      expect(await shownEverywhere(id, collectionId)).toEqual(body);
      expect((await other.as('bob').get(`/events/${id}`)).headers.get('etag')).toBe(headers.get('etag'));
    }
    // By hand, without a new version.
    await service.database.query(`UPDATE events SET title = 'Move no sofas' WHERE id = $1`, [id]);
    expect(await shownEverywhere(id, collectionId)).toMatchObject({ title: 'Move no sofas' });
  });

  it('distinguishes a restored event from the deleted one', async () => {
    const id = uuidv5('event that comes back', uuidv5.URL);
    for (const title of ['Before', 'After']) {
      await service.database.query(
        `INSERT INTO events (id, title, description, type, location, start_at)
         VALUES ($1, $2, 'Text', 'EVENT', '{"name": "Here"}', '2031-03-01T18:00:00Z')`,
        [id, title],
      );
      for (const { as } of [service, other])
        expect((await as('bob').get(`/events/${id}`)).body).toMatchObject({ title });
      await service.database.query('DELETE FROM events WHERE id = $1', [id]);
      for (const { as } of [service, other]) expect((await as('bob').get(`/events/${id}`)).status).toBe(404);
    }
  });

  /** Requests an event until most recent requests were hits, whatever earlier tests have left. */
  async function askForWhatIsKept(): Promise<void> {
    await createEvent(service.as('grace'));
    for (let count = 0; count < 64; count += 1) await service.as('bob').get('/events?creatorId=grace');
  }

  it('lists no event that stops matching during the read', async () => {
    await askForWhatIsKept();
    const carol = service.as('carol');
    for (const title of ['One', 'Two', 'Three']) await createEvent(carol, { title });
    const statements = service.app.get(Statements);
    const original = statements.query.bind(statements);
    const spy = jest.spyOn(statements, 'query').mockImplementation(async (...parameters) => {
      if (parameters[0].name === 'events_by_id_whole')
        await service.database.query(
          `UPDATE events SET status = 'CANCELLED', version = version + 1 WHERE creator_id = 'carol' AND title = 'Two'`,
        );
      return original(...parameters);
    });
    const { body } = await service.as('bob').get('/events?creatorId=carol&status=OPEN');
    expect(spy.mock.calls.some(([{ name }]) => name === 'events_by_id_whole')).toBe(true);
    spy.mockRestore();
    expect(body.data.map(({ title }: { title: string }) => title)).toEqual(['One', 'Three']);
    expect(body.total).toBe(2);
  });

  it('reads once for repeated requests, and counts hits in the metrics', async () => {
    await askForWhatIsKept();
    const bob = service.as('bob');
    for (let count = 0; count < 3; count += 1) await createEvent(service.as('dave'));
    const before = await metricsOf(service);
    for (let count = 0; count < 5; count += 1) await bob.get('/events?creatorId=dave');
    const after = await metricsOf(service);
    expect(after.misses - before.misses).toBe(3);
    expect(after.hits - before.hits).toBe(12);
    expect(after.bytes).toBeGreaterThan(before.bytes);
  });

  it('stays within its limit', async () => {
    const small = await startInside({ EVENT_CACHE_MB: '1' }, service.database);
    const description = 'é'.repeat(15_000);
    const erin = small.as('erin');
    for (let count = 0; count < 60; count += 1) await createEvent(erin, { description });
    for (let round = 0; round < 2; round += 1) {
      const { body } = await erin.get('/events?creatorId=erin&limit=100');
      expect(body.data).toHaveLength(60);
      expect(new Set(body.data.map((event: Json) => event.description))).toEqual(new Set([description]));
    }
    const { bytes } = await metricsOf(small);
    expect(bytes).toBeGreaterThan(500_000);
    expect(bytes).toBeLessThanOrEqual(1024 * 1024);
    await small.close();
  });

  it('changes no response if it is off', async () => {
    const off = await startInside({ EVENT_CACHE_MB: '0' }, service.database);
    const { id } = await createEvent(off.as('frank'), eventBody({ description: 'Über den Dächern 🎈' }));
    for (const path of [
      '/events?creatorId=frank',
      '/events?creatorId=frank&view=card&include=creator,viewer,counts',
      `/events?ids=${id}`,
      `/events/${id}`,
      `/events/${id}?include=creator`,
      '/events?q=board&creatorId=frank',
      `/events/${id}/similar`,
    ]) {
      const responses = await Promise.all([off, service].map(({ as }) => as('frank').get(path)));
      expect(responses[0]!.status).toBe(200);
      expect(JSON.stringify(responses[0]!.body)).toBe(JSON.stringify(responses[1]!.body));
      expect(responses[0]!.headers.get('etag')).toBe(responses[1]!.headers.get('etag'));
    }
    expect(await metricsOf(off)).toEqual({ hits: 0, misses: 0, bytes: 0 });
    await off.close();
  });
});
