import { startApp, type TestApp } from './support/app.js';
import type { Client } from './support/client.js';
import { createEvent, eventBody, gigBody } from './support/factories.js';

describe('interactions', () => {
  let service: TestApp;
  let owner: Client;
  let ann: Client;

  beforeAll(async () => {
    service = await startApp();
    owner = service.as('owner');
    ann = service.as('ann');
  });
  afterAll(() => service.close());

  it('are counted: 201 the first time, 200 after', async () => {
    const { id } = await createEvent(owner);
    const view = () => ann.post(`/events/${id}/interactions`, { action: 'VIEW' });
    expect(await view()).toMatchObject({ status: 201, body: { eventId: id, action: 'VIEW', count: 1 } });
    const { status, body } = await view();
    expect({ status, count: body.count }).toEqual({ status: 200, count: 2 });
    expect(body.firstAt <= body.lastAt).toBe(true);
  });

  it('take no APPLY and no other word', async () => {
    const { id } = await createEvent(owner);
    for (const action of ['APPLY', 'view', '', null])
      expect((await ann.post(`/events/${id}/interactions`, { action })).status).toBe(400);
  });

  it('are undone where they are a save or a bookmark', async () => {
    const { id } = await createEvent(owner);
    await ann.post(`/events/${id}/interactions`, { action: 'SAVE' });
    expect((await ann.delete(`/events/${id}/interactions/SAVE`)).status).toBe(204);
    expect((await ann.delete(`/events/${id}/interactions/SAVE`)).status).toBe(204);
    expect((await ann.delete(`/events/${id}/interactions/VIEW`)).status).toBe(400);
    expect((await ann.delete(`/events/${id}/interactions/DANCE`)).status).toBe(404);
    expect((await ann.post(`/events/${id}/interactions`, { action: 'SAVE' })).status).toBe(201);
  });

  it('are listed to their user alone, the latest first, each with its event', async () => {
    const reader = service.as('reader');
    const [first, second] = [await createEvent(owner), await createEvent(owner)];
    await reader.post(`/events/${first.id}/interactions`, { action: 'SAVE' });
    await reader.post(`/events/${second.id}/interactions`, { action: 'CLICK' });
    await reader.post(`/events/${first.id}/interactions`, { action: 'SAVE' });
    const { body } = await reader.get('/interactions');
    expect(body).toMatchObject({
      total: 2,
      data: [
        { action: 'SAVE', count: 2, event: first },
        { action: 'CLICK', event: second },
      ],
    });
    const page = (await reader.get('/interactions?limit=1')).body;
    expect((await reader.get(`/interactions?limit=1&cursor=${page.nextCursor}`)).body.data).toMatchObject([
      { action: 'CLICK' },
    ]);
    expect((await reader.get('/interactions?action=CLICK')).body.total).toBe(1);
  });

  it('are summed up for the creator', async () => {
    const { id } = await createEvent(owner);
    for (const name of ['a', 'b'])
      await service.as(name).post(`/events/${id}/interactions`, { action: 'VIEW' });
    await ann.post(`/events/${id}/interactions`, { action: 'SAVE' });
    const { body } = await owner.get(`/events/${id}/interactions/summary`);
    expect(body).toEqual({ VIEW: 2, CLICK: 0, SAVE: 1, BOOKMARK: 0, APPLY: 0 });
  });
});

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

  it('are private by default, and show every documented member', async () => {
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

  it('change, and take back what they gave', async () => {
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

  it('hold their items in the order added, each event once', async () => {
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

  it('are listed to others only where they are public', async () => {
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

  it('end at 500 items and 100 collections, also when sent at once', async () => {
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

describe('an Idempotency-Key', () => {
  let service: TestApp;
  let ann: Client;

  beforeAll(async () => {
    service = await startApp();
    ann = service.as('ann');
  });
  afterAll(() => service.close());

  it('gives the first event again', async () => {
    const key = { 'idempotency-key': 'key 1' };
    const first = await ann.post('/events', eventBody(), key);
    const again = await ann.post('/events', Object.fromEntries(Object.entries(eventBody()).reverse()), key);
    expect(again.status).toBe(201);
    expect(again.body).toEqual(first.body);
    const other = await ann.post('/events', eventBody({ title: 'Another' }), key);
    expect(other.body).toMatchObject({ status: 422, code: 'IDEMPOTENCY_KEY_REUSED' });
    expect((await service.as('bob').post('/events', eventBody(), key)).body.id).not.toBe(first.body.id);
  });

  it('is not spent by a refused request', async () => {
    const key = { 'idempotency-key': 'key 2' };
    expect((await ann.post('/gigs', gigBody({ title: '' }), key)).status).toBe(400);
    expect((await ann.post('/gigs', gigBody({ endAt: '2000-01-01T00:00:00Z' }), key)).status).toBe(400);
    expect((await ann.post('/gigs', gigBody(), key)).status).toBe(201);
  });

  it('is free again after 24 hours', async () => {
    const key = { 'idempotency-key': 'key 3' };
    const first = await ann.post('/events', eventBody(), key);
    await service.database.query(`UPDATE idempotency_keys SET created_at = now() - interval '25 hours'`);
    const second = await ann.post('/events', eventBody({ title: 'Another' }), key);
    expect(second.status).toBe(201);
    expect(second.body.id).not.toBe(first.body.id);
  });

  it('names what was deleted meanwhile', async () => {
    const key = { 'idempotency-key': 'key 4' };
    const { body } = await ann.post('/events', eventBody(), key);
    await ann.delete(`/events/${body.id}`);
    expect((await ann.post('/events', eventBody(), key)).body.code).toBe('NOT_FOUND');
  });

  it.each(['', 'x'.repeat(256)])('has 1 to 255 characters', async (key) => {
    const { status, body } = await ann.post('/events', eventBody(), { 'idempotency-key': key });
    expect({ status, pointer: body.errors?.[0].pointer }).toEqual({
      status: 400,
      pointer: 'Idempotency-Key',
    });
  });
});
