import { jest } from '@jest/globals';
import { Statements } from '../../src/database/statements.js';
import { createEvent, eventBody } from '../support/factories.js';
import { type InsideApp, startInside } from '../support/inside.js';

const times = <Item>(count: number, make: (n: number) => Item) =>
  Array.from({ length: count }, (_, n) => make(n));

/** Requests of one tick share statements, and each gets its own response. */
describe('many concurrent requests', () => {
  let service: InsideApp;
  beforeAll(async () => {
    service = await startInside({ TAGGER: 'off' });
    await Promise.all(times(100, (n) => service.as(`user ${n}`).patch('/users/me', { bio: 'Here' })));
  });
  afterAll(() => service.close());

  /** The number of statements that the service sends during the work. */
  async function statements(work: () => Promise<unknown>): Promise<number> {
    const sent = jest.spyOn(service.app.get(Statements), 'query');
    await work();
    const count = sent.mock.calls.length;
    sent.mockRestore();
    return count;
  }

  it('get their own events with fewer statements than requests', async () => {
    const events = await Promise.all(
      times(10, (n) => createEvent(service.as('creator'), { title: `Event ${n}` })),
    );
    const sent = await statements(async () => {
      const responses = await Promise.all(
        times(100, (n) => service.as(`user ${n}`).get(`/events/${events[n % 10].id}`)),
      );
      expect(responses.map(({ status }) => status)).toEqual(times(100, () => 200));
      expect(responses.map(({ body }) => body)).toEqual(times(100, (n) => events[n % 10]));
    });
    expect(sent).toBeLessThan(100);
  });

  it('are distinguished from those without events', async () => {
    const { id } = await createEvent(service.as('creator'));
    const asked = [id, id.toUpperCase(), 'no-id', '0198c0de-0000-7000-8000-000000000000', id];
    const responses = await Promise.all(asked.map((one) => service.as('creator').get(`/events/${one}`)));
    expect(responses.map(({ status }) => status)).toEqual([200, 200, 404, 404, 200]);
  });

  it('get the same page with fewer statements than requests, and other pages unchanged', async () => {
    const title = 'Page turner';
    await Promise.all(times(3, () => createEvent(service.as('reader'), { title })));
    const sent = await statements(async () => {
      const responses = await Promise.all(
        times(60, (n) => service.as(`user ${n}`).get(`/events?creatorId=reader&limit=${(n % 3) + 1}`)),
      );
      expect(responses.map(({ body }) => body.data.length)).toEqual(times(60, (n) => (n % 3) + 1));
    });
    expect(sent).toBeLessThan(60);
  });

  it('see rows that were stored before them', async () => {
    await Promise.all(
      times(30, async (n) => {
        const user = service.as(`user ${n}`);
        const { id } = await createEvent(user, { title: 'Before' });
        expect((await user.patch(`/events/${id}`, { title: 'After' })).status).toBe(200);
        expect((await user.get(`/events/${id}`)).body.title).toBe('After');
        expect((await user.get(`/events?creatorId=user%20${n}`)).body.data[0].title).toBe('After');
        expect((await user.delete(`/events/${id}`)).status).toBe(204);
        expect((await user.get(`/events/${id}`)).status).toBe(404);
      }),
    );
  });

  it('create their own events', async () => {
    const responses = await Promise.all(
      times(100, (n) => service.as(`user ${n}`).post('/events', eventBody({ title: `Mine ${n}` }))),
    );
    expect(responses.map(({ body }) => [body.title, body.creatorId])).toEqual(
      times(100, (n) => [`Mine ${n}`, `user ${n}`]),
    );
  });

  it('are not affected by another whose event the database refuses', async () => {
    await service.database.query(`ALTER TABLE events ADD CONSTRAINT trouble CHECK (title <> 'Trouble')`);
    const responses = await Promise.all(
      times(40, (n) =>
        service.as(`user ${n}`).post('/events', eventBody({ title: n % 10 === 7 ? 'Trouble' : 'Fine' })),
      ),
    );
    expect(responses.map(({ status }) => status)).toEqual(times(40, (n) => (n % 10 === 7 ? 400 : 201)));
    const [stored] = await service.database.query(
      `SELECT count(*)::int AS count FROM events WHERE title = 'Fine'`,
    );
    expect(stored).toEqual({ count: 36 });
  });
});
