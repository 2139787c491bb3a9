import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { Cleanup } from '../cleanup.js';
import { LIGHT, lightLoad } from '../load/light-load.js';
import { underSteadyLoad } from '../load/steady-load.js';
import { log } from '../progress.js';
import { keepResults } from '../results.js';
import { SETTLE_TIME } from '../servers.js';
import { atDatabase, connect, type Testbed, withTestbed } from '../testbed.js';
import { copyDatabase, dropCopy, loadEnded } from './ended-events.js';
import { markdown, type Report } from './report.js';

/** Seconds of the light load that are measured before and after the job. */
const WINDOW = 20;
const DUE = `status IN ('OPEN', 'IN_PROGRESS') AND end_at < now()`;

interface Options {
  /** Events that have ended and are open. */
  rows: number;
  /** Where job and service write CPU profiles. A run with a profiler in it leaves `bench/results` alone. */
  profile?: string;
}

/**
 * Completes the ended events by the service's job, and those of an equal copy by one plain statement.
 * @throws Error when the job leaves some of them
 */
export function runCompletion({ rows, profile }: Options, stop: AbortController): Promise<void> {
  return withTestbed(stop, { profile }, async (testbed) => {
    await loadEnded(testbed, rows, stop.signal);
    const report = await measure(testbed, rows, stop.signal);
    process.stdout.write(`\n${markdown(report)}`);
    if (!profile) await keepResults('completion', report, markdown(report));
  });
}

async function measure(testbed: Testbed, rows: number, signal: AbortSignal): Promise<Report> {
  const { databaseUrl, servers, cleanup } = testbed;
  const admin = await connect(atDatabase(databaseUrl, 'postgres'), cleanup);
  log('Copying the database');
  await testbed.database.end();
  const copyUrl = await copyDatabase(admin, databaseUrl);
  const database = await connect(databaseUrl, cleanup);

  const { url } = await servers.start('service', '../src/main.js');
  return underSteadyLoad(await lightLoad(url), signal, async (load) => {
    const nothing = () => sleep(WINDOW * 1_000, undefined, { signal });
    log('Completing all by one statement');
    // Under the same load as the job, and before it, so that both have the same competition.
    const baseline = await completePlainly(copyUrl);
    await dropCopy(admin);
    await sleep(SETTLE_TIME, undefined, { signal });

    const idle = await load.during(nothing);
    log('Completing all by the job');
    const during = await load.during(() => servers.runJob('auto-completion').result);
    const after = await load.during(nothing);
    const job = await jobTime(database);
    await assertNoneDue(database);
    return { rows, rate: LIGHT.rate, job, baseline, idle, during, after };
  });
}

/** Milliseconds of one UPDATE that writes what the job writes. */
async function completePlainly(url: string): Promise<number> {
  const cleanup = new Cleanup();
  try {
    const client = await connect(url, cleanup);
    const start = performance.now();
    await client.query(
      `UPDATE events SET status = 'COMPLETED', version = version + 1, updated_at = now() WHERE ${DUE}`,
    );
    return performance.now() - start;
  } finally {
    await cleanup.run();
  }
}

/** Milliseconds from the job's claim to its end, without the start of its process. */
async function jobTime(database: pg.Client): Promise<number> {
  const { rows } = await database.query<{ time: number }>(
    `SELECT (extract(epoch FROM finished_at - tick) * 1000)::float AS time FROM job_claims
     WHERE job = 'auto-completion' ORDER BY tick DESC LIMIT 1`,
  );
  return rows[0]!.time;
}

async function assertNoneDue(database: pg.Client): Promise<void> {
  const { rows } = await database.query<{ count: number }>(
    `SELECT count(*)::int AS count FROM events WHERE ${DUE}`,
  );
  if (rows[0]!.count > 0) throw new Error(`The job has left ${rows[0]!.count} ended events`);
}
