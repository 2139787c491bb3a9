import { type ChildProcess, execFileSync, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, statfs } from 'node:fs/promises';
import { freemem, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import pg from 'pg';

/**
 * Builds the service. Starts one PostgreSQL server for all tests, with a migrated database that each test
 * file copies, and a host of the built service for each worker, at least two. It runs outside Jest's modules, and so
 * imports the built launcher.
 */
export default async function setUp({ maxWorkers }: { maxWorkers: number }): Promise<void> {
  execFileSync('npm', ['run', '--silent', 'build'], {
    stdio: 'inherit',
    shell: process.platform === 'win32',
  });
  const built = (path: string) => import(resolve('dist', path));
  const { startEmbeddedServer, superuserUrl } = await built('src/database/embedded/embedded-postgres.js');
  const { dataSourceOptions } = await built('ormconfig.js');
  const { migrate } = await built('src/database/migrate.js');

  const dataDir = await mkdtemp(join(await databaseFolder(), 'events-and-gigs-test-'));
  const server = await startEmbeddedServer({ dataDir });
  const hosts = await Promise.all(Array.from({ length: Math.max(2, maxWorkers) }, startHost));
  process.env.TEST_HOSTS = JSON.stringify(hosts.map(({ url }) => url));
  Object.assign(globalThis, {
    stopTestServer: async () => {
      for (const { process } of hosts) process.kill();
      await server.stop();
    },
    testDataDir: dataDir,
  });
  process.env.TEST_SERVER_URL = server.url;
  process.env.TEST_SUPERUSER_URL = await superuserUrl(server, dataDir);

  const admin = new pg.Client({ connectionString: process.env.TEST_SUPERUSER_URL });
  await admin.connect();
  await admin.query('CREATE DATABASE template_migrated OWNER events');
  // No test data has to survive a crash, and some two hundred databases are created and dropped.
  await admin.query('ALTER SYSTEM SET fsync = off');
  // A migration gives the role its defaults and limits in one database, which copies do not have.
  await admin.query(`ALTER SYSTEM SET timezone = 'UTC'`);
  await admin.query('SELECT pg_reload_conf()');
  for (const limit of [
    "statement_timeout = '2500ms'",
    "lock_timeout = '1500ms'",
    'max_parallel_workers_per_gather = 0',
    'jit = off',
    'random_page_cost = 1.1',
  ])
    await admin.query(`ALTER ROLE events SET ${limit}`);
  await admin.query(`ALTER ROLE events SET idle_in_transaction_session_timeout = '10s'`);
  await admin.end();
  const template = (url: string) => url.replace(/\/[^/]*$/, '/template_migrated');
  await migrate(dataSourceOptions(template(server.url)));
  await holdVersions(template(process.env.TEST_SUPERUSER_URL!));
}

/**
 * A folder in memory on Linux, if there are 8 GB for the tables of the slow tests: each test file copies a database of
 * some 350 files, which takes four times as long on a disk. Else the folder for temporary files.
 */
async function databaseFolder(): Promise<string> {
  const memory = '/dev/shm';
  const { bavail, bsize } = await statfs(memory).catch(() => ({ bavail: 0, bsize: 0 }));
  return Math.min(bavail * bsize, freemem()) > 8 * 2 ** 30 ? memory : tmpdir();
}

/** Starts a process that boots the built service on request. It ends with this one. */
async function startHost(): Promise<{ process: ChildProcess; url: string }> {
  const host = fork('test/support/service-host.js', {
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
    execArgv: [],
  });
  const [port] = (await once(host.stdout!, 'data')) as [Buffer];
  return { process: host, url: `http://127.0.0.1:${String(port).trim()}` };
}

/**
 * Refuses statements of the service that write an event without adding one to its version, except
 * `acceptedCount` and triggers. Statements of the tests, as the superuser, are free.
 */
async function holdVersions(url: string): Promise<void> {
  const template = new pg.Client({ connectionString: url });
  await template.connect();
  await template.query(`
    CREATE FUNCTION hold_version() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN RAISE EXCEPTION 'The statement does not add one to the version of the event.'; END $$;
    CREATE TRIGGER hold_version BEFORE UPDATE ON events FOR EACH ROW
      WHEN (session_user = 'events' AND pg_trigger_depth() = 0
        AND NEW.version <> OLD.version + 1 AND NEW.accepted_count = OLD.accepted_count)
      EXECUTE FUNCTION hold_version()`);
  await template.end();
}
