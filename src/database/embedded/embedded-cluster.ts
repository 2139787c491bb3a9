import { randomBytes } from 'node:crypto';
import {
  access,
  chmod,
  chown,
  constants,
  lchown,
  link,
  mkdir,
  mkdtemp,
  open,
  readdir,
  readFile,
  realpath,
  rename,
  rm,
  stat,
  writeFile,
} from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { EmbeddedServerError, findBinaries, runAs, type ServerUser, serverUser } from './embedded-install.js';
import { type Cluster, clusterFolder, dataFolder, isAlive } from './embedded-process.js';
import type { Role } from './embedded-roles.js';

/** Milliseconds for `initdb`. */
const INITDB_LIMIT = 60_000;
/** A cluster in the making: `postgres-new-<process id>-<random>`. */
const UNFINISHED = /^postgres-new-(\d+)-/;

/**
 * Makes the data folder and its cluster where they are missing, completely or not at all.
 * @throws EmbeddedServerError where the folder cannot be used or the programs do not run
 */
export async function ensureCluster(dataDir: string, log: (message: string) => void): Promise<Cluster> {
  try {
    // The server may run as another user, who may pass through the folder but not list it.
    await mkdir(dataDir, { recursive: true, mode: process.geteuid?.() === 0 ? 0o711 : 0o700 });
    const folder = await realpath(dataDir);
    const home = join(folder, 'postgres');
    const user = await serverUser(clusterFolder(home));
    const bin = await findBinaries(folder, user, log);
    await removeUnfinished(folder);
    if (!(await isCluster(home))) await createCluster(folder, home, bin, user);
    await access(clusterFolder(home), constants.R_OK | constants.W_OK | constants.X_OK);
    if (user) await giveTo(user, clusterFolder(home));
    return { home, bin, user };
  } catch (error) {
    if (error instanceof EmbeddedServerError || !(error as NodeJS.ErrnoException).code) throw error;
    throw new EmbeddedServerError(
      `The data folder ${resolve(dataDir)} cannot be used: ${(error as Error).message}. Set another DATA_DIR, or set DATABASE_URL.`,
      { cause: error },
    );
  }
}

/** The password of one of the cluster's roles. */
export async function readPassword(home: string, role: Role): Promise<string> {
  const path = passwordFile(home, role);
  try {
    return (await readFile(path, 'utf8')).trim();
  } catch (error) {
    throw new EmbeddedServerError(`The password of the embedded PostgreSQL cannot be read from ${path}`, {
      cause: error,
    });
  }
}

/**
 * The passwords of both roles. An old cluster has the superuser's alone: it is moved, and the service gets one of its
 * own. Only the process that started the server may call this, since others find that server by the service's password.
 */
export async function ensurePasswords(home: string): Promise<Record<Role, string>> {
  const events = await readPassword(home, 'events');
  const [path, superusers] = [passwordFile(home, 'events'), passwordFile(home, 'postgres')];
  await link(path, superusers).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error;
  });
  const postgres = await readPassword(home, 'postgres');
  if (events !== postgres) return { events, postgres };
  await writePassword(`${path}-new`);
  await rename(`${path}-new`, path);
  await syncFolder(home);
  return { events: await readPassword(home, 'events'), postgres };
}

const passwordFile = (home: string, role: Role) =>
  join(home, role === 'events' ? 'password' : 'superuser-password');

function writePassword(path: string): Promise<void> {
  return writeFile(path, randomBytes(24).toString('base64url'), { mode: 0o600, flush: true });
}

async function isCluster(home: string): Promise<boolean> {
  try {
    await access(join(clusterFolder(home), 'PG_VERSION'));
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false;
    throw error;
  }
}

async function createCluster(folder: string, home: string, bin: string, user: ServerUser): Promise<void> {
  const unfinished = await mkdtemp(join(folder, `postgres-new-${process.pid}-`));
  const cluster = clusterFolder(unfinished);
  const password = passwordFile(unfinished, 'postgres');
  try {
    await mkdir(cluster, { mode: 0o700 });
    await writePassword(passwordFile(unfinished, 'events'));
    await writePassword(password);
    if (user) for (const path of [unfinished, cluster, password]) await chown(path, user.uid, user.gid);
    await initdb(cluster, bin, user);
    if (user) {
      for (const path of [unfinished, password]) await chown(path, process.geteuid!(), process.getegid!());
      await chmod(unfinished, 0o711);
    }
    await rename(unfinished, home);
    await syncFolder(folder);
  } catch (error) {
    await rm(unfinished, { recursive: true, force: true });
    // Another process may have made it meanwhile.
    if (!(await isCluster(home))) throw error;
  }
}

async function initdb(cluster: string, bin: string, user: ServerUser): Promise<void> {
  const { cwd, path } = dataFolder(cluster, user);
  const args = [
    `--pgdata=${path}`,
    `--pwfile=${path}/../superuser-password`,
    '--username=postgres',
    '--auth=scram-sha-256',
    '--encoding=UTF8',
    '--locale=C',
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    '--set=timezone=UTC',
    '--set=log_timezone=UTC',
    '--set=max_connections=100',
    '--set=huge_pages=off',
    // Hardly anything is read that the system does not hold: to hand it to a worker and wait takes longer than to read it.
    '--set=io_method=sync',
    // Refused rows are normal, and their messages would fill the log with people's data.
    '--set=log_min_messages=log',
  ];
  try {
    await runAs(user, join(bin, 'initdb'), args, { cwd, timeout: INITDB_LIMIT });
  } catch (error) {
    const { stderr, message } = error as Error & { stderr?: string };
    throw new EmbeddedServerError(`PostgreSQL's initdb failed: ${stderr?.trim() || message}`, {
      cause: error,
    });
  }
}

/** Removes the clusters that a killed process left unfinished. */
async function removeUnfinished(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    const pid = Number(UNFINISHED.exec(name)?.[1]);
    if (!pid || (pid !== process.pid && (await isAlive(pid)))) continue;
    // An initdb that outlives its parent may still write. Then the next start removes the folder.
    await rm(join(folder, name), { recursive: true, force: true, maxRetries: 3 }).catch(() => undefined);
  }
}

/** PostgreSQL has to own its files; a copied or restored folder may belong to root. */
async function giveTo(user: NonNullable<ServerUser>, folder: string): Promise<void> {
  if ((await stat(folder)).uid === user.uid) return;
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    await lchown(join(entry.parentPath, entry.name), user.uid, user.gid);
  }
  await lchown(folder, user.uid, user.gid);
}

async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return;
  const handle = await open(folder);
  await handle.sync().finally(() => handle.close());
}
