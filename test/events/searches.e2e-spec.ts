import { jest } from '@jest/globals';
import pg from 'pg';
import { Config } from '../../src/common/config.js';
import { EventFinder } from '../../src/conversations/assistant/event.finder.js';
import { startApp, type TestApp } from '../support/app.js';
import { createEvent } from '../support/factories.js';

/** A search costs more, the more events match: nobody's searches may use up the connections of the others. */
/** How many finds of the assistant run at the same time, at most, while the work runs. */
async function mostFindsAtOnce(finder: EventFinder, work: () => Promise<unknown>): Promise<number> {
  const find = finder.find.bind(finder);
  let [running, most] = [0, 0];
  const spied = jest.spyOn(finder, 'find').mockImplementation(async (...asked) => {
    running += 1;
    most = Math.max(most, running);
    return find(...asked).finally(() => {
      running -= 1;
    });
  });
  await work();
  spied.mockRestore();
  return most;
}

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

  it.each([
    '/events?q=-anything',
    '/gigs?q=-anything',
    '/events?sort=startAt&q=-anything',
  ])('leave connections to others, also thirty at once: %s', async (path) => {
    const searches = Promise.all(
      Array.from({ length: 30 }, (_, n) => service.as('alice').get(`${path}${n}`)),
    );
    const own = await Promise.all(Array.from({ length: 5 }, () => service.as('bob').get('/notifications')));
    expect(own.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
    expect((await searches).map(({ status }) => status)).toEqual(Array.from({ length: 30 }, () => 503));
  });

  it('of the assistant take turns, too', async () => {
    await holder.query('ROLLBACK');
    const { body } = await service.as('alice').post('/conversations');
    const ask = () => service.as('alice').post(`/conversations/${body.id}/messages`, { content: 'jazz' });
    const finder = service.app.get(EventFinder, { strict: false });
    const most = await mostFindsAtOnce(finder, () => Promise.all(Array.from({ length: 20 }, ask)));
    expect(most).toBe(Math.ceil(service.app.get(Config).DATABASE_POOL_SIZE / 4));
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
