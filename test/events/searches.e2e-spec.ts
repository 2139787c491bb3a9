import pg from 'pg';
import { startApp, type TestApp } from '../support/app.js';
import { createEvent } from '../support/factories.js';

/** A search costs more, the more events match: nobody's searches may use up the connections of the others. */
describe('searches that take long', () => {
  let service: TestApp;
  let holder: pg.Client;
  beforeAll(async () => {
    service = await startApp({ TAGGER: 'off' });
    await createEvent(service.as('alice'));
    await service.as('bob').get('/users/me');
    holder = new pg.Client({ connectionString: service.database.url });
    await holder.connect();
  });
  afterAll(async () => {
    await holder.end();
    await service.close();
  });
  beforeEach(() => holder.query('BEGIN; LOCK TABLE events IN ACCESS EXCLUSIVE MODE'));
  afterEach(() => holder.query('ROLLBACK'));

  it.each(['/events?q=-anything', '/gigs?q=-anything', '/events?sort=startAt&q=-anything'])(
    'leave connections to others, also thirty at once: %s',
    async (path) => {
      const searches = Promise.all(
        Array.from({ length: 30 }, (_, n) => service.as('alice').get(`${path}${n}`)),
      );
      const own = await Promise.all(Array.from({ length: 5 }, () => service.as('bob').get('/notifications')));
      expect(own.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
      expect((await searches).map(({ status }) => status)).toEqual(Array.from({ length: 30 }, () => 503));
    },
  );

  it('of the assistant leave connections to others, too', async () => {
    const { body } = await service.as('carol').post('/conversations');
    const ask = () => service.as('carol').post(`/conversations/${body.id}/messages`, { content: 'jazz' });
    const questions = Promise.all(Array.from({ length: 30 }, ask));
    const own = await Promise.all(Array.from({ length: 5 }, () => service.as('bob').get('/notifications')));
    expect(own.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
    expect(new Set((await questions).map(({ status }) => status))).toEqual(new Set([503]));
  });

  it('are all answered where they take their turns in time', async () => {
    const searches = Promise.all(
      Array.from({ length: 30 }, (_, n) => service.as('alice').get(`/events?q=-anything${n}`)),
    );
    await service.as('bob').get('/notifications');
    await holder.query('ROLLBACK');
    expect((await searches).map(({ status }) => status)).toEqual(Array.from({ length: 30 }, () => 200));
  });
});
