import { startApp, type TestApp } from '../support/app.js';
import type { Client } from '../support/client.js';
import { createEvent } from '../support/factories.js';

describe('collections', () => {
  let service: TestApp;
  let ann: Client;

  beforeAll(async () => {
    service = await startApp();
    ann = service.as('ann');
  });
  afterAll(() => service.close());

  const create = async (body: Record<string, unknown> = {}) =>
    (await ann.post('/collections', { name: 'Weekends', ...body })).body;

  it('are private by default, and have every documented member', async () => {
    const { status, body } = await ann.post('/collections', { name: '  Weekends ' });
    expect(status).toBe(201);
    expect(body).toEqual({
      id: expect.any(String),
      ownerId: 'ann',
      name: 'Weekends',
      description: null,
      visibility: 'PRIVATE',
      itemCount: 0,
      createdAt: expect.any(String),
      updatedAt: expect.any(String),
    });
    expect((await ann.get(`/collections/${body.id}`)).body).toEqual({ ...body, items: [] });
  });

  it.each([
    { name: '' },
    { name: 'x'.repeat(121) },
    { name: 'x', visibility: 'SECRET' },
    { name: 'x', description: 'y'.repeat(2001) },
  ])('refuse %j', async (body) => {
    expect((await ann.post('/collections', body)).body.code).toBe('VALIDATION_FAILED');
  });

  it('change, and accept their own members', async () => {
    const collection = await create({ description: 'Old' });
    const changed = await ann.patch(`/collections/${collection.id}`, {
      ...collection,
      items: [],
      description: null,
    });
    expect(changed).toMatchObject({ status: 200, body: { name: 'Weekends', description: null } });
    expect((await ann.patch(`/collections/${collection.id}`, {})).body).toEqual(changed.body);
    expect((await ann.delete(`/collections/${collection.id}`)).status).toBe(204);
    expect((await ann.get(`/collections/${collection.id}`)).status).toBe(404);
  });

  it('have their items in the order added, each event once', async () => {
    const { id } = await create();
    const events = [await createEvent(ann), await createEvent(service.as('bob')), await createEvent(ann)];
    for (const event of events) {
      const { status, body } = await ann.post(`/collections/${id}/items`, {
        eventId: event.id,
        note: event.title,
      });
      const { description: _, ...card } = event;
      expect({ status, body }).toEqual({
        status: 201,
        body: { eventId: event.id, note: event.title, addedAt: expect.any(String), event: card },
      });
    }
    const again = await ann.post(`/collections/${id}/items`, { eventId: events[0].id });
    expect(again.body).toMatchObject({ status: 409, code: 'ALREADY_IN_COLLECTION' });
    expect((await ann.post(`/collections/${id}/items`, { eventId: 'nope' })).status).toBe(404);
    const { items, itemCount } = (await ann.get(`/collections/${id}`)).body;
    expect(items.map(({ eventId }: { eventId: string }) => eventId)).toEqual(events.map((event) => event.id));
    expect(itemCount).toBe(3);
    expect((await ann.delete(`/collections/${id}/items/${events[1].id}`)).status).toBe(204);
    expect((await ann.delete(`/collections/${id}/items/${events[1].id}`)).status).toBe(404);
    expect(
      (await ann.get('/collections')).body.data.find((one: { id: string }) => one.id === id).itemCount,
    ).toBe(2);
  });

  it('change with their items: when one is added, and when one is removed', async () => {
    const { id } = await create();
    const { id: eventId } = await createEvent(ann);
    const path = `/collections/${id}`;
    const age = async () => {
      await service.database.query(`UPDATE collections SET updated_at = '2020-01-01Z' WHERE id = $1`, [id]);
      return (await ann.get(path)).body.updatedAt;
    };
    for (const change of [
      () => ann.post(`${path}/items`, { eventId }),
      () => ann.delete(`${path}/items/${eventId}`),
    ]) {
      const before = await age();
      expect((await change()).status).toBeLessThan(300);
      expect((await ann.get(path)).body.updatedAt > before).toBe(true);
    }
    const before = await age();
    expect((await ann.delete(`${path}/items/${eventId}`)).status).toBe(404);
    expect((await ann.get(path)).body.updatedAt).toBe(before);
  });

  it('are listed to others only if they are public', async () => {
    const carl = service.as('carl');
    const open = (await carl.post('/collections', { name: 'Open', visibility: 'PUBLIC' })).body;
    await carl.post('/collections', { name: 'Closed' });
    expect((await ann.get('/collections?ownerId=carl')).body).toMatchObject({
      total: 1,
      data: [{ id: open.id }],
    });
    expect((await carl.get('/collections?ownerId=carl')).body.total).toBe(2);
    expect((await ann.get('/collections?ownerId=nobody')).body.data).toEqual([]);
  });

  it('are limited to 500 items and 100 per user, even with concurrent requests', async () => {
    const { id } = await create();
    await service.database.query(
      `WITH made AS (INSERT INTO events (id, title, description, type, location, start_at)
         SELECT gen_random_uuid(), 'Event', 'Text', 'EVENT', '{"name": "Hall"}', now() FROM generate_series(1, 495) RETURNING id)
       INSERT INTO collection_items (event_id, collection_id) SELECT id, $1 FROM made`,
      [id],
    );
    const events = await Promise.all(Array.from({ length: 10 }, () => createEvent(ann)));
    const added = await Promise.all(
      events.map((event) => ann.post(`/collections/${id}/items`, { eventId: event.id })),
    );
    expect(added.map(({ status }) => status).sort()).toEqual([
      201, 201, 201, 201, 201, 409, 409, 409, 409, 409,
    ]);
    expect(added.find(({ status }) => status === 409)?.body.code).toBe('LIMIT_REACHED');
    expect((await ann.get(`/collections/${id}`)).body.items).toHaveLength(500);

    const dora = service.as('dora');
    await dora.get('/users/me');
    await service.database.query(
      `INSERT INTO collections (id, owner_id, name) SELECT gen_random_uuid(), 'dora', 'x' FROM generate_series(1, 98)`,
    );
    const made = await Promise.all(Array.from({ length: 5 }, () => dora.post('/collections', { name: 'y' })));
    expect(made.map(({ status }) => status).sort()).toEqual([201, 201, 409, 409, 409]);
  });
});
