import fc from 'fast-check';
import { startApp, type TestApp } from '../support/app.js';
import type { Client } from '../support/client.js';
import { createEvent } from '../support/factories.js';

interface Interaction {
  eventId: string;
  action: string;
  lastAt: string;
}

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

  it('refuse APPLY and unknown actions', async () => {
    const { id } = await createEvent(owner);
    for (const action of ['APPLY', 'view', '', null])
      expect((await ann.post(`/events/${id}/interactions`, { action })).status).toBe(400);
  });

  it('can be undone if they are a SAVE or a BOOKMARK', async () => {
    const { id } = await createEvent(owner);
    await ann.post(`/events/${id}/interactions`, { action: 'SAVE' });
    expect((await ann.delete(`/events/${id}/interactions/SAVE`)).status).toBe(204);
    expect((await ann.delete(`/events/${id}/interactions/SAVE`)).status).toBe(204);
    expect((await ann.delete(`/events/${id}/interactions/VIEW`)).status).toBe(400);
    expect((await ann.delete(`/events/${id}/interactions/DANCE`)).status).toBe(404);
    expect((await ann.post(`/events/${id}/interactions`, { action: 'SAVE' })).status).toBe(201);
  });

  it('are listed only to their user, latest first, each with its event', async () => {
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

  it('accept their own response', async () => {
    const { id } = await createEvent(owner);
    const visitor = service.as('echo');
    const { body } = await visitor.post(`/events/${id}/interactions`, { action: 'SAVE' });
    expect((await visitor.post(`/events/${id}/interactions`, body)).status).toBe(200);
    const [listed] = (await visitor.get('/interactions')).body.data;
    expect((await visitor.post(`/events/${id}/interactions`, listed)).body.count).toBe(3);
  });

  it('are sorted by the time of the last one, after any sequence', async () => {
    const events = await Promise.all(Array.from({ length: 3 }, () => createEvent(owner)));
    const things = events.flatMap(({ id }) => ['VIEW', 'SAVE'].map((action) => ({ eventId: id, action })));
    let user = 0;
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.nat(things.length - 1), { minLength: 1, maxLength: 12 }),
        async (turns) => {
          user += 1;
          const visitor = service.as(`visitor ${user}`);
          for (const turn of turns) {
            const { eventId, action } = things[turn]!;
            await visitor.post(`/events/${eventId}/interactions`, { action });
          }
          const { data } = (await visitor.get('/interactions')).body;
          const latest = [...new Set(turns.toReversed())].map((turn) => things[turn]!);
          expect(data.map(({ eventId, action }: Interaction) => ({ eventId, action }))).toEqual(latest);
          const times = data.map(({ lastAt }: Interaction) => lastAt);
          expect(times).toEqual([...times].sort().reverse());
        },
      ),
      { numRuns: 15 },
    );
  });

  it('are summarized for the creator', async () => {
    const { id } = await createEvent(owner);
    for (const name of ['a', 'b'])
      await service.as(name).post(`/events/${id}/interactions`, { action: 'VIEW' });
    await ann.post(`/events/${id}/interactions`, { action: 'SAVE' });
    const { body } = await owner.get(`/events/${id}/interactions/summary`);
    expect(body).toEqual({ VIEW: 2, CLICK: 0, SAVE: 1, BOOKMARK: 0, APPLY: 0 });
  });
});
