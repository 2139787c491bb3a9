import { failOver } from './failover.js';
import { byDefault } from './proxies.js';
import { DELAY, replicas, WRITES } from './replicas.js';
import { restore } from './restore.js';
import { killAll, poolOfOne, restartAll } from './scenes.js';
import type { Count, Trial } from './trial.js';
import { deliverAll, NOTIFICATIONS } from './webhook.js';

/** Clients see a failure, and send a write again; nothing may come of that. */
const SAFE: Count[] = ['lost', 'repeated', 'errors'];
/** Clients see nothing at all. */
const UNNOTICED: Count[] = [...SAFE, 'unavailable', 'broken'];
/** What is not forced to the disk stays in memory, as long as PostgreSQL allows. */
const UNFORCED = { synchronous_commit: 'off', wal_writer_delay: '10s', wal_writer_flush_after: '1GB' };

/** All that `npm run trials` does, by name. */
export const TRIALS: Record<string, Trial> = {
  pool: {
    title: 'two instances migrate and serve through pgbouncer with one connection',
    holds: UNNOTICED,
    run: (testbed, signal) => poolOfOne(testbed, signal, {}),
  },
  'pool-migrated': {
    title: 'the same, migrated before',
    holds: UNNOTICED,
    run: (testbed, signal) => poolOfOne(testbed, signal, { MIGRATE_ON_START: 'false' }),
  },
  'rolling-restart': {
    title:
      'four instances behind haproxy are restarted one after the other (`deploy/haproxy.cfg`, `DRAIN_SECONDS=3`)',
    holds: UNNOTICED,
    run: (testbed, signal) => restartAll(testbed, signal, 3),
  },
  'rolling-restart-defaults': {
    title: 'the same with the checks that haproxy has by default, and no second try (`DRAIN_SECONDS=8`)',
    holds: UNNOTICED,
    run: (testbed, signal) => restartAll(testbed, signal, 8, byDefault),
  },
  failover: {
    title: 'the primary dies behind pgbouncer, which is pointed to the synchronous standby, once promoted',
    holds: SAFE,
    run: (testbed, signal) => failOver(testbed, signal, 'sync'),
  },
  'failover-asynchronous': {
    title: 'control: the same with an asynchronous standby',
    holds: 'control',
    run: (testbed, signal) => failOver(testbed, signal, 'async'),
  },
  kill: {
    title: 'both instances and the database get kill -9 at once, five times',
    holds: SAFE,
    run: (testbed, signal) => killAll(testbed, signal, {}),
  },
  'kill-asynchronous': {
    title: 'control: the same with synchronous_commit=off',
    holds: 'control',
    run: (testbed, signal) => killAll(testbed, signal, UNFORCED),
  },
  replicas: {
    title: `two instances behind haproxy read lists from a replica held ${DELAY} behind: ${WRITES.toLocaleString('en')} writes, each looked for in a list at once`,
    holds: UNNOTICED,
    run: replicas,
  },
  restore: {
    title:
      'what clients wrote is restored to the moment before all events are deleted, from a folder that is moved, and from a dump (`deploy/backup.sh`)',
    holds: UNNOTICED,
    run: restore,
  },
  webhook: {
    title: `${NOTIFICATIONS.toLocaleString('en')} notifications go to a receiver that fails for a third, while the service gets kill -9 three times`,
    holds: SAFE,
    run: deliverAll,
  },
};
