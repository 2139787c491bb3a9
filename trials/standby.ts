import { appendFile, chmod, cp, mkdir, writeFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { connect, type Testbed } from '../bench/testbed.js';
import { readLock } from '../src/database/embedded/embedded-cluster.js';
import { startEmbeddedServer, superuserUrl } from '../src/database/embedded/embedded-postgres.js';

/** What a standby makes itself, or gets from the primary. */
const NOT_COPIED =
  /^(socket|server\.log.*|cluster\/(pg_wal\/.+|pg_replslot\/.+|pg_stat_tmp\/.+|postmaster\..*))$/;

/** Its URL, and the superuser's connection. */
export interface Standby {
  url: string;
  database: Testbed['database'];
}

/**
 * A standby of the testbed's server, by copying the folder while a backup is declared: the npm package has no
 * pg_basebackup.
 * @param settings of its own, such as a delay
 */
export async function startStandby(
  { server, dataDir, database, cleanup }: Testbed,
  settings: Record<string, string> = {},
): Promise<Standby> {
  const [from, standbyData] = [join(dataDir, 'postgres'), join(dirname(dataDir), 'standby')];
  const to = join(standbyData, 'postgres');
  await database.query(`SELECT pg_create_physical_replication_slot('standby', true)`);
  await database.query(`SELECT pg_backup_start('standby', true)`);
  await mkdir(standbyData, { mode: 0o711 });
  await cp(from, to, { recursive: true, filter: (path) => !NOT_COPIED.test(relative(from, path)) });
  const { rows } = await database.query('SELECT labelfile FROM pg_backup_stop(false)');
  const cluster = join(to, 'cluster');
  const primary = new URL(await superuserUrl(server, dataDir));
  const source = `host=${primary.hostname} port=${primary.port} user=postgres password=${primary.password}`;
  const own = { primary_conninfo: source, primary_slot_name: 'standby', ...settings };
  const lines = Object.entries(own).map(([name, value]) => `${name} = '${value}'\n`);
  await writeFile(join(cluster, 'backup_label'), rows[0].labelfile);
  await writeFile(join(cluster, 'standby.signal'), '');
  await appendFile(join(cluster, 'postgresql.auto.conf'), lines.join(''));
  await chmod(to, 0o711);
  await chmod(cluster, 0o700);
  const standby = await startEmbeddedServer({ dataDir: standbyData, tcp: true });
  cleanup.add(() => standby.stop());
  return { url: standby.url, database: await connect(await superuserUrl(standby, standbyData), cleanup) };
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
