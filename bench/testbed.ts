import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import pg from 'pg';
import { dataSourceOptions } from '../ormconfig.js';
import {
  type EmbeddedServer,
  startEmbeddedServer,
  superuserUrl,
} from '../src/database/embedded/embedded-postgres.js';
import { migrate } from '../src/database/migrations/migrate.js';
import { Cleanup } from './cleanup.js';
import { log } from './progress.js';
import { Servers } from './servers.js';

/** What every benchmark runs on: a migrated, empty database of its own, and servers on it. */
export interface Testbed {
  /** The superuser's, to fill the database and to measure. The servers connect as the role that owns it. */
  databaseUrl: string;
  /** A connection of the benchmark's own, to fill the database and to look into it. */
  database: pg.Client;
  servers: Servers;
  /** The database server and its folder, for those who break it. */
  server: EmbeddedServer;
  dataDir: string;
  /** What else has to be undone in the end, before the servers and the database stop. */
  cleanup: Cleanup;
}

interface TestbedOptions {
  /** The folder for the servers' CPU profiles. Without it they write none. */
  profile?: string;
  /** Whether PostgreSQL counts statements, in the view `pg_stat_statements` of the database `postgres`. */
  countsStatements?: boolean;
}

/** Runs a benchmark on a testbed. Whatever ends it, no process and no file of it stays. */
export async function withTestbed(
  stop: AbortController,
  { profile, countsStatements = false }: TestbedOptions,
  run: (testbed: Testbed) => Promise<void>,
): Promise<void> {
  const cleanup = new Cleanup();
  try {
    const folder = await temporaryFolder(cleanup);
    log('Starting PostgreSQL');
    const dataDir = join(folder, 'data');
    const server = await startDatabase(dataDir, countsStatements, cleanup);
    stop.signal.throwIfAborted();
    await migrate(dataSourceOptions(server.url));
    const databaseUrl = await superuserUrl(server, dataDir);

    const database = await connect(databaseUrl, cleanup);
    const environment = {
      folder,
      databaseUrl: server.url,
      profile: profile === undefined ? undefined : resolve(profile),
    };
    const servers = new Servers(environment, stop);
    cleanup.add(() => servers.stop());
    await run({ databaseUrl, database, servers, server, dataDir, cleanup });
  } finally {
    await cleanup.run();
  }
}

/** A connection that ends with the testbed. */
export async function connect(connectionString: string, cleanup: Cleanup): Promise<pg.Client> {
  const client = new pg.Client({ connectionString });
  client.on('error', () => undefined); // the statement under way fails, too
  await client.connect();
  cleanup.add(() => client.end());
  return client;
}

async function startDatabase(
  dataDir: string,
  countsStatements: boolean,
  cleanup: Cleanup,
): Promise<EmbeddedServer> {
  // At a TCP port, as in all runs before: their figures stay comparable.
  const server = await startEmbeddedServer({ dataDir, tcp: true });
  cleanup.add(() => server.stop());
  if (!countsStatements) return server;

  const client = await connect(atDatabase(await superuserUrl(server, dataDir), 'postgres'), cleanup);
  await client.query(`ALTER SYSTEM SET shared_preload_libraries = 'pg_stat_statements'`);
  await client.query('CREATE EXTENSION pg_stat_statements');
  await server.stop(); // the library is loaded at a start only
  const counting = await startEmbeddedServer({ dataDir, tcp: true });
  cleanup.add(() => counting.stop());
  return counting;
}

/** The URL of another database of the same server. */
export function atDatabase(url: string, name: string): string {
  const other = new URL(url);
  other.pathname = `/${name}`;
  return other.href;
}

async function temporaryFolder(cleanup: Cleanup): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'events-bench-'));
  cleanup.add(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }));
  // Where root runs this, PostgreSQL runs as another user, who must be able to enter the folder.
  await chmod(folder, 0o711);
  return folder;
}
