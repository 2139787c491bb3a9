import { execFile } from 'node:child_process';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import * as embedded from '../src/database/embedded/embedded-postgres.js';
import { log } from './report.js';
import { Servers } from './servers.js';

/** What has to be undone in the end, whatever happens. The last step added runs first. */
export class Cleanup {
  private readonly steps: (() => Promise<unknown>)[] = [];

  add(step: () => Promise<unknown>): void {
    this.steps.push(step);
  }

  /** Runs every step. The failure of one is printed, and the others run all the same. */
  async run(): Promise<void> {
    for (let step = this.steps.pop(); step; step = this.steps.pop())
      await step().catch((error) => log(`While tidying up: ${(error as Error).message}`));
  }
}

/** What every benchmark runs on: a migrated, empty database of its own, and servers on it. */
export interface Testbed {
  /** The superuser's, and a connection of it. The servers connect as the role that owns the database. */
  databaseUrl: string;
  database: pg.Client;
  servers: Servers;
  /** The database server and its folder, for those who break it. */
  server: embedded.EmbeddedServer;
  dataDir: string;
  /** What else has to be undone in the end, before the servers and the database stop. */
  cleanup: Cleanup;
  /** Aborted when the run has to end early. */
  signal: AbortSignal;
}

/**
 * Runs a benchmark on a testbed. Whatever ends it, no process and no file of it stays.
 * @param profile the folder for the CPU profile of the service; without it there is none
 * @param build the folder of the build that migrates the database and serves; by default this one
 */
export async function withTestbed(
  stop: AbortController,
  { profile, build = join(import.meta.dirname, '..') }: { profile?: string; build?: string },
  run: (testbed: Testbed) => Promise<void>,
): Promise<void> {
  const cleanup = new Cleanup();
  try {
    const folder = await mkdtemp(join(tmpdir(), 'events-bench-'));
    cleanup.add(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }));
    // Where root runs this, PostgreSQL runs as another user, who must be able to enter the folder.
    await chmod(folder, 0o711);
    log('Starting PostgreSQL');
    const dataDir = join(folder, 'data');
    const server = await embedded.startEmbeddedServer({ dataDir });
    cleanup.add(() => server.stop());
    stop.signal.throwIfAborted();
    const env = { PATH: process.env.PATH, DATABASE_URL: server.url };
    await promisify(execFile)(process.execPath, [join(build, 'src/run-migrations.js')], { env });
    const databaseUrl = await embedded.superuserUrl(server, dataDir);
    const database = await connect(databaseUrl, cleanup);
    const servers = new Servers(
      { folder, databaseUrl: server.url, build, profile: profile && resolve(profile) },
      stop,
    );
    cleanup.add(() => servers.stop());
    await run({ databaseUrl, database, servers, server, dataDir, cleanup, signal: stop.signal });
  } finally {
    await cleanup.run();
  }
}

/** A connection that ends with the testbed. */
export async function connect(connectionString: string, cleanup: Cleanup): Promise<pg.Client> {
  const client = new pg.Client({ connectionString });
  client.on('error', () => undefined); // the statement in progress fails, too
  await client.connect();
  cleanup.add(() => client.end());
  return client;
}
