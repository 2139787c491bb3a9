import {
  type EmbeddedServer,
  startEmbeddedServer,
  superuserUrl,
} from '../../src/database/embedded/embedded-postgres.js';
import { startApp, type TestApp } from '../support/app.js';
import { eventBody } from '../support/factories.js';
import { until } from '../support/until.js';
import { cleanUp, query, tempFolder } from './embedded-service.js';

afterAll(cleanUp);

describe('while a synchronous standby is unavailable', () => {
  let server: EmbeddedServer;
  let superuser: string;
  let service: TestApp;

  /** Sets the name of the synchronous standby: one that does not exist, or none. This needs no commit. */
  const waitFor = (standby: string) =>
    query(superuser, `ALTER SYSTEM SET synchronous_standby_names = '${standby}'`, 'SELECT pg_reload_conf()');

  beforeEach(async () => {
    const dataDir = await tempFolder();
    server = await startEmbeddedServer({ dataDir });
    superuser = await superuserUrl(server, dataDir);
    service = await startApp({
      ...{ DATABASE_URL: server.url, MIGRATE_ON_START: 'true', DATABASE_POOL_SIZE: '20' },
    });
    await service.ready();
  });
  afterEach(async () => {
    await service.close();
    await server.stop();
  });

  it('no write is acknowledged, even if it is repeated', async () => {
    const alice = service.as('alice');
    const { id } = (await alice.post('/events', eventBody())).body;
    const create = () => alice.post('/events', eventBody(), { 'Idempotency-Key': 'once' });
    const rename = () => alice.patch(`/events/${id}`, { title: 'Renamed' });
    await waitFor('nobody');
    // One is a transaction, the other a single statement.
    for (const _ of [1, 2]) {
      const responses = await Promise.all([create(), rename()]);
      expect(responses.map(({ status }) => status)).toEqual([503, 503]);
    }
    expect((await alice.get(`/events/${id}`)).body.title).toBe(eventBody().title);
    await waitFor('');
    await until(async () => (await create()).status === 201);
    expect((await rename()).body.title).toBe('Renamed');
    expect(await query(superuser, 'SELECT count(*)::int FROM events')).toEqual([{ count: 2 }]);
  });
});
