import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { ensureCluster, readPassword } from './embedded-cluster.js';
import { EmbeddedServerError } from './embedded-install.js';
import {
  type Cluster,
  isAlive,
  type Postmaster,
  readLock,
  StillTakenError,
  signalServer,
  startPostmaster,
} from './embedded-process.js';

export { EmbeddedServerError } from './embedded-install.js';

/** Milliseconds that a start waits for a folder to come free after a crash. */
const TAKEN_LIMIT = 10_000;
/** Milliseconds that the watchdog of a service that died gets before a start stops the server itself. */
const ORPHAN_LIMIT = 2_000;
/** Milliseconds between two tries, the longest. */
const LONGEST_DELAY = 1_000;

export interface EmbeddedServer {
  /** postgres:// URL with user, password, host, port and the database `events`; the same until `stop`. */
  readonly url: string;
  /** Stops the server (fast shutdown) if this call started it; resolves when it is gone. Nothing when attached. */
  stop(): Promise<void>;
}

export interface EmbeddedServerOptions {
  /** the data folder, e.g. `.data`; the cluster, its password and its log lie in its subfolder `postgres` */
  dataDir: string;
  /** true: use the server that already runs on the folder, if one does, instead of refusing */
  attach?: boolean;
  log?: (message: string) => void;
}

/**
 * Brings up PostgreSQL on a data folder, which is made at the first start, and sees to it that the
 * server goes when this process goes, comes again when it crashes, and has the database `events`.
 * Throws EmbeddedServerError: no server for this platform, folder in use or not usable, no start.
 */
export async function startEmbeddedServer(options: EmbeddedServerOptions): Promise<EmbeddedServer> {
  const log = options.log ?? (() => undefined);
  const cluster = await ensureCluster(options.dataDir, log);
  const password = await readPassword(cluster.home);
  const urlAt = (port: number, database = 'events') =>
    `postgres://events:${password}@127.0.0.1:${port}/${database}`;

  const since = Date.now();
  for (let delay = 50; ; delay = Math.min(delay * 2, LONGEST_DELAY)) {
    const running = await findRunning(cluster.home, (port) => urlAt(port, 'postgres'));
    if (running && (await isAlive(running.owner))) {
      if (options.attach) return { url: urlAt(running.port), stop: async () => undefined };
      throw inUse(options.dataDir, `process ${running.owner} (its PostgreSQL is process ${running.pid})`);
    }
    let taken: StillTakenError | undefined;
    if (!running) {
      try {
        return await serve(cluster, await freePort(), urlAt, log);
      } catch (error) {
        if (!(error instanceof StillTakenError)) throw error;
        taken = error;
      }
    } else if (Date.now() - since > ORPHAN_LIMIT) {
      // Its service died, and the watchdog that was to stop it too.
      await signalServer(running.pid, 'SIGINT', cluster.bin);
    }
    if (Date.now() - since > TAKEN_LIMIT) {
      const pid = (await readLock(cluster.home))?.pid;
      throw taken && !pid ? taken : inUse(options.dataDir, `the PostgreSQL with process id ${pid}`, taken);
    }
    await sleep(delay);
  }
}

async function serve(
  cluster: Cluster,
  port: number,
  urlAt: (port: number, database?: string) => string,
  log: (message: string) => void,
): Promise<EmbeddedServer> {
  const first = await startPostmaster(cluster, port);
  try {
    await ensureDatabase((database) => urlAt(port, database));
  } catch (error) {
    await first.stop();
    throw error;
  }
  return { url: urlAt(port), stop: supervise(first, () => startPostmaster(cluster, port), log) };
}

/** Starts the server again whenever it crashes, on the same port; returns what stops it for good. */
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
        log('PostgreSQL is gone; starting it again');
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
    // A start that was under way brought up another one.
    await supervised;
    await current.stop();
  };
}

/** The server that runs on the folder and takes our password, and the process that started it. */
async function findRunning(home: string, urlAt: (port: number) => string) {
  const lock = await readLock(home);
  if (!lock?.ready) return undefined;
  try {
    return await withClient(urlAt(lock.port), async (client) => {
      const { rows } = await client.query(
        `SELECT current_setting('events.home') AS home, current_setting('events.owner')::int AS owner`,
      );
      // A copy of a folder in use carries the lock file of the original.
      return rows[0].home === home ? { ...lock, owner: rows[0].owner as number } : undefined;
    });
  } catch {
    return undefined;
  }
}

async function ensureDatabase(urlOf: (database: string) => string): Promise<void> {
  try {
    await withClient(urlOf('events'), refuseToForget);
  } catch (error) {
    if ((error as { code?: string }).code !== '3D000') throw error;
    await withClient(urlOf('postgres'), async (client) => {
      await refuseToForget(client);
      await client.query('CREATE DATABASE events');
    });
  }
}

/** What is acknowledged must be stored, whatever someone has written into postgresql.conf. */
async function refuseToForget(client: pg.Client): Promise<void> {
  const { rows } = await client.query(
    `SELECT name FROM pg_settings WHERE setting <> 'on'
     AND name IN ('fsync', 'synchronous_commit', 'full_page_writes')`,
  );
  if (rows.length === 0) return;
  const names = rows.map((row) => row.name).join(', ');
  throw new EmbeddedServerError(`The settings of the embedded PostgreSQL would lose data; turn on: ${names}`);
}

async function withClient<T>(connectionString: string, use: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: 5_000, query_timeout: 10_000 });
  client.on('error', () => undefined);
  try {
    await client.connect();
    return await use(client);
  } finally {
    await client.end().catch(() => undefined);
  }
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address() as AddressInfo;
  probe.close();
  await once(probe, 'close');
  return port;
}

function inUse(dataDir: string, by: string, cause?: Error): EmbeddedServerError {
  const message = `The data folder ${resolve(dataDir)} is in use by ${by}. Stop that one, or set another DATA_DIR, or set DATABASE_URL.`;
  return new EmbeddedServerError(message, { cause });
}
