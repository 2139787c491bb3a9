import { startEmbeddedServer, superuserUrl } from '../../src/database/embedded-postgres.js';
import { eventBody } from '../support/factories.js';
import { Service } from '../support/service.js';
import { until } from '../support/until.js';
import { cleanUp, query, tempFolder } from './embedded-service.js';

afterAll(cleanUp);

describe('while a synchronous standby is away', () => {
  it('no write is acknowledged, not even one that is sent again', async () => {
    const dataDir = await tempFolder();
    const server = await startEmbeddedServer({ dataDir });
    const superuser = await superuserUrl(server, dataDir);
    const service = await Service.start(server.url);
    try {
      await until(async () => (await service.status('/health/ready')) === 200);
      const alice = service.as('alice');
      expect((await alice.get('/events')).status).toBe(200);
      const create = () => alice.post('/events', eventBody(), { 'Idempotency-Key': 'once' });
      const waitFor = (standby: string) =>
        query(
          superuser,
          `ALTER SYSTEM SET synchronous_standby_names = '${standby}'`,
          'SELECT pg_reload_conf()',
        );
      // The settings themselves need no commit.
      await waitFor('nobody');
      for (const _ of [1, 2]) expect((await create()).status).toBe(503);
      await waitFor('');
      await until(async () => (await create()).status === 201);
      expect(await query(superuser, 'SELECT count(*)::int FROM events')).toEqual([{ count: 1 }]);
    } finally {
      service.process.kill('SIGKILL');
      await service.exit;
      await server.stop();
    }
  });
});
