import { resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import {
  type Cluster,
  connectionUrl,
  EmbeddedServerError,
  ensureCluster,
  readLock,
} from './embedded-cluster.js';
import { freePort, StillInUseError, signal, startPostmaster } from './embedded-process.js';

export { EmbeddedServerError, superuserUrl } from './embedded-cluster.js';

/** Attempts to start on a folder that is still in use after a crash, and milliseconds between two of them. */
const TRIES = 20;
const RETRY_DELAY = 500;
/** The state of the server that a start checks or completes. */
const STATE = `
  SELECT EXISTS (SELECT FROM pg_roles WHERE rolname = 'events') AS "hasRole",
         EXISTS (SELECT FROM pg_database WHERE datname = 'events') AS "hasDatabase",
         (SELECT string_agg(name, ', ') FROM pg_settings
          WHERE name IN ('fsync', 'synchronous_commit', 'full_page_writes') AND setting <> 'on') AS unsafe`;

export interface EmbeddedServer {
  /** postgres:// URL of the database `events` for its owner; the same until `stop` */
  readonly url: string;
  /** Stops the server if this call started it; resolves when it has exited. Does nothing when attached. */
  stop(): Promise<void>;
}

export interface EmbeddedServerOptions {
  /** the data folder, e.g. `.data`; cluster, passwords and log lie in its subfolder `postgres` */
  dataDir: string;
  /** true: use the server that already runs on the folder, if one does, instead of refusing */
  attach?: boolean;
  log?: (message: string) => void;
}

/**
 * Starts PostgreSQL on a data folder, which the first start creates. The server has the database `events`,
 * restarts when it crashes, and stops with this process.
 * @throws EmbeddedServerError if the folder is in use or unusable, or the server does not start
 */
export async function startEmbeddedServer(options: EmbeddedServerOptions): Promise<EmbeddedServer> {
  return start(options).catch((cause: Error) => {
    if (cause instanceof EmbeddedServerError) throw cause;
    const fault = `cannot be set up in ${resolve(options.dataDir)}: ${cause.message.trim()}`;
    const advice = 'Set another DATA_DIR, or set DATABASE_URL.';
    throw new EmbeddedServerError(`The embedded PostgreSQL ${fault}. ${advice}`, { cause });
  });
}

async function start(options: EmbeddedServerOptions): Promise<EmbeddedServer> {
  const { dataDir, attach, log = () => undefined } = options;
  const cluster = await ensureCluster(dataDir);
  for (let tries = 1; ; tries++) {
    const running = await findRunning(cluster);
    // An orphaned server is stopped. The watchdog does that as well, but it may have died, too.
    if (running && (signal(running.owner, 0) || tries === TRIES)) {
      if (attach) return { url: running.url, stop: async () => undefined };
      throw new EmbeddedServerError(
        `The data folder ${resolve(dataDir)} is in use by process ${running.owner} (its PostgreSQL is ` +
          `process ${running.pid}). Stop that one, or set another DATA_DIR, or set DATABASE_URL.`,
      );
    }
    try {
      if (!running) return await serve(cluster, await freePort(), log);
      signal(running.pid, 'SIGINT');
    } catch (error) {
      if (!(error instanceof StillInUseError) || tries === TRIES) throw error;
    }
    await sleep(RETRY_DELAY);
  }
}

/** Starts the server, and restarts it at the same address after every crash. */
async function serve(cluster: Cluster, port: number, log: (message: string) => void) {
  let current = await startPostmaster(cluster, port);
  await ensureDatabase(cluster, port).catch(async (error) => {
    await current.stop();
    throw error;
  });
  let isStopping = false;
  const supervised = (async () => {
    while (!isStopping) {
      await current.exited;
      if (isStopping) break;
      log('PostgreSQL has stopped; starting it again');
      try {
        current = await startPostmaster(cluster, port);
      } catch (error) {
        log((error as Error).message);
        await sleep(RETRY_DELAY);
      }
    }
    await current.stop();
  })();
  const stop = async () => {
    isStopping = true;
    await current.stop();
    await supervised;
  };
  return { url: connectionUrl(cluster, port), stop };
}

/** The server that runs on the folder and accepts the service's password, and the process that started it. */
async function findRunning(cluster: Cluster) {
  const lock = await readLock(cluster.home);
  if (!lock?.ready) return undefined;
  const url = connectionUrl(cluster, lock.port);
  // A copy of a folder in use has the lock file of the original.
  const sql = `SELECT current_setting('events.owner')::int AS id WHERE current_setting('events.home') = $1`;
  const found = await withClient(url, (client) => client.query(sql, [cluster.home])).catch(() => undefined);
  return found?.rows[0] && { url, pid: lock.pid, owner: found.rows[0].id as number };
}

/** Creates the service's role and database if need be. @throws EmbeddedServerError if data could be lost */
export function ensureDatabase(cluster: Cluster, port: number): Promise<void> {
  return withClient(connectionUrl(cluster, port, 'postgres', 'postgres'), async (client) => {
    const { hasRole, hasDatabase, unsafe } = (await client.query(STATE)).rows[0];
    if (unsafe) throw new EmbeddedServerError(`The embedded PostgreSQL would lose data; turn on: ${unsafe}`);
    if (!hasRole) await client.query(`CREATE ROLE events LOGIN PASSWORD '${cluster.passwords.events}'`);
    if (!hasDatabase) await client.query('CREATE DATABASE events OWNER events');
  });
}

/** Runs the work on its own connection. */
export async function withClient<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const limits = { connectionTimeoutMillis: 5_000, query_timeout: 10_000 };
  const client = new pg.Client({ connectionString: url, ...limits });
  client.on('error', () => undefined);
  try {
    await client.connect();
    return await work(client);
  } finally {
    await client.end().catch(() => undefined);
  }
}
