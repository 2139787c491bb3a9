import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { type Memory, MemoryWatch } from '../process-stats.js';
import type { Feed } from './feed.js';

/** Milliseconds until a process that waits for the feed's answer is at rest. */
const REST = 500;
/** Milliseconds between two looks whether a run has ended. They cost it processor time; it notes its end itself. */
const POLL_EVERY = 100;

/** What a pull of the feed took. */
export interface Pull {
  /** Milliseconds from the feed's answer to the end of the run. */
  time: number;
  memory: Memory;
}

/** What a run of the service noted of itself. */
interface Run {
  finishedAt: Date;
  outcome: string;
  created: number;
  updated: number;
  unchanged: number;
  error: string | null;
}

/** How many events a run is to have found new, changed and the same. */
export type Counts = Pick<Run, 'created' | 'updated' | 'unchanged'>;

/**
 * Lets the feed answer a process that has asked for it, and watches it until its run has ended.
 * @param pid of the process that ingests
 * @throws Error when the run fails or does not find what it is to find
 */
export async function watchPull(
  feed: Feed,
  pid: number,
  expected: Counts,
  database: pg.Client,
  signal: AbortSignal,
): Promise<Pull> {
  const memory = new MemoryWatch(pid);
  await sleep(REST, undefined, { signal });
  await memory.rest();
  const start = Date.now(); // the run's end is measured by the same clock
  feed.answer();
  const run = await ended(database, signal);
  const { created, updated, unchanged } = run;
  const found = { created, updated, unchanged };
  if (run.outcome !== 'SUCCEEDED' || JSON.stringify(found) !== JSON.stringify(expected))
    throw new Error(`The run ${run.outcome}, ${run.error}: ${JSON.stringify(found)}`);
  return { time: run.finishedAt.getTime() - start, memory: await memory.peak() };
}

async function ended(database: pg.Client, signal: AbortSignal): Promise<Run> {
  for (;;) {
    const { rows } = await database.query<Run>(
      `SELECT finished_at AS "finishedAt", outcome, created, updated, unchanged, error
       FROM ingestion_runs WHERE outcome IS NOT NULL`,
    );
    if (rows[0]) return rows[0];
    await sleep(POLL_EVERY, undefined, { signal });
  }
}

/** Deletes the feed's events. */
export async function forgetFeed(database: pg.Client): Promise<void> {
  await database.query(`DELETE FROM events WHERE external_id LIKE 'https://studentlife.example.edu/%'`);
  await forgetRuns(database);
  await settle(database);
}

/** Deletes the runs, so that a start finds no success before it. */
export async function forgetRuns(database: pg.Client): Promise<void> {
  await database.query('DELETE FROM ingestion_runs');
}

/** Does now what autovacuum and the checkpointer would do during a measurement. */
export async function settle(database: pg.Client): Promise<void> {
  await database.query('VACUUM (ANALYZE) events');
  await database.query('CHECKPOINT');
}

/** A hash of the feed's events. Two ways to store a feed that store the same have the same. */
export async function digest(database: pg.Client): Promise<string> {
  const { rows } = await database.query<{ digest: string }>(
    `SELECT md5(string_agg(md5(ROW(id, title, description, type, location, start_at, end_at, status, source,
              external_id, external_url, ticket_url, tags, version, item_hash, tagging)::text), ''
              ORDER BY id))
       AS digest
     FROM events WHERE external_id LIKE 'https://studentlife.example.edu/%'`,
  );
  return rows[0]!.digest;
}
