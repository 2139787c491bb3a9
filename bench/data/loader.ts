import { availableParallelism } from 'node:os';
import pg from 'pg';
import { log, thousands } from '../report.js';
import type { Testbed } from '../testbed.js';
import {
  INSERT_APPLICANTS,
  INSERT_EVENTS,
  INSERT_NOTIFICATIONS,
  insertApplications,
  TEXTS,
} from './events.js';

/** From so many rows on, it is quicker to build the indexes again than to keep them up to date. */
const MANY = 50_000;
/** Rows of one INSERT. */
const BATCH = 5_000;
/** Applications for each gig of others. */
const APPLICANTS = 3;
/** Settings that write less to the disk. The benchmark's own server need not survive a crash. */
const BULK = { autovacuum: 'off', checkpoint_timeout: '1h', full_page_writes: 'off', max_wal_size: '8GB' };

/** Adds events, notifications and applications until there are `size` events; `held` of them are there. */
export async function load(
  { databaseUrl, database }: Testbed,
  { held = 0, size }: { held?: number; size: number },
  signal: AbortSignal,
): Promise<void> {
  log(`Loading ${thousands(size - held)} events`);
  const start = performance.now();
  for (const [name, value] of Object.entries(BULK))
    await database.query(`ALTER SYSTEM SET ${name} = '${value}'`);
  await database.query('SELECT pg_reload_conf()');
  const definitions = size - held >= MANY ? await dropIndexes(database) : [];
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
        await pool.query(INSERT_EVENTS, [from, next - 1, JSON.stringify(TEXTS)]);
      }
    };
    await Promise.all(Array.from({ length: availableParallelism() }, insert));
    for (const definition of definitions) {
      signal.throwIfAborted();
      await pool.query(definition);
    }
    await pool.query(INSERT_APPLICANTS, [APPLICANTS]);
    await pool.query(insertApplications('creator_id IS NOT NULL'), [APPLICANTS]);
    await pool.query(INSERT_NOTIFICATIONS, [size - held]);
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

/** Drops the indexes of events, except those of its constraints. @returns the statements that create them again */
async function dropIndexes(database: pg.Client): Promise<string[]> {
  const { rows } = await database.query<{ name: string; definition: string }>(
    `SELECT indexname AS name, indexdef AS definition FROM pg_indexes
     WHERE schemaname = current_schema() AND tablename = 'events'
       AND indexname NOT IN (SELECT conname FROM pg_constraint WHERE conrelid = 'events'::regclass)`,
  );
  for (const { name } of rows) await database.query(`DROP INDEX ${name}`);
  return rows.map(({ definition }) => definition);
}
