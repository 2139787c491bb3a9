import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { open, readFile, stat } from 'node:fs/promises';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { totalmem } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Cluster, EmbeddedServerError, HERE, inside, readLock } from './embedded-cluster.js';

/** Milliseconds for a fast shutdown, then for an immediate one. */
const STOP_LIMIT = 5_000;

/** A failed start that may succeed shortly: the folder or the port is still in use. */
export class StillInUseError extends EmbeddedServerError {}

/** Finds a port that is free at the moment. @throws Error if the given one is not */
export async function freePort(wanted = 0, host = '127.0.0.1'): Promise<number> {
  const probe = createServer().listen(wanted, host);
  await once(probe, 'listening');
  const { port } = probe.address() as AddressInfo;
  await once(probe.close(), 'close');
  return port;
}

/**
 * Starts the server at a port of 127.0.0.1, and waits until it accepts connections.
 * `exited` resolves when it exits for any reason. `stop` ends it, by force if need be, and awaits that.
 * @throws StillInUseError if the folder or the port is in use, else EmbeddedServerError
 */
export async function startPostmaster({ home, bin, user }: Cluster, port: number) {
  const memory = Math.min(totalmem(), process.constrainedMemory() || Number.POSITIVE_INFINITY);
  const settings = {
    listen_addresses: '127.0.0.1',
    port,
    unix_socket_directories: '',
    // Otherwise the next start would wait for the end of a long query of a dead service.
    ...(process.platform !== 'win32' && { client_connection_check_interval: '500ms' }),
    // A quarter of the memory, as PostgreSQL's manual advises, but 128 MB to 4 GB.
    shared_buffers: `${Math.max(128, Math.min(Math.floor(memory / 4 / 2 ** 20), 4_096))}MB`,
    'events.home': home,
    'events.owner': process.pid,
  };
  const args = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const logFile = join(home, 'server.log');
  const log = await open(logFile, 'a', 0o600);
  const logStart = (await log.stat()).size;
  const server = spawn(join(bin, 'postgres'), ['-D', HERE, ...args], {
    ...inside(home, user, { PG_GRANDPARENT_PID: await foreignPidInLock(home) }),
    // In its own session: otherwise Ctrl-C would stop the database before the service has closed.
    detached: true,
    stdio: ['ignore', log.fd, log.fd],
  });
  const exited = new Promise<true>((resolve) => server.once('exit', () => resolve(true)));
  await once(server, 'spawn').finally(() => log.close());
  const watchdog = startWatchdog(server.pid!);
  void exited.then(() => watchdog.kill());
  // The server does not keep this process alive: the watchdog stops it.
  server.unref();
  const stop = async () => {
    server.ref();
    for (const signal of ['SIGINT', 'SIGQUIT', 'SIGKILL'] as const) {
      server.kill(signal);
      if (await Promise.race([exited, sleep(STOP_LIMIT, false, { ref: false })])) return;
    }
  };

  for (;;) {
    const lock = await readLock(home);
    if (lock?.ready && lock.pid === server.pid) return { exited, stop };
    if (!(await Promise.race([exited, sleep(10, false)]))) continue;
    const output = (await readFile(logFile)).subarray(logStart).toString('utf8').trim();
    const isInUse = /already exists|shared memory block|could not bind/.test(output);
    const Failure = isInUse ? StillInUseError : EmbeddedServerError;
    throw new Failure(`PostgreSQL did not start; the end of ${logFile}:\n${output.slice(-1_000)}`);
  }
}

/**
 * Starts a watchdog that stops the server when this process dies, even by `kill -9`: its pipe ends then.
 * Windows has no `sh`: there, the next start on the folder stops an orphaned server.
 */
function startWatchdog(pid: number) {
  const args = ['-c', 'read -r _; kill -INT "$1"', 'events-postgres-watchdog', String(pid)];
  const watchdog = spawn('/bin/sh', args, { env: {}, detached: true, stdio: ['pipe', 'ignore', 'ignore'] });
  for (const emitter of [watchdog, watchdog.stdin]) emitter.on('error', () => undefined);
  watchdog.unref();
  (watchdog.stdin as Socket).unref();
  return watchdog;
}

/**
 * The process id in the lock file, if its process does not work in the cluster's folder: containers reuse
 * ids. PostgreSQL refuses to start while any process has that id, unless `pg_ctl`'s PG_GRANDPARENT_PID names
 * it. It still checks for backends that hold the old shared memory.
 */
async function foreignPidInLock(home: string): Promise<string | undefined> {
  const pid = (await readLock(home))?.pid;
  if (process.platform !== 'linux') return undefined;
  const used = await stat(`/proc/${pid}/cwd`).catch(() => undefined);
  const { dev, ino } = await stat(inside(home, undefined).cwd);
  return used?.dev === dev && used.ino === ino ? undefined : String(pid);
}

/** Sends a signal, or none for 0. Returns whether the process exists, even if it is another user's. */
export function signal(pid: number, name: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(pid, name);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
