import { randomUUID } from 'node:crypto';
import { startApp, type TestApp } from '../support/app.js';
import { createEvent } from '../support/factories.js';
import { LockHolder } from '../support/lock-holder.js';

describe('the creation of a collection', () => {
  let service: TestApp;
  beforeAll(async () => {
    service = await startApp({ TAGGER: 'off' });
  });
  afterAll(() => service.close());

  it('needs no name', async () => {
    const { status, body } = await service.as('ann').post('/collections', {});
    expect([status, body.name, body.itemCount]).toEqual([201, 'Collection', 0]);
    expect((await service.as('ann').patch(`/collections/${body.id}`, { name: null })).status).toBe(400);
  });

  it('adds its items in order, before later ones, and takes a collection back as it was read', async () => {
    const ann = service.as('ann');
    const events = [await createEvent(ann), await createEvent(ann), await createEvent(ann)];
    const ids = events
      .map(({ id }) => id)
      .sort()
      .reverse();
    const items = [{ eventId: ids[0], note: 'first' }, { eventId: ids[1]!.toUpperCase() }];
    const { status, body } = await ann.post('/collections', { name: 'Weekend', items });
    expect([status, body.itemCount]).toEqual([201, 2]);
    await ann.post(`/collections/${body.id}/items`, { eventId: ids[2] });
    const { body: whole } = await ann.get(`/collections/${body.id}`);
    const shown = whole.items.map(({ eventId, note }: { eventId: string; note: string }) => [eventId, note]);
    expect(shown).toEqual([
      [ids[0], 'first'],
      [ids[1], null],
      [ids[2], null],
    ]);
    const again = await ann.post('/collections', whole);
    expect([again.status, again.body.itemCount]).toEqual([201, 3]);
  });

  it('stores nothing if an event is deleted meanwhile', async () => {
    const ann = service.as('ann');
    const [first, second] = [await createEvent(ann), await createEvent(ann)];
    const writer = await LockHolder.begin(service.database);
    await writer.query('DELETE FROM events WHERE id = $1', [second.id]);
    const created = ann.post('/collections', { items: [{ eventId: first.id }, { eventId: second.id }] });
    await writer.untilWaiting(1);
    await writer.end();
    const { status, body } = await created;
    expect([status, body.errors[0].pointer]).toEqual([400, '/items/1/eventId']);
  });

  it('stores nothing if an event is unknown or given twice', async () => {
    const bob = service.as('bob');
    const { id } = await createEvent(bob);
    const items = [
      { eventId: id },
      { eventId: randomUUID() },
      { eventId: id.toUpperCase() },
      { eventId: 'nope' },
    ];
    const { status, body } = await bob.post('/collections', { items });
    expect([status, body.errors]).toEqual([
      400,
      [
        { pointer: '/items/1/eventId', detail: 'is not the id of an event' },
        { pointer: '/items/2/eventId', detail: 'is given more than once' },
        { pointer: '/items/3/eventId', detail: 'is not the id of an event' },
      ],
    ]);
    expect((await bob.post('/collections', { items: Array(101).fill({ eventId: id }) })).status).toBe(400);
    expect((await bob.get('/collections')).body.total).toBe(0);
  });
});
