import { appendFile, chmod, cp, mkdir, writeFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { connect, type Testbed } from '../bench/testbed.js';
import { readLock } from '../src/database/embedded/embedded-cluster.js';
import {
  type EmbeddedServer,
  startEmbeddedServer,
  superuserUrl,
} from '../src/database/embedded/embedded-postgres.js';

/** What the copy of a server makes itself, or gets from the primary. */
const NOT_COPIED =
  /^(socket|server\.log.*|cluster\/((pg_wal|pg_replslot|pg_stat_tmp)\/.+|postmaster\..*|.*\/pg_internal\.init.*))$/;

/** Its URL, and the superuser's connection. */
export interface Standby {
  url: string;
  database: Testbed['database'];
}

/**
 * A standby of the testbed's server.
 * @param settings of its own, such as a delay
 */
export async function startStandby(
  testbed: Testbed,
  settings: Record<string, string> = {},
): Promise<Standby> {
  const { server, dataDir, database } = testbed;
  await database.query(`SELECT pg_create_physical_replication_slot('standby', true)`);
  const primary = new URL(await superuserUrl(server, dataDir));
  const source = `host=${primary.hostname} port=${primary.port} user=postgres password=${primary.password}`;
  const own = { primary_conninfo: source, primary_slot_name: 'standby', ...settings };
  return startCopy(testbed, await copyCluster(testbed, 'standby', 'standby.signal', own));
}

/**
 * Copies the folder of the testbed's server while a backup is declared: the npm package has no pg_basebackup.
 * @param signal the file that says how the copy starts
 * @returns the data folder of the copy
 */
export async function copyCluster(
  { dataDir, database }: Testbed,
  name: string,
  signal: 'standby.signal' | 'recovery.signal',
  settings: Record<string, string>,
): Promise<string> {
  const [from, copy] = [join(dataDir, 'postgres'), join(dirname(dataDir), name)];
  const to = join(copy, 'postgres');
  await database.query(`SELECT pg_backup_start('${name}', true)`);
  await mkdir(copy, { mode: 0o711 });
  await cp(from, to, { recursive: true, filter: (path) => !NOT_COPIED.test(relative(from, path)) });
  const { rows } = await database.query('SELECT labelfile FROM pg_backup_stop(false)');
  const cluster = join(to, 'cluster');
  await writeFile(join(cluster, 'backup_label'), rows[0].labelfile);
  await writeFile(join(cluster, signal), '');
  await setUp(copy, settings);
  await chmod(to, 0o711);
  await chmod(cluster, 0o700);
  return copy;
}

/** Adds settings of a server that does not run. */
export async function setUp(dataDir: string, settings: Record<string, string>): Promise<void> {
  const lines = Object.entries(settings).map(([name, value]) => `${name} = '${value}'\n`);
  await appendFile(join(dataDir, 'postgres', 'cluster', 'postgresql.auto.conf'), lines.join(''));
}

/** Starts a server on a folder. It ends with the testbed. */
export async function startCopy({ cleanup }: Testbed, dataDir: string): Promise<Standby & EmbeddedServer> {
  const server = await startEmbeddedServer({ dataDir });
  cleanup.add(() => server.stop());
  return { ...server, database: await connect(await superuserUrl(server, dataDir), cleanup) };
}

/** The process id of the testbed's database server. */
export async function postmasterOf({ dataDir }: Testbed): Promise<number> {
  return (await readLock(join(dataDir, 'postgres')))!.pid;
}

/** Changes settings of the testbed's server while it runs. */
export async function configure({ database }: Testbed, settings: Record<string, string>): Promise<void> {
  for (const [name, value] of Object.entries(settings))
    await database.query(`ALTER SYSTEM SET ${name} = '${value}'`);
  await database.query('SELECT pg_reload_conf()');
}
