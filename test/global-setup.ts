import { execFileSync } from 'node:child_process';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import pg from 'pg';

/**
 * Builds the service, for the tests that run it as a process, and starts one PostgreSQL server for all of them, with a
 * migrated database that each test file copies. It runs outside Jest's modules, so it takes the built launcher.
 */
export default async function setUp(): Promise<void> {
  execFileSync('npm', ['run', '--silent', 'build'], {
    stdio: 'inherit',
    shell: process.platform === 'win32',
  });
  const built = (path: string) => import(resolve('dist', path));
  const { startEmbeddedServer, superuserUrl } = await built('src/database/embedded-postgres.js');
  const { dataSourceOptions } = await built('ormconfig.js');
  const { migrate } = await built('src/database/migrate.js');

  const dataDir = await mkdtemp(join(tmpdir(), 'events-and-gigs-test-'));
  const server = await startEmbeddedServer({ dataDir, tcp: true });
  Object.assign(globalThis, { stopTestServer: () => server.stop(), testDataDir: dataDir });
  process.env.TEST_SERVER_URL = server.url;
  process.env.TEST_SUPERUSER_URL = await superuserUrl(server, dataDir);

  const admin = new pg.Client({ connectionString: process.env.TEST_SUPERUSER_URL });
  await admin.connect();
  await admin.query('CREATE DATABASE template_migrated OWNER events');
  await admin.end();
  await migrate(dataSourceOptions(server.url.replace(/\/[^/]*$/, '/template_migrated')));
}
