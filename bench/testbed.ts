import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import pg from 'pg';
import { dataSourceOptions } from '../ormconfig.js';
import { type EmbeddedServer, startEmbeddedServer, superuserUrl } from '../src/database/embedded-postgres.js';
import { migrate } from '../src/database/migrate.js';
import { Cleanup } from './cleanup.js';
import { say } from './progress.js';
import { Servers } from './servers.js';

/** What every benchmark runs on: a database of its own, migrated and empty, and servers on it. */
export interface Testbed {
  /** The superuser's, to fill and to measure; the servers work as the plain role that owns the database. */
  databaseUrl: string;
  /** A connection of the benchmark's own, to fill the database and to look into it. */
  database: pg.Client;
  servers: Servers;
  /** What else has to be undone in the end, before the servers and the database go. */
  cleanup: Cleanup;
}

/** What a testbed has besides. */
export interface Equipment {
  /** The folder for the servers' CPU profiles, where they are to write some. */
  profile?: string;
  /** Whether PostgreSQL counts statements (`pg_stat_statements`, a view in the database `postgres`). */
  countsStatements?: boolean;
}

/** Does the work on a testbed; whatever ends it, no process and no file of it stays. */
export async function withTestbed(
  stop: AbortController,
  { profile, countsStatements = false }: Equipment,
  work: (testbed: Testbed) => Promise<void>,
): Promise<void> {
  const cleanup = new Cleanup();
  try {
    const folder = await temporaryFolder(cleanup);
    say('Starting PostgreSQL');
    const dataDir = join(folder, 'data');
    const server = await startDatabase(dataDir, countsStatements, cleanup);
    stop.signal.throwIfAborted();
    await migrate(dataSourceOptions(server.url));
    const databaseUrl = await superuserUrl(server, dataDir);

    const database = await connect(databaseUrl, cleanup);
    const site = {
      folder,
      databaseUrl: server.url,
      profile: profile === undefined ? undefined : resolve(profile),
    };
    const servers = new Servers(site, stop);
    cleanup.add(() => servers.stop());
    await work({ databaseUrl, database, servers, cleanup });
  } finally {
    await cleanup.run();
  }
}

/** A connection that ends with the testbed. */
export async function connect(connectionString: string, cleanup: Cleanup): Promise<pg.Client> {
  const client = new pg.Client({ connectionString });
  client.on('error', () => undefined); // the statement under way tells
  await client.connect();
  cleanup.add(() => client.end());
  return client;
}

async function startDatabase(
  dataDir: string,
  countsStatements: boolean,
  cleanup: Cleanup,
): Promise<EmbeddedServer> {
  // At a port: what was measured before had one, too.
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
  // Where root runs this, PostgreSQL runs as another user and has to get through.
  await chmod(folder, 0o711);
  return folder;
}
