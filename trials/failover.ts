import { setTimeout as sleep } from 'node:timers/promises';
import type { Testbed } from '../bench/testbed.js';
import { startInstances } from './instances.js';
import { Load } from './load.js';
import { startPool } from './proxies.js';
import { configure, postmasterOf, startStandby } from './standby.js';

/** Milliseconds of load before the failure, and after the promotion. */
const BEFORE = 3_000;
const AFTER = 10_000;
/** Milliseconds without the standby before the primary dies. Statements are given up within them. */
const SILENCE = 4_000;
/** Milliseconds from the promotion to the first write at most. */
const RESUME_LIMIT = 3_000;

/** Cuts the standby off, kills the primary under load, and promotes the standby. */
export async function failOver(testbed: Testbed, signal: AbortSignal, state: 'sync' | 'async') {
  const standby = await startStandby(testbed);
  // After the copy: the standby, promoted, waits for no other.
  if (state === 'sync') await configure(testbed, { synchronous_standby_names: '*' });
  const sender = await senderOf(testbed, state);
  // DATABASE_URL names a proxy, which is pointed to the standby once that is promoted.
  const pool = await startPool(testbed, 10);
  const settings = { DATABASE_URL: pool.url, DATABASE_PREPARED: 'off', MIGRATE_ON_START: 'false' };
  const { urls } = await startInstances(testbed, 2, settings);
  const load = new Load(urls);
  await sleep(BEFORE, undefined, { signal });

  process.kill(sender, 'SIGSTOP');
  await sleep(SILENCE, undefined, { signal });
  process.kill(await postmasterOf(testbed), 'SIGKILL');
  // The embedded server would come back at once: it is told to stop in the same moment.
  const stopped = testbed.server.stop();
  process.kill(sender, 'SIGKILL');
  await stopped;

  await standby.database.query('SELECT pg_promote()');
  const before = load.ledger.count;
  const promotedAt = performance.now();
  const sincePromotion = () => performance.now() - promotedAt;
  await pool.pointTo(standby.url);
  while (load.ledger.count === before && sincePromotion() < AFTER) await sleep(20, undefined, { signal });
  const resumed = sincePromotion();
  await sleep(AFTER / 2, undefined, { signal });
  return {
    ...(await load.settle(standby.database)),
    notes: [`writes again ${(resumed / 1_000).toFixed(1)} s after the promotion`],
    faults: resumed > RESUME_LIMIT ? ['it did not write again within 3 s of the promotion'] : [],
  };
}

/** The process that sends to the standby, as soon as this is how the two work. */
async function senderOf({ database }: Testbed, state: 'sync' | 'async'): Promise<number> {
  for (;;) {
    const { rows } = await database.query<{ pid: number }>(
      `SELECT pid FROM pg_stat_replication WHERE state = 'streaming' AND (sync_state = 'async') = $1`,
      [state === 'async'],
    );
    if (rows[0]) return rows[0].pid;
    await sleep(50);
  }
}
