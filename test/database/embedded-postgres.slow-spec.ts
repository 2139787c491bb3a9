import { spawn } from 'node:child_process';
import { readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { totalmem } from 'node:os';
import { join } from 'node:path';
import { type EmbeddedServer, startEmbeddedServer } from '../../src/database/embedded/embedded-postgres.js';
import { until } from '../support/until.js';
import {
  cleanUp,
  install,
  isGone,
  isRoot,
  processes,
  query,
  Service,
  serverPid,
  tempFolder,
} from './embedded-service.js';

let installed: string;
let dataDir: string;
beforeAll(async () => {
  installed = await install();
  dataDir = await tempFolder(0o700);
});
afterAll(cleanUp);

describe('the embedded server, in this process', () => {
  let server: EmbeddedServer;
  beforeAll(async () => {
    server = await startEmbeddedServer({ dataDir });
  });
  afterAll(() => server.stop());

  it('keeps what it acknowledged, in UTF-8 and UTC', async () => {
    const settings = ['fsync', 'synchronous_commit', 'full_page_writes', 'server_encoding', 'timezone'];
    const [row] = await query(
      server.url,
      `SELECT current_database() AS database, (SELECT datlocale FROM pg_database WHERE datname = 'events') AS locale,
       current_setting('server_version_num')::int >= 180000 AS recent,
       (SELECT jsonb_object_agg(lower(name), setting) FROM pg_settings
        WHERE lower(name) IN (${settings.map((name) => `'${name}'`)})) AS settings`,
    );
    expect(row).toEqual({
      database: 'events',
      locale: 'C.UTF-8',
      recent: true,
      settings: {
        fsync: 'on',
        synchronous_commit: 'on',
        full_page_writes: 'on',
        server_encoding: 'UTF8',
        timezone: 'UTC',
      },
    });
  });

  it('caches pages in up to a quarter of the memory', async () => {
    const [row] = await query(
      server.url,
      `SELECT pg_size_bytes(current_setting('shared_buffers'))::float8 AS bytes`,
    );
    expect(Number(row!.bytes)).toBeGreaterThanOrEqual(128 * 2 ** 20);
    expect(Number(row!.bytes)).toBeLessThanOrEqual(
      Math.max(128 * 2 ** 20, Math.min(totalmem() / 4, 4 * 2 ** 30)),
    );
  });

  it('admits nobody without the password, which only its owner may read', async () => {
    await expect(query(server.url.replace(/:[^:@]*@/, ':guess@'), 'SELECT 1')).rejects.toMatchObject({
      code: '28P01',
    });
    for (const file of ['password', 'superuser-password'])
      expect((await stat(join(dataDir, 'postgres', file))).mode & 0o777).toBe(0o600);
    expect((await stat(join(dataDir, 'postgres/cluster'))).mode & 0o777).toBe(0o700);
  });

  it('listens only on this machine', async () => {
    expect(new URL(server.url).hostname).toBe('127.0.0.1');
    expect(await query(server.url, 'SHOW listen_addresses')).toEqual([{ listen_addresses: '127.0.0.1' }]);
  });

  it('serves as a role that may only own its database', async () => {
    const [role] = await query(
      server.url,
      `SELECT rolname, rolsuper, rolcreatedb, rolcreaterole, rolreplication, rolbypassrls,
       (SELECT count(*)::int FROM pg_auth_members WHERE member = pg_roles.oid) AS memberships
       FROM pg_roles WHERE rolname = current_user`,
    );
    expect(role).toEqual({
      rolname: 'events',
      ...{ rolsuper: false, rolcreatedb: false, rolcreaterole: false, rolreplication: false },
      ...{ rolbypassrls: false, memberships: 0 },
    });
    for (const forbidden of [
      `COPY (SELECT 1) TO PROGRAM 'true'`,
      `SELECT pg_read_file('postgresql.conf')`,
      'SELECT * FROM pg_authid',
      `ALTER SYSTEM SET fsync = off`,
      'CREATE DATABASE another',
      'ALTER ROLE events SUPERUSER',
    ])
      await expect(query(server.url, forbidden)).rejects.toMatchObject({ code: '42501' });
  });

  it('lets that role create the extensions of searches', async () => {
    await query(
      server.url,
      ...['BEGIN', 'CREATE EXTENSION pg_trgm', 'CREATE EXTENSION unaccent', 'ROLLBACK'],
    );
  });

  it('refuses a second instance on its folder, and names the first', async () => {
    await expect(startEmbeddedServer({ dataDir })).rejects.toThrow(
      `${dataDir} is in use by process ${process.pid} (its PostgreSQL is process ${serverPid(dataDir)}). ` +
        'Stop that one, or set another DATA_DIR, or set DATABASE_URL.',
    );
  });

  it('lets a command attach, which leaves it running', async () => {
    const attached = await startEmbeddedServer({ dataDir, attach: true });
    await attached.stop();
    expect(attached.url).toBe(server.url);
    expect(await query(server.url, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
  });

  it('restarts at the same address after it is killed', async () => {
    await query(server.url, 'CREATE TABLE kept_through_crash AS SELECT 42 AS answer');
    process.kill(serverPid(dataDir), 'SIGKILL');
    const read = () => query(server.url, 'SELECT answer FROM kept_through_crash').catch(() => undefined);
    await until(async () => (await read()) === undefined);
    await until(async () => (await read())?.[0]?.answer === 42);
  });

  it('leaves no process after a stop, and keeps its data', async () => {
    await query(server.url, 'CREATE TABLE kept_through_stop AS SELECT 43 AS answer');
    const pid = serverPid(dataDir);
    await server.stop();
    await server.stop();
    expect(isGone(pid)).toBe(true);
    await until(() => processes(`events-postgres-watchdog ${pid}`).length === 0);

    server = await startEmbeddedServer({ dataDir });
    expect(await query(server.url, 'SELECT answer FROM kept_through_stop')).toEqual([{ answer: 43 }]);
  });
});

describe('when processes are killed', () => {
  it('ends after a kill -9 of the service', async () => {
    const service = await Service.start(installed, dataDir);
    const pid = service.serverPid;
    await service.kill('SIGKILL');
    await until(() => isGone(pid));
  });

  it('does not stop at Ctrl-C before the service has closed', async () => {
    const service = await Service.start(installed, dataDir);
    process.kill(-service.child.pid!, 'SIGINT');
    await until(() => service.output.includes('SIGINT'));
    expect(await query(service.url!, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
    const pid = service.serverPid;
    await service.kill('SIGTERM');
    expect(service.child.exitCode).toBe(0);
    expect(isGone(pid)).toBe(true);
  });

  it('has everything that it acknowledged after a kill -9 of service and server under load', async () => {
    // A busy backend outlives its server, and holds the shared memory that the next server needs.
    const sql = 'SELECT count(*) FROM generate_series(1, 1e11::bigint) AS n';
    const service = await Service.start(installed, dataDir, { sql });
    await query(service.url!, 'DROP TABLE IF EXISTS load', 'CREATE TABLE load (id text PRIMARY KEY)');
    const acknowledged: string[] = [];
    const writers = [1, 2, 3, 4].map(async (writer) => {
      for (let n = 0; ; n++) {
        await query(service.url!, `INSERT INTO load VALUES ('${writer}-${n}')`);
        acknowledged.push(`${writer}-${n}`);
      }
    });
    await until(() => acknowledged.length > 100);
    await service.killWithServer();
    await Promise.allSettled(writers);

    const next = await Service.start(installed, dataDir);
    const stored = (await query(next.url!, 'SELECT id FROM load')).map((row) => row.id);
    expect(stored).toEqual(expect.arrayContaining(acknowledged));
    await next.kill('SIGTERM');
  });

  it('replaces a server without its service and its watchdog', async () => {
    const service = await Service.start(installed, dataDir);
    const orphan = service.serverPid;
    process.kill(service.watchdogPid, 'SIGKILL');
    await service.kill('SIGKILL');
    expect(isGone(orphan)).toBe(false);
    const next = await Service.start(installed, dataDir);
    expect(isGone(orphan)).toBe(true);
    await next.kill('SIGTERM');
  });

  it.each(['another program', 'another PostgreSQL'])(
    'starts even if %s has the id of the killed server',
    async (which) => {
      const service = await Service.start(installed, dataDir);
      const lockFile = join(dataDir, 'postgres/cluster/postmaster.pid');
      const { uid, gid } = await stat(lockFile);
      await service.killWithServer();

      const folder = await tempFolder(0o700);
      const other = which === 'another PostgreSQL' ? await Service.start(installed, folder) : undefined;
      const stranger = spawn('sleep', ['60'], isRoot ? { uid, gid } : {});
      try {
        const pid = other?.serverPid ?? stranger.pid;
        const lock = await readFile(lockFile, 'utf8');
        await writeFile(lockFile, lock.replace(/^\d+/, String(pid)));
        const next = await Service.start(installed, dataDir);
        await next.kill('SIGTERM');
        expect(stranger.exitCode).toBeNull();
        if (other) expect(await query(other.url!, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
      } finally {
        stranger.kill('SIGKILL');
        await other?.kill('SIGTERM');
      }
    },
  );

  it('starts after a kill -9 during the first start, and cleans up', async () => {
    const folder = await tempFolder();
    const service = Service.spawn(installed, folder);
    const leftover = async () => (await readdir(folder)).some((name) => name.startsWith('postgres-new-'));
    await until(leftover);
    await service.kill('SIGKILL');
    expect(await leftover()).toBe(true);

    const next = await Service.start(installed, folder);
    expect(await leftover()).toBe(false);
    await next.kill('SIGTERM');
  });
});
