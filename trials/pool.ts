import { setTimeout as sleep } from 'node:timers/promises';
import { Instances } from './instances.js';
import { Load } from './load.js';
import { startPool } from './proxies.js';
import type { Trial } from './trial.js';

/** Milliseconds of load. */
const DURATION = 10_000;

/** A pool of one connection: whoever holds two at a time, or leaves something behind in a session, fails here. */
function poolOfOne(name: string, title: string, settings: Record<string, string>): Trial {
  return {
    ...{ name, title, needs: ['pgbouncer'], holds: ['lost', 'repeated', 'unavailable', 'errors', 'broken'] },
    async run(testbed, { pgbouncer }, signal) {
      const pool = await startPool(pgbouncer!, testbed, 1);
      const instances = await new Instances(testbed, { ...settings, DATABASE_URL: pool.url }).start(2);
      const load = new Load(instances.urls);
      await sleep(DURATION, undefined, { signal });
      return load.settle(testbed.database);
    },
  };
}

export const POOLS: Trial[] = [
  poolOfOne('pool', 'two instances migrate and serve through pgbouncer with one connection', {}),
  poolOfOne('pool-migrated', 'the same, migrated before', { MIGRATE_ON_START: 'false' }),
];
