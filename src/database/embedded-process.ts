import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { open, readFile, rename, stat } from 'node:fs/promises';
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

/** Where a server takes connections: at a port of 127.0.0.1, or at its Unix socket. */
export interface Place {
  isTcp: boolean;
  port: number;
}

/** One postmaster that this process started. */
export interface Postmaster {
  /** resolves when the process is gone, for whatever reason */
  exited: Promise<void>;
  stop(): Promise<void>;
}

/** A failed start that may well work in a moment: the folder or the port is still taken. */
export class StillTakenError extends EmbeddedServerError {}

export const clusterFolder = (home: string) => join(home, 'cluster');

/** The lock file of the cluster, which PostgreSQL alone writes and removes. */
export async function readLock(home: string) {
  const text = await readFile(join(clusterFolder(home), 'postmaster.pid'), 'utf8').catch(() => '');
  const [pid, , , port, , host, , status] = text.split('\n');
  if (!pid) return undefined;
  return { pid: Number(pid), isTcp: !!host, port: Number(port), ready: status?.trim() === 'ready' };
}

/**
 * How a program is told the cluster's folder. A server that runs as another user may be
 * unable to walk there (below /root, say); on Linux it is set down inside by root and stays.
 */
export function dataFolder(folder: string, user: ServerUser) {
  return user && process.platform === 'linux'
    ? { cwd: folder, path: '/proc/self/cwd' }
    : { cwd: folder, path: folder };
}

/**
 * Starts the server at this place and waits until it takes connections.
 * Throws StillTakenError when folder or place are (still) taken, else EmbeddedServerError.
 */
export async function startPostmaster(
  { home, bin, user }: Cluster,
  { isTcp, port }: Place,
): Promise<Postmaster> {
  const { cwd, path } = dataFolder(clusterFolder(home), user);
  const settings = {
    listen_addresses: isTcp ? '127.0.0.1' : '',
    port,
    // Seen from the folder that the server stands in: its user may be unable to walk there, and paths have a limit.
    unix_socket_directories: isTcp ? '' : '../socket',
    // A long query of a service that died would keep the next start waiting to its end.
    ...(process.platform !== 'win32' && { client_connection_check_interval: '500ms' }),
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
      env: serverEnv(await lockJudgement(home)),
      // A session of its own: Ctrl-C must not stop the database before the service has closed.
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
  const letGo = server.pid ? watchOver(server.pid) : () => undefined;
  const exited = new Promise<void>((resolve) => {
    server.once('exit', () => resolve(letGo()));
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
  // The service may end when it likes; the watchdog then stops the server.
  server.unref();
  return { exited, stop };
}

/** Tells a server to stop in PostgreSQL's own terms: SIGINT is fast, SIGQUIT at once. */
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
    const patience = new AbortController();
    await Promise.race([
      exited,
      sleep(STOP_LIMIT, undefined, { signal: patience.signal }).catch(() => undefined),
    ]);
    patience.abort();
  }
}

/**
 * Starts a watchdog that stops the server when this process dies, be it by `kill -9`: its pipe ends then.
 * A line on the pipe, sent by the function returned, sends the watchdog home instead.
 * Windows has no `sh`: there a server that lost its service is stopped by the next start on the folder.
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
  (watchdog.stdin as unknown as { unref(): void }).unref();
  return () => {
    watchdog.stdin.end('\n');
  };
}

/**
 * PostgreSQL refuses a start while any process lives under the id in the lock file. In a container, where ids
 * come back, that may be a stranger: name it as harmless the way `pg_ctl` does. The lock file is never
 * touched, and PostgreSQL still looks for backends that hold the old shared memory.
 */
async function lockJudgement(home: string): Promise<Record<string, string>> {
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

/** What Linux knows about a process; undefined elsewhere, or when there is none. */
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
  const said = (await readFile(path)).subarray(logStart).toString('utf8').trim();
  const isTaken =
    /lock file ".*" already exists|shared memory block|could not bind|could not create any (TCP|Unix)/.test(
      said,
    );
  const tail = said.split('\n').slice(-8).join('\n  ');
  const Failure = isTaken ? StillTakenError : EmbeddedServerError;
  return new Failure(`PostgreSQL did not start; the end of ${path}:\n  ${tail}`);
}
