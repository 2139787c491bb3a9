import { realpath } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { ensureCluster, ensurePasswords, readPassword } from './embedded-cluster.js';
import { EmbeddedServerError } from './embedded-install.js';
import {
  type Address,
  type Cluster,
  isAlive,
  type Postmaster,
  readLock,
  StillInUseError,
  signalServer,
  startPostmaster,
} from './embedded-process.js';
import { ensureDatabase, type Role, type UrlOf, withClient } from './embedded-roles.js';
import { freePort, makeSocketFolder, SOCKET_PORT, type SocketPath, socketPath } from './embedded-socket.js';

export { EmbeddedServerError } from './embedded-install.js';

/** Milliseconds that a start waits for a folder that is still in use after a crash. */
const IN_USE_LIMIT = 10_000;
/** Milliseconds that the watchdog of a dead service has to stop the server, before a start does it. */
const ORPHAN_LIMIT = 2_000;
/** Milliseconds between two tries at most. */
const LONGEST_DELAY = 1_000;

export interface EmbeddedServer {
  /**
   * postgres:// URL of the database `events` for its owner, a role without further rights; the same until `stop`.
   * Its host is the folder of a Unix socket, percent-encoded, or 127.0.0.1.
   */
  readonly url: string;
  /** Stops the server (fast shutdown) if this call started it; resolves when it is gone. Nothing when attached. */
  stop(): Promise<void>;
}

export interface EmbeddedServerOptions {
  /** the data folder, e.g. `.data`; the cluster, its passwords, socket and log lie in its subfolder `postgres` */
  dataDir: string;
  /** true: use the server that already runs on the folder, if one does, instead of refusing */
  attach?: boolean;
  /** true: listen at a port of 127.0.0.1 even where there are Unix sockets, for tests that put a proxy in between */
  tcp?: boolean;
  log?: (message: string) => void;
}

/**
 * Starts PostgreSQL on a data folder, which the first start makes. The server has the database `events`, restarts when
 * it crashes, and stops with this process.
 * @throws EmbeddedServerError where there is none for this platform, the folder is in use or unusable, or it does not start
 */
export async function startEmbeddedServer(options: EmbeddedServerOptions): Promise<EmbeddedServer> {
  const cluster = await ensureCluster(options.dataDir, options.log ?? (() => undefined));
  const socket = await socketPath(cluster.home);
  try {
    const server = await attachOrServe(cluster, socket, options);
    return { url: server.url, stop: () => server.stop().finally(socket.remove) };
  } catch (error) {
    await socket.remove();
    throw error;
  }
}

/** The URL of the database `events` for the superuser: tests and benchmarks look behind the service. */
export async function superuserUrl({ url }: EmbeddedServer, dataDir: string): Promise<string> {
  const superuser = new URL(url);
  superuser.username = 'postgres';
  superuser.password = await readPassword(join(await realpath(dataDir), 'postgres'), 'postgres');
  return superuser.href;
}

async function attachOrServe(
  cluster: Cluster,
  socket: SocketPath,
  { dataDir, attach, tcp, log = () => undefined }: EmbeddedServerOptions,
): Promise<EmbeddedServer> {
  const since = Date.now();
  for (let delay = 50; ; delay = Math.min(delay * 2, LONGEST_DELAY)) {
    const running = await findRunning(cluster.home, socket);
    if (running && (await isAlive(running.owner))) {
      if (attach) return { url: running.urlOf('events', 'events'), stop: async () => undefined };
      throw inUse(dataDir, `process ${running.owner} (its PostgreSQL is process ${running.pid})`);
    }
    let stillInUse: StillInUseError | undefined;
    if (!running) {
      try {
        const isTcp = tcp || !(await makeSocketFolder(cluster.home, socket, cluster.user));
        return await serve(cluster, socket, { isTcp, port: isTcp ? await freePort() : SOCKET_PORT }, log);
      } catch (error) {
        if (!(error instanceof StillInUseError)) throw error;
        stillInUse = error;
      }
    } else if (Date.now() - since > ORPHAN_LIMIT) {
      // Its service died, and so did the watchdog that should stop it.
      await signalServer(running.pid, 'SIGINT', cluster.bin);
    }
    if (Date.now() - since > IN_USE_LIMIT) {
      const pid = (await readLock(cluster.home))?.pid;
      throw stillInUse && !pid
        ? stillInUse
        : inUse(dataDir, `the PostgreSQL with process id ${pid}`, stillInUse);
    }
    await sleep(delay);
  }
}

async function serve(
  cluster: Cluster,
  socket: SocketPath,
  address: Address,
  log: (message: string) => void,
): Promise<EmbeddedServer> {
  const first = await startPostmaster(cluster, address);
  try {
    const urlOf = urlsAt(address, socket, await ensurePasswords(cluster.home));
    await ensureDatabase(urlOf);
    const stop = supervise(first, () => startPostmaster(cluster, address), log);
    return { url: urlOf('events', 'events'), stop };
  } catch (error) {
    await first.stop();
    throw error;
  }
}

/** Restarts the server at the same address whenever it crashes. Returns the function that stops it for good. */
function supervise(
  first: Postmaster,
  start: () => Promise<Postmaster>,
  log: (message: string) => void,
): () => Promise<void> {
  let current = first;
  let stopping = false;
  const supervised = (async () => {
    while (!stopping) {
      await current.exited;
      for (let delay = 50; !stopping; delay = Math.min(delay * 2, LONGEST_DELAY)) {
        log('PostgreSQL has stopped; starting it again');
        try {
          current = await start();
          break;
        } catch (error) {
          log((error as Error).message);
          await sleep(delay);
        }
      }
    }
  })();
  return async () => {
    stopping = true;
    await current.stop();
    await supervised;
    await current.stop(); // the one that a start in progress brought up
  };
}

/** The server that runs on the folder and accepts the service's password, and the process that started it. */
async function findRunning(home: string, socket: SocketPath) {
  const lock = await readLock(home);
  if (!lock?.ready) return undefined;
  try {
    const urlOf = urlsAt(lock, socket, { events: await readPassword(home, 'events') });
    return await withClient(urlOf('events', 'postgres'), async (client) => {
      const { rows } = await client.query(
        `SELECT current_setting('events.home') AS home, current_setting('events.owner')::int AS owner`,
      );
      // A copy of a folder in use carries the lock file of the original.
      return rows[0].home === home ? { ...lock, urlOf, owner: rows[0].owner as number } : undefined;
    });
  } catch {
    return undefined;
  }
}

function urlsAt(
  { isTcp, port }: Address,
  socket: SocketPath,
  passwords: Partial<Record<Role, string>>,
): UrlOf {
  const host = isTcp ? '127.0.0.1' : encodeURIComponent(socket.folder);
  return (role, database, passwordOf = role) =>
    `postgres://${role}:${passwords[passwordOf]}@${host}:${port}/${database}`;
}

function inUse(dataDir: string, by: string, cause?: Error): EmbeddedServerError {
  const message = `The data folder ${resolve(dataDir)} is in use by ${by}. Stop that one, or set another DATA_DIR, or set DATABASE_URL.`;
  return new EmbeddedServerError(message, { cause });
}
