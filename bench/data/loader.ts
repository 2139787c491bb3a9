import { readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { log, thousands } from '../report.js';
import { readStatements } from '../statements.js';
import type { Testbed } from '../testbed.js';

/** Built, this file is dist/bench/data/loader.js. */
const FOLDER = join(import.meta.dirname, '../../../bench/data');
/** The statements of `load.sql`, by name. */
export const SQL = readStatements(join(FOLDER, 'load.sql'));
export const TEXTS = JSON.parse(readFileSync(join(FOLDER, 'texts.json'), 'utf8'));
/** Rows of one INSERT. */
const BATCH = 5_000;
/** Applications for each gig. */
const APPLICANTS = 3;
/** Settings that write less to the disk. The benchmark's own server need not survive a crash. */
const BULK = { autovacuum: 'off', checkpoint_timeout: '1h', full_page_writes: 'off', max_wal_size: '8GB' };

/** Adds events, notifications and applications until there are `size` events; `held` of them are there. */
export async function load(testbed: Testbed, size: number, held = 0): Promise<void> {
  const { databaseUrl, database, signal } = testbed;
  log(`Loading ${thousands(size - held)} events`);
  const start = performance.now();
  for (const [name, value] of Object.entries(BULK))
    await database.query(`ALTER SYSTEM SET ${name} = '${value}'`);
  await database.query('SELECT pg_reload_conf()');
  await database.query(SQL.draw!);
  // It is quicker to build the indexes again than to keep them up to date.
  const { rows: indexes } = await database.query(SQL.indexes!);
  for (const { name } of indexes) await database.query(`DROP INDEX ${name}`);
  const options = '-c synchronous_commit=off -c maintenance_work_mem=1GB -c statement_timeout=0';
  const pool = new pg.Pool({ connectionString: databaseUrl, max: availableParallelism(), options });
  pool.on('error', () => undefined); // the statement in progress fails, too
  try {
    let next = held;
    const insert = async () => {
      while (next < size) {
        signal.throwIfAborted();
        const from = next;
        next = Math.min(size, from + BATCH);
        await pool.query(SQL.events!, [from, next - 1, JSON.stringify(TEXTS)]);
      }
    };
    await Promise.all(Array.from({ length: availableParallelism() }, insert));
    for (const { definition } of indexes) await pool.query(definition);
    await pool.query(SQL.applicants!, [APPLICANTS]);
    await pool.query(SQL.applications!, [APPLICANTS, null]);
    await pool.query(SQL.notifications!, [size - held]);
  } finally {
    await pool.end();
  }
  for (const name of Object.keys(BULK)) await database.query(`ALTER SYSTEM RESET ${name}`);
  await database.query('SELECT pg_reload_conf()');
  await settle(database);
  log(`  done in ${((performance.now() - start) / 1_000).toFixed(0)} s`);
}

/** Does what autovacuum and the checkpointer would otherwise do during a measurement. */
export async function settle(database: pg.Client): Promise<void> {
  await database.query('VACUUM (ANALYZE)');
  await database.query('CHECKPOINT');
}

/** The name of whom to ask about the event of a number, which a thousandth of the events has. */
export function contactOf(index: number): string {
  return TEXTS.syllables
    .map((parts: string[], place: number) => parts[Math.floor(index / 10 ** place) % 10])
    .join('');
}
