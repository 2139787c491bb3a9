import { appendFile, cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { dataSourceOptions } from '../../ormconfig.js';
import {
  type Cluster,
  clusterFolder,
  connectionUrl,
  ensureCluster,
  readLock,
} from '../../src/database/embedded/embedded-cluster.js';
import { ensureDatabase, withClient } from '../../src/database/embedded/embedded-postgres.js';
import { freePort, startPostmaster } from '../../src/database/embedded/embedded-process.js';
import { migrate } from '../../src/database/migrate.js';

/** A PostgreSQL server at its own port of 127.0.0.1, with the database `events` of the service. */
export class TestServer {
  private constructor(
    private readonly cluster: Cluster,
    private readonly dataDir: string,
    readonly port: number,
    private readonly postmaster: Awaited<ReturnType<typeof startPostmaster>>,
  ) {}

  /** A primary with the empty schema. */
  static async start(): Promise<TestServer> {
    const dataDir = await temporaryFolder();
    const primary = await TestServer.on(await ensureCluster(dataDir), dataDir);
    await ensureDatabase(primary.cluster, primary.port);
    await migrate(dataSourceOptions(primary.url));
    return primary;
  }

  /**
   * A streaming standby of this server. It is a copy of the data folder, made between `pg_backup_start` and
   * `pg_backup_stop`, since the embedded package has no pg_basebackup.
   * @param delay of commits, such as `500ms`
   */
  async standby({ delay = '0' } = {}): Promise<TestServer> {
    const dataDir = await temporaryFolder();
    const home = join(dataDir, 'postgres');
    await withClient(this.superuserUrl, async (client) => {
      await client.query(`SELECT pg_backup_start('standby', true)`);
      await cp(this.cluster.home, home, {
        recursive: true,
        filter: (path) => !/(socket|server\.log|postmaster\.(pid|opts))$/.test(path),
      });
      const { rows } = await client.query('SELECT labelfile FROM pg_backup_stop(false)');
      await writeFile(join(clusterFolder(home), 'backup_label'), rows[0].labelfile);
    });
    await writeFile(join(clusterFolder(home), 'standby.signal'), '');
    await appendFile(
      join(clusterFolder(home), 'postgresql.auto.conf'),
      [
        `primary_conninfo = 'host=127.0.0.1 port=${this.port} user=postgres password=${this.cluster.passwords.postgres}'`,
        `recovery_min_apply_delay = '${delay}'`,
        '',
      ].join('\n'),
    );
    return TestServer.on(await ensureCluster(dataDir), dataDir);
  }

  private static async on(cluster: Cluster, dataDir: string): Promise<TestServer> {
    const port = await freePort();
    return new TestServer(cluster, dataDir, port, await startPostmaster(cluster, port));
  }

  /** For the service: its role owns the database. */
  get url(): string {
    return connectionUrl(this.cluster, this.port);
  }

  private get superuserUrl(): string {
    return connectionUrl(this.cluster, this.port, 'postgres');
  }

  /** Runs one statement as the superuser. */
  query<Row extends pg.QueryResultRow>(text: string, values?: unknown[]): Promise<Row[]> {
    return withClient(this.superuserUrl, async (client) => (await client.query<Row>(text, values)).rows);
  }

  /** Does the work while a transaction holds the locks of a statement. */
  holding(text: string, work: () => Promise<void>): Promise<void> {
    return withClient(this.superuserUrl, async (client) => {
      await client.query(`BEGIN; ${text}`);
      await work();
    });
  }

  /** Makes a standby the primary; resolves when it takes writes. */
  async promote(): Promise<void> {
    await this.query('SELECT pg_promote()');
  }

  /** Kills the server with `kill -9`, and resolves when it has ended. */
  async kill(): Promise<void> {
    const lock = await readLock(this.cluster.home);
    if (lock) process.kill(lock.pid, 'SIGKILL');
    await this.postmaster.exited;
  }

  /** The log of the server. */
  log(): Promise<string> {
    return readFile(join(this.cluster.home, 'server.log'), 'utf8');
  }

  /** Stops the server and removes its data. */
  async remove(): Promise<void> {
    await this.postmaster.stop();
    await rm(this.dataDir, { recursive: true, force: true, maxRetries: 3 });
  }
}

function temporaryFolder(): Promise<string> {
  return mkdtemp(join(tmpdir(), 'events-and-gigs-test-'));
}
