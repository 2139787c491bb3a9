import { dataSourceOptions } from '../../ormconfig.js';
import { startEmbeddedServer } from '../../src/database/embedded/embedded-postgres.js';
import { migrate } from '../../src/database/migrate.js';
import { MOVED, makeVersion11, READ_MOVED } from '../support/version-1-1.js';
import { cleanUp, query, tempFolder } from './embedded-service.js';

afterAll(cleanUp);

describe('a data folder of version 1.1.0', () => {
  it('is migrated with its data by the first start, and unchanged by the next one', async () => {
    const dataDir = await tempFolder(0o700);
    let server = await startEmbeddedServer({ dataDir });
    await makeVersion11(server.url, (text) => query(server.url, text));
    await server.stop();
    for (const _ of ['the first start', 'the next one']) {
      server = await startEmbeddedServer({ dataDir });
      await migrate(dataSourceOptions(server.url));
      expect(await query(server.url, READ_MOVED)).toEqual([MOVED]);
      await server.stop();
    }
  });
});
