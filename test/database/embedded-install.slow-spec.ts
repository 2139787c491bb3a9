import { spawnSync } from 'node:child_process';
import {
  appendFile,
  chmod,
  chown,
  readdir,
  readFile,
  readlink,
  rename,
  rm,
  stat,
  writeFile,
} from 'node:fs/promises';
import { join } from 'node:path';
import { startEmbeddedServer, superuserUrl } from '../../src/database/embedded/embedded-postgres.js';
import { until } from '../support/until.js';
import {
  canBeNobody,
  cleanUp,
  install,
  isRoot,
  NOBODY,
  processes,
  query,
  Service,
  tempFolder,
} from './embedded-service.js';

const itAsRoot = isRoot ? it : it.skip;
const itAsNobody = canBeNobody ? it : it.skip;
/** The launcher copies the server's files here if the package is closed to the user of the server. */
const SHARED_CACHE = '/var/cache/events-and-gigs';

const exists = (path: string) =>
  stat(path).then(
    () => true,
    () => false,
  );

let installed: string;
let dataDir: string;
beforeAll(async () => {
  installed = await install();
  dataDir = await tempFolder(0o700);
  await (await startEmbeddedServer({ dataDir })).stop();
});
afterAll(cleanUp);

describe('in any installation, as any user', () => {
  async function expectToServe(...parameters: Parameters<typeof Service.start>) {
    const service = await Service.start(...parameters);
    expect(await query(service.url!, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
    await service.kill('SIGTERM');
  }

  async function expectToServeFromCopy(closed: string, folder: string) {
    const service = await Service.start(closed, folder);
    expect(await readlink(`/proc/${service.serverPid}/exe`)).toContain(`${SHARED_CACHE}/postgresql-`);
    await service.kill('SIGTERM');
  }

  let wasThere: boolean;
  beforeAll(async () => {
    wasThere = await exists(SHARED_CACHE);
  });
  afterAll(async () => {
    if (!wasThere) await rm(SHARED_CACHE, { recursive: true, force: true });
  });

  itAsNobody(
    'serves as a user without rights, who cannot make the links that the package lacks',
    async () => {
      const folder = await tempFolder(0o700);
      await chown(folder, NOBODY.uid, NOBODY.gid);
      await expectToServe(await install('unlinked'), folder, { user: NOBODY });
      expect((await stat(join(folder, 'postgres'))).uid).toBe(NOBODY.uid);
    },
  );

  it('serves from a package whose install scripts did not run', async () => {
    const unlinked = await install('unlinked');
    await expectToServe(unlinked, dataDir);
  });

  itAsRoot('serves from a package that only root can read', async () => {
    const closed = await install('copied');
    await chmod(closed, 0o700);
    const folder = await tempFolder();
    await expectToServeFromCopy(closed, folder);
    await expectToServeFromCopy(closed, folder);
  });

  itAsRoot('serves from below a folder that only root can enter, data and all', async () => {
    const closed = await install('copied');
    await chmod(closed, 0o700);
    await expectToServeFromCopy(closed, join(closed, '.data'));
  });

  itAsRoot('serves a folder that was restored by root', async () => {
    const { uid } = await stat(join(dataDir, 'postgres/cluster'));
    spawnSync('chown', ['-R', 'root', join(dataDir, 'postgres')]);
    await expectToServe(installed, dataDir);
    expect((await stat(join(dataDir, 'postgres/cluster/PG_VERSION'))).uid).toBe(uid);
  });

  it('serves a folder whose path is long and has odd characters', async () => {
    const folder = join(await tempFolder(), 'long'.repeat(25), 'with a blank, 100 % and ü');
    const server = await startEmbeddedServer({ dataDir: folder });
    expect(await query(server.url, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
    await server.stop();
  });

  it('lets one of two concurrent first starts serve, and refuses the other', async () => {
    const folder = await tempFolder();
    const rivals = [Service.spawn(installed, folder), Service.spawn(installed, folder)];
    const losers = () => rivals.filter((rival) => rival.isOver);
    await until(() => rivals.some((rival) => rival.url) && losers().length === 1);
    expect(losers()[0]!.errors).toMatch(/^EmbeddedServerError: The data folder .* is in use by process \d+ /);
  });
});

describe('a start with a bad setting', () => {
  it('refuses a data folder that is none', async () => {
    const file = join(await tempFolder(), 'file');
    await writeFile(file, '');
    await expect(startEmbeddedServer({ dataDir: file })).rejects.toThrow(
      /^The embedded PostgreSQL cannot be set up in .*\/file: EEXIST.* Set another DATA_DIR, or set DATABASE_URL\.$/,
    );
  });

  itAsNobody("someone else's data folder", async () => {
    const service = Service.spawn(installed, dataDir, { user: NOBODY });
    await service.exited;
    expect(service.errors).toMatch(
      /^EmbeddedServerError: The embedded PostgreSQL cannot be set up in .*: EACCES/,
    );
  });

  itAsNobody('reports a user without a name, and leaves no unfinished folder', async () => {
    const nameless = { uid: 54_321, gid: 54_321 };
    const folder = await tempFolder(0o700);
    await chown(folder, nameless.uid, nameless.gid);
    const service = Service.spawn(installed, folder, { user: nameless });
    await service.exited;
    expect(service.errors).toMatch(
      /^EmbeddedServerError: The embedded PostgreSQL cannot be set up in \S+: initdb: .* 54321: .*\. Set another DATA_DIR, or set DATABASE_URL\.$/,
    );
    expect(await readdir(folder)).toEqual([]);
  });

  itAsNobody('reports a folder that has become read-only', async () => {
    const folder = await tempFolder(0o700);
    await chown(folder, NOBODY.uid, NOBODY.gid);
    await (await Service.start(installed, folder, { user: NOBODY })).kill('SIGTERM');
    spawnSync('chmod', ['-R', 'a-w', folder]);
    const service = Service.spawn(installed, folder, { user: NOBODY });
    await service.exited;
    expect(service.errors).toMatch(
      /^EmbeddedServerError: The embedded PostgreSQL cannot be set up in \S+: EACCES.* Set another DATA_DIR, or set DATABASE_URL\.$/,
    );
  });

  it.each([
    ['fsync = off', /would lose data; turn on: fsync/],
    ['no_such_setting = 1', /PostgreSQL did not start; the end of .*server\.log:.*no_such_setting/s],
  ])('refuses %s', async (setting, message) => {
    const file = join(dataDir, 'postgres/cluster/postgresql.conf');
    const settings = await readFile(file, 'utf8');
    await appendFile(file, `\n${setting}\n`);
    try {
      await expect(startEmbeddedServer({ dataDir })).rejects.toThrow(message);
    } finally {
      await writeFile(file, settings);
    }
  });
});

describe('a data folder of another build', () => {
  it('is refused and unchanged if it has another major version of PostgreSQL', async () => {
    const version = join(dataDir, 'postgres/cluster/PG_VERSION');
    const own = (await readFile(version, 'utf8')).trim();
    await writeFile(version, '15\n');
    await expect(startEmbeddedServer({ dataDir })).rejects.toThrow(
      new RegExp(`initialized by PostgreSQL version 15, which is not compatible with this version ${own}\\.`),
    );
    await writeFile(version, `${own}\n`);
    await (await startEmbeddedServer({ dataDir })).stop();
  });

  it('is refused if it is of 1.0.0, which stored no superuser password', async () => {
    const [file, away] = ['superuser-password', 'away'].map((name) => join(dataDir, 'postgres', name));
    await rename(file!, away!);
    await expect(startEmbeddedServer({ dataDir })).rejects.toThrow('superuser-password');
    await rename(away!, file!);
  });

  it('gets the role and the database that a killed start has not created', async () => {
    const folder = await tempFolder(0o700);
    const server = await startEmbeddedServer({ dataDir: folder });
    const superuser = (await superuserUrl(server, folder)).replace(/events$/, 'postgres');
    const roles = `SELECT rolname, rolsuper FROM pg_roles WHERE rolname !~ '^pg_' ORDER BY 1`;
    const made = await query(superuser, roles);
    await query(superuser, 'DROP DATABASE events', 'DROP ROLE events');
    await server.stop();
    const next = await startEmbeddedServer({ dataDir: folder });
    expect(await query(next.url, roles)).toEqual(made);
    await query(next.url, 'CREATE TABLE mine ()');
    await next.stop();
  });
});

describe('with-database', () => {
  const withDatabase = (script: string, env: Record<string, string> = {}) => {
    const launcher = join(installed, 'dist/with-database.js');
    const { status, stdout, stderr } = spawnSync(process.execPath, [launcher, 'sh', '-c', script], {
      cwd: installed,
      env: { PATH: process.env.PATH, DATA_DIR: dataDir, ...env },
      encoding: 'utf8',
    });
    return { status, stdout: stdout.trim(), stderr };
  };

  it('runs a command on the server of the folder, returns its exit code and leaves no server', () => {
    const response = withDatabase('echo "$DATABASE_URL"; exit 7');
    expect(response).toEqual({
      status: 7,
      stdout: expect.stringMatching(/^postgres:\/\/events:.+@.+:\d+\/events$/),
      stderr: '',
    });
    expect(processes(`events.home=${dataDir}/postgres`)).toEqual([]);
  });

  it('uses the server of a running service, and leaves it running', async () => {
    const service = await Service.start(installed, dataDir);
    expect(withDatabase('echo "$DATABASE_URL"')).toMatchObject({ status: 0, stdout: service.url });
    expect(await query(service.url!, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
    await service.kill('SIGTERM');
  });

  it('passes a configured DATABASE_URL on, from the environment or from .env', async () => {
    const DATABASE_URL = 'postgres://someone@elsewhere/events';
    expect(withDatabase('echo "$DATABASE_URL"', { DATABASE_URL }).stdout).toBe(DATABASE_URL);
    await writeFile(join(installed, '.env'), `DATABASE_URL=${DATABASE_URL}\n`);
    expect(withDatabase('echo "$DATABASE_URL"').stdout).toBe(DATABASE_URL);
  });
});
