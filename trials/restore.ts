import { execFile } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { chmod, chown, mkdir, rename } from 'node:fs/promises';
import { delimiter, dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import type pg from 'pg';
import { connect, type Testbed } from '../bench/testbed.js';
import { serverUser } from '../src/database/embedded/embedded-cluster.js';
import { freePort } from '../src/database/embedded/embedded-process.js';
import { startInstances } from './instances.js';
import { Load } from './load.js';
import { DEPLOY, startProgram } from './proxies.js';
import { configure, copyCluster, postmasterOf, setUp, startCopy } from './standby.js';

const run = promisify(execFile);
/** Milliseconds of load before and after the backup. */
const LOAD = 3_000;
/** Where Debian has a folder for each version of PostgreSQL. */
const DEBIAN = '/usr/lib/postgresql';
const PROGRAMS = ['initdb', 'postgres', 'pg_dump', 'pg_restore'];

/** Restores what clients wrote in the three ways of docs/operating.md, "Backup", and compares all tables. */
export async function restore(testbed: Testbed, signal: AbortSignal) {
  const { dataDir } = testbed;
  const { archive, database } = await archiveLog(testbed);
  const { urls } = await startInstances(testbed, 2);
  const load = new Load(urls);
  await sleep(LOAD, undefined, { signal });
  const copy = await copyCluster({ ...testbed, database }, 'restored', 'recovery.signal', {
    archive_mode: 'off',
    restore_command: `cp "${archive}/%f" "%p"`,
    recovery_target_action: 'promote',
  });
  await sleep(LOAD, undefined, { signal });
  const outcome = await load.settle(database);
  const written = await contentOf(database);
  const { rows } = await database.query('SELECT clock_timestamp()::text AS instant');
  await database.query('DELETE FROM events');
  await untilArchived(database);

  const faults: string[] = [];
  const compare = (way: string, content: string, expected = written) => {
    if (content !== expected) faults.push(`${way} has other rows`);
  };
  await setUp(copy, { recovery_target_time: rows[0].instant });
  const restored = await startCopy(testbed, copy);
  while (await isRecovering(restored.database)) await sleep(100, undefined, { signal });
  compare('the point in time', await contentOf(restored.database));
  await restored.stop();
  const moved = join(dirname(dataDir), 'moved');
  await rename(copy, moved);
  compare('the moved folder', await contentOf((await startCopy(testbed, moved)).database));
  const bin = binOfPostgres();
  if (!bin) {
    const notes = [describe(written), `without a dump: ${PROGRAMS.join(', ')} were not found in one folder`];
    return { ...outcome, notes, faults };
  }
  const dump = await restoreDump(testbed, signal, await startOwnServer(testbed, bin), bin);
  compare('the dump', dump.restored, dump.written);
  if (dump.lost > 0 || dump.acknowledged === 0) faults.push(`the dumped server lost ${dump.lost} events`);
  const notes = [
    describe(written),
    `the dump of PostgreSQL ${dump.version} has all ${dump.acknowledged} events`,
  ];
  return { ...outcome, notes, faults };
}

/** The rows by table, without the hashes. */
const describe = (content: string) => `all rows are there (${content.replace(/:\w+/g, '')})`;

/**
 * Has the testbed's server archive its log. It restarts for that, which ends the testbed's own connection.
 * @returns the folder of the archive, and a connection
 */
async function archiveLog(testbed: Testbed): Promise<{ archive: string; database: pg.Client }> {
  const archive = join(dirname(testbed.dataDir), 'archive');
  await mkdir(archive);
  await chmod(archive, 0o777); // the server may be another user
  await configure(testbed, { archive_mode: 'on', archive_command: `cp "%p" "${archive}/%f"` });
  process.kill(await postmasterOf(testbed), 'SIGINT'); // its launcher starts it again
  await sleep(100);
  for (;;) {
    const database = await connectPatiently(testbed.databaseUrl, testbed);
    const mode = await database.query('SHOW archive_mode').catch(() => undefined);
    if (mode?.rows[0].archive_mode === 'on') return { archive, database };
    await sleep(100);
  }
}

/** A connection to a server that may still be starting. */
async function connectPatiently(url: string, { cleanup, signal }: Testbed): Promise<pg.Client> {
  for (;;) {
    const database = await connect(url, cleanup).catch(() => undefined);
    if (database) return database;
    await sleep(100, undefined, { signal });
  }
}

const isRecovering = async (database: pg.Client): Promise<boolean> =>
  (await database.query('SELECT pg_is_in_recovery() AS recovering')).rows[0].recovering;

/** Waits until the archive has the log of all that was committed. */
async function untilArchived(database: pg.Client): Promise<void> {
  const { rows } = await database.query('SELECT pg_walfile_name(pg_switch_wal()) AS file');
  const archived = () =>
    database.query('SELECT last_archived_wal >= $1 AS done FROM pg_stat_archiver', [rows[0].file]);
  while (!(await archived()).rows[0].done) await sleep(100);
}

/** The number of rows of each table that has any, with a hash: `events 12:9a0e..., users 8:d41d...`. */
async function contentOf(database: pg.Client): Promise<string> {
  await database.query(`SET timezone = 'UTC'`);
  const tables = await database.query(
    `SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public' ORDER BY 1`,
  );
  const parts: string[] = [];
  for (const { name } of tables.rows) {
    const { rows } = await database.query(
      `SELECT count(*)::int, md5(string_agg(row, chr(10) ORDER BY row)) AS hash
       FROM (SELECT t::text AS row FROM ${name} t) s`,
    );
    if (rows[0].count > 0) parts.push(`${name} ${rows[0].count}:${rows[0].hash}`);
  }
  return parts.join(', ');
}

/**
 * Starts a PostgreSQL of the machine: the embedded server's package has no `pg_dump`.
 * @returns its URL by database
 */
async function startOwnServer(testbed: Testbed, bin: string): Promise<(database: string) => string> {
  const { dataDir } = testbed;
  const folder = join(dirname(dataDir), 'own');
  const user = await serverUser(join(dataDir, 'postgres', 'cluster'));
  await mkdir(folder, { mode: 0o700 });
  if (user) await chown(folder, user.uid, user.gid);
  const options = ['-U', 'events', '-A', 'trust', '-E', 'UTF8', '--locale=C'];
  await run(join(bin, 'initdb'), ['-D', folder, ...options], { cwd: '/', ...user });
  const port = await freePort();
  const settings = ['listen_addresses=127.0.0.1', 'unix_socket_directories='].flatMap((each) => ['-c', each]);
  await startProgram('postgres', ['-D', folder, '-p', `${port}`, ...settings], port, testbed, bin);
  const urlOf = (database: string) => `postgres://events@127.0.0.1:${port}/${database}`;
  const admin = await connectPatiently(urlOf('postgres'), testbed);
  for (const name of ['events', 'restored']) await admin.query(`CREATE DATABASE ${name}`);
  await admin.end();
  return urlOf;
}

/** Writes to the database `events` of a server, dumps it, and restores it into the database `restored`. */
async function restoreDump(
  testbed: Testbed,
  signal: AbortSignal,
  urlOf: (database: string) => string,
  bin: string,
) {
  const { dataDir, cleanup } = testbed;
  const { urls } = await startInstances(testbed, 1, { DATABASE_URL: urlOf('events') });
  const load = new Load(urls);
  await sleep(LOAD, undefined, { signal });
  const database = await connect(urlOf('events'), cleanup);
  const { acknowledged, lost } = await load.settle(database);
  const written = await contentOf(database);
  const { rows } = await database.query(`SELECT split_part(version(), ' ', 2) AS version`);
  const backups = join(dirname(dataDir), 'backups');
  await mkdir(backups);
  const PATH = `${bin}${delimiter}${process.env.PATH}`;
  const env = { PATH, DATABASE_URL: urlOf('events'), BACKUP_DIR: backups };
  const { stdout } = await run('sh', [join(DEPLOY, 'backup.sh')], { env });
  const target = ['--exit-on-error', '--no-owner', '--dbname', urlOf('restored')];
  await run(join(bin, 'pg_restore'), [...target, stdout.trim()]);
  const restored = await contentOf(await connect(urlOf('restored'), cleanup));
  return { acknowledged, lost, written, restored, version: rows[0].version as string };
}

/** The folder of the newest PostgreSQL that has all programs; undefined if none has. */
function binOfPostgres(): string | undefined {
  const versions = existsSync(DEBIAN) ? readdirSync(DEBIAN).map(Number) : [];
  const debian = versions
    .sort((one, other) => other - one)
    .map((version) => join(DEBIAN, `${version}`, 'bin'));
  const folders = [...debian, ...`${process.env.PATH}`.split(delimiter)];
  return folders.find((folder) => PROGRAMS.every((program) => existsSync(join(folder, program))));
}
