import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { open, readFile, rename, stat } from 'node:fs/promises';
import { Socket } from 'node:net';
import { totalmem } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { EmbeddedServerError, type ServerUser, serverEnv } from './embedded-install.js';

/** Milliseconds for a server to come up, recovery after a crash included. */
const START_LIMIT = 60_000;
/** Milliseconds for a fast shutdown, then for an immediate one. */
const STOP_LIMIT = 5_000;
/** Bytes of the server's log beyond which a start sets it aside. */
const LOG_LIMIT = 10 * 1024 * 1024;

/** What a start needs: the folder, the programs and the user of one cluster. */
export interface Cluster {
  /** the folder with `cluster`, `socket`, the passwords and `server.log` */
  home: string;
  /** the folder with the programs */
  bin: string;
  user: ServerUser;
}

/** Where a server listens: at a port of 127.0.0.1, or at its Unix socket. */
export interface Address {
  isTcp: boolean;
  port: number;
}

/** One postmaster that this process started. */
export interface Postmaster {
  /** resolves when the process is gone, for whatever reason */
  exited: Promise<void>;
  stop(): Promise<void>;
}

/** A failed start that may work in a moment: the folder or the address is still in use. */
export class StillInUseError extends EmbeddedServerError {}

export const clusterFolder = (home: string) => join(home, 'cluster');

/** The lock file of the cluster, which PostgreSQL alone writes and removes. */
export async function readLock(home: string) {
  const text = await readFile(join(clusterFolder(home), 'postmaster.pid'), 'utf8').catch(() => '');
  const [pid, , , port, , host, , status] = text.split('\n');
  if (!pid) return undefined;
  return { pid: Number(pid), isTcp: !!host, port: Number(port), ready: status?.trim() === 'ready' };
}

/**
 * The working folder of a program, and how it names the cluster's. A server that runs as another user may be unable to
 * walk there, as below /root. On Linux, root starts it inside, and it stays.
 */
export function dataFolder(folder: string, user: ServerUser) {
  return user && process.platform === 'linux'
    ? { cwd: folder, path: '/proc/self/cwd' }
    : { cwd: folder, path: folder };
}

/**
 * A quarter of the memory that there is, as PostgreSQL's manual advises, of 128 MB to 4 GB. The system gives only what comes
 * into use.
 */
function sharedBuffers(): string {
  const memory = Math.min(totalmem(), process.constrainedMemory() || Number.POSITIVE_INFINITY);
  const megabytes = Math.floor(memory / 4 / 2 ** 20);
  return `${Math.max(128, Math.min(megabytes, 4_096))}MB`;
}

/**
 * Starts the server at this address and waits until it accepts connections.
 * @throws StillInUseError where the folder or the address is in use, else EmbeddedServerError
 */
export async function startPostmaster(
  { home, bin, user }: Cluster,
  { isTcp, port }: Address,
): Promise<Postmaster> {
  const { cwd, path } = dataFolder(clusterFolder(home), user);
  const settings = {
    listen_addresses: isTcp ? '127.0.0.1' : '',
    port,
    // Relative to the working folder: the server's user may be unable to walk there, and a socket's path has a limit.
    unix_socket_directories: isTcp ? '' : '../socket',
    // Else the next start would wait for the end of a long query of a service that died.
    ...(process.platform !== 'win32' && { client_connection_check_interval: '500ms' }),
    shared_buffers: sharedBuffers(),
    'events.home': home,
    'events.owner': process.pid,
  };
  const log = await openLog(join(home, 'server.log'));
  const logStart = (await log.stat()).size;
  const server = spawn(
    join(bin, 'postgres'),
    ['-D', path, ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])],
    {
      cwd,
      env: serverEnv(await strangersInLock(home)),
      // In a session of its own, or Ctrl-C would stop the database before the service has closed.
      detached: true,
      stdio: ['ignore', log.fd, log.fd],
      windowsHide: true,
      ...user,
    },
  );
  let fault: Error | undefined;
  server.on('error', (error) => {
    fault = error;
  });
  const dismissWatchdog = server.pid ? watchOver(server.pid) : () => undefined;
  const exited = new Promise<void>((resolve) => {
    server.once('exit', () => resolve(dismissWatchdog()));
  });
  await log.close();
  if (!server.pid) throw new EmbeddedServerError(`PostgreSQL cannot be run: ${fault?.message}`);
  const stop = () => stopServer(server, exited, bin);

  const deadline = Date.now() + START_LIMIT;
  for (;;) {
    const lock = await readLock(home);
    if (lock?.pid === server.pid && lock.ready) break;
    if (hasExited(server)) throw await startFailure(home, logStart);
    if (Date.now() > deadline) {
      await stop();
      throw new EmbeddedServerError(
        `PostgreSQL did not take connections within ${START_LIMIT / 1000} s; see ${join(home, 'server.log')}`,
      );
    }
    await Promise.race([sleep(10), exited]);
  }
  // The server does not keep this process alive: the watchdog stops it.
  server.unref();
  return { exited, stop };
}

/** Tells a server to stop: SIGINT is PostgreSQL's fast shutdown, SIGQUIT its immediate one. */
export async function signalServer(pid: number, signal: 'SIGINT' | 'SIGQUIT', bin: string): Promise<void> {
  if (process.platform === 'win32') {
    await promisify(execFile)(join(bin, 'pg_ctl'), ['kill', signal.slice(3), String(pid)]).catch(
      () => undefined,
    );
  } else {
    try {
      process.kill(pid, signal);
    } catch {
      // It is gone already.
    }
  }
}

const hasExited = (server: ChildProcess) => server.exitCode !== null || server.signalCode !== null;

async function stopServer(server: ChildProcess, exited: Promise<void>, bin: string): Promise<void> {
  server.ref();
  for (const signal of ['SIGINT', 'SIGQUIT', 'SIGKILL'] as const) {
    if (hasExited(server)) return;
    if (signal === 'SIGKILL') server.kill(signal);
    else await signalServer(server.pid!, signal, bin);
    const wait = new AbortController();
    await Promise.race([
      exited,
      sleep(STOP_LIMIT, undefined, { signal: wait.signal }).catch(() => undefined),
    ]);
    wait.abort();
  }
}

/**
 * Starts a watchdog that stops the server when this process dies, even by `kill -9`, since its pipe ends then. The
 * function returned writes a line to the pipe, which ends the watchdog alone. Windows has no `sh`: there the next start
 * on the folder stops a server that lost its service.
 */
function watchOver(pid: number): () => void {
  if (process.platform === 'win32') return () => undefined;
  const script = [
    'read -r line && exit',
    'kill -INT "$1"',
    'for second in 1 2 3 4 5; do sleep 1; kill -0 "$1" || exit; done',
    'kill -QUIT "$1"',
  ].join('; ');
  const watchdog = spawn('/bin/sh', ['-c', script, 'events-postgres-watchdog', String(pid)], {
    cwd: '/',
    env: serverEnv(),
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  watchdog.on('error', () => undefined);
  watchdog.stdin.on('error', () => undefined);
  watchdog.unref();
  if (watchdog.stdin instanceof Socket) watchdog.stdin.unref();
  return () => {
    watchdog.stdin.end('\n');
  };
}

/**
 * The variable by which `pg_ctl` tells PostgreSQL that a process is harmless, where the id in the lock file is not that
 * of a PostgreSQL. In a container ids come back, and PostgreSQL refuses to start while any process has that id. It still
 * looks for backends that hold the old shared memory.
 */
async function strangersInLock(home: string): Promise<Record<string, string>> {
  const lock = await readLock(home);
  const found = lock && (await readProcess(lock.pid));
  return found && (found.isZombie || found.name !== 'postgres')
    ? { PG_GRANDPARENT_PID: String(lock.pid) }
    : {};
}

/** Whether a process lives. One of another user counts; a zombie does not. */
export async function isAlive(pid: number): Promise<boolean> {
  try {
    process.kill(pid, 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') return false;
  }
  return !(await readProcess(pid))?.isZombie;
}

/** What Linux knows of a process; undefined elsewhere, or where there is none. */
async function readProcess(pid: number): Promise<{ name: string; isZombie: boolean } | undefined> {
  const status = await readFile(`/proc/${pid}/stat`, 'latin1').catch(() => '');
  const end = status.lastIndexOf(')');
  if (end < 0) return undefined;
  return { name: status.slice(status.indexOf('(') + 1, end), isZombie: status.startsWith('Z', end + 2) };
}

async function openLog(path: string) {
  const size = (await stat(path).catch(() => undefined))?.size ?? 0;
  if (size > LOG_LIMIT) await rename(path, `${path}.1`);
  return open(path, 'a', 0o600);
}

async function startFailure(home: string, logStart: number): Promise<EmbeddedServerError> {
  const path = join(home, 'server.log');
  const output = (await readFile(path)).subarray(logStart).toString('utf8').trim();
  const versions =
    /initialized by PostgreSQL version (\S+), which is not compatible with this version (\S+)/.exec(output);
  if (versions) return otherVersion(home, versions[1]!.split('.')[0]!, versions[2]!.split('.')[0]!);
  const isInUse =
    /lock file ".*" already exists|shared memory block|could not bind|could not create any (TCP|Unix)/.test(
      output,
    );
  const tail = output.split('\n').slice(-8).join('\n  ');
  const Failure = isInUse ? StillInUseError : EmbeddedServerError;
  return new Failure(`PostgreSQL did not start; the end of ${path}:\n  ${tail}`);
}

/** PostgreSQL reads no data folder of another major version. */
function otherVersion(home: string, old: string, own: string): EmbeddedServerError {
  return new EmbeddedServerError(
    [
      `The data in ${home} is of PostgreSQL ${old}, and this build has PostgreSQL ${own}. To bring it over:`,
      `  1. With the build that ran on it last, dump it with pg_dump (docs/operating.md, "Backup and moving").`,
      `  2. Rename ${home}; keep it until all is well.`,
      `  3. With this build, restore the dump with psql.`,
    ].join('\n'),
  );
}
