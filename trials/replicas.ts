import { setTimeout as sleep } from 'node:timers/promises';
import type { Testbed } from '../bench/testbed.js';
import { startInstances } from './instances.js';
import { Load } from './load.js';
import { startHaproxy } from './proxies.js';
import { startStandby } from './standby.js';

export const WRITES = 1_000;
export const DELAY = '500ms';

/** Clients look for what they have written in a list at once. Lists come from a standby that is behind. */
export async function replicas(testbed: Testbed, signal: AbortSignal) {
  const standby = await startStandby(testbed, { recovery_min_apply_delay: DELAY });
  const { urls } = await startInstances(testbed, 2, { DATABASE_READ_URL: standby.url });
  const url = await startHaproxy(testbed, urls);
  const before = await transactionsOf(standby.database);
  const load = new Load([url], true);
  while (load.ledger.count < WRITES) await sleep(100, undefined, { signal });
  const outcome = await load.settle(testbed.database);
  const statements = (await transactionsOf(standby.database)) - before;
  return {
    ...outcome,
    notes: [`the replica answered ${statements.toLocaleString('en')} statements`],
    faults: statements < WRITES / 2 ? ['the replica was not queried'] : [],
  };
}

/** Transactions that the service's database of a server has ended. */
async function transactionsOf(database: Testbed['database']): Promise<number> {
  await database.query('SELECT pg_stat_clear_snapshot()');
  const { rows } = await database.query(
    `SELECT xact_commit::float8 AS count FROM pg_stat_database WHERE datname = 'events'`,
  );
  return rows[0].count;
}
