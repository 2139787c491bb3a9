import pg from 'pg';
import { startApp, type TestApp } from '../support/app.js';
import { createEvent } from '../support/factories.js';
import { until } from '../support/until.js';

/** A search costs more with more matches: no user's searches may use up the connections of others. */
describe('slow searches', () => {
  let service: TestApp;
  let holder: pg.Client;
  beforeAll(async () => {
    service = await startApp({ TAGGER: 'off' });
    for (let n = 0; n < 3; n += 1) await createEvent(service.as('alice'), { title: `Chess ${n}` });
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

  /** Each calls these functions more than once. The limit of the role is 2.5 s, so this would succeed. */
  it('are cancelled in the database after a second, and are 503', async () => {
    await holder.query('ROLLBACK');
    const [{ id }] = (await service.as('alice').get('/events')).body.data;
    const slow = (signature: string, result: string) =>
      `CREATE OR REPLACE FUNCTION ${signature} RETURNS ${result} IMMUTABLE LANGUAGE plpgsql AS
       'BEGIN PERFORM pg_sleep(0.6); RETURN NULL; END'`;
    const before = `SELECT pg_get_functiondef('plain_letters(text)'::regprocedure) AS letters, pg_get_functiondef('mercator_y(float8)'::regprocedure) AS mercator`;
    const [{ letters, mercator }] = (await holder.query(before)).rows;
    await holder.query(slow('plain_letters(text)', 'text'));
    await holder.query(slow('mercator_y(latitude float8)', 'float8'));
    const paths = [
      // Equal statements of one tick would be sent once, so each has another word.
      ...['/events?q=jazz', '/gigs?q=rock', '/events?q=folk&sort=startAt', '/events/facets?q=blues'],
      ...['/events?bbox=-90,30,-80,50', '/events/facets?near=40,-83', '/events?near=40,-83&sort=distance'],
      `/events/${id}/similar`,
    ];
    const running = async () => {
      const { rows } = await holder.query(
        `SELECT query FROM pg_stat_activity WHERE state = 'active' AND datname = current_database() AND pid <> pg_backend_pid()`,
      );
      return rows;
    };
    for (const some of [paths.slice(0, 4), paths.slice(4)]) {
      const responses = Promise.all(some.map((path, n) => service.as(`user ${n}`).get(path)));
      await until(async () => (await running()).length > 0);
      for (const [n, { status, body }] of (await responses).entries())
        expect({ path: some[n], status, code: body.code }).toEqual({
          ...{ path: some[n], status: 503, code: 'UNAVAILABLE' },
        });
      expect(await running()).toEqual([]);
    }
    expect((await service.as('alice').get('/events')).status).toBe(200);
    await holder.query(letters);
    await holder.query(mercator);
  });

  it.each(['/events?q=-anything', '/gigs?q=-anything', '/events?sort=startAt&q=-anything'])(
    'leave connections to others, even thirty at once: %s',
    async (path) => {
      const searches = Promise.all(
        Array.from({ length: 30 }, (_, n) => service.as('alice').get(`${path}${n}`)),
      );
      const own = await Promise.all(Array.from({ length: 5 }, () => service.as('bob').get('/notifications')));
      expect(own.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
      expect((await searches).map(({ status }) => status)).toEqual(Array.from({ length: 30 }, () => 503));
    },
  );

  it('of the assistant leave connections to others', async () => {
    const { body } = await service.as('carol').post('/conversations');
    const ask = () => service.as('carol').post(`/conversations/${body.id}/messages`, { content: 'jazz' });
    const questions = Promise.all(Array.from({ length: 30 }, ask));
    const own = await Promise.all(Array.from({ length: 5 }, () => service.as('bob').get('/notifications')));
    expect(own.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
    expect(new Set((await questions).map(({ status }) => status))).toEqual(new Set([503]));
  });

  it('all succeed if their turns come in time', async () => {
    const searches = Promise.all(
      Array.from({ length: 30 }, (_, n) => service.as('alice').get(`/events?q=-anything${n}`)),
    );
    await service.as('bob').get('/notifications');
    await holder.query('ROLLBACK');
    expect((await searches).map(({ status }) => status)).toEqual(Array.from({ length: 30 }, () => 200));
  });
});
