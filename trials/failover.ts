import { setTimeout as sleep } from 'node:timers/promises';
import type { Testbed } from '../bench/testbed.js';
import type { EmbeddedServer } from '../src/database/embedded/embedded-postgres.js';
import { Instances } from './instances.js';
import { Load } from './load.js';
import type { Found } from './programs.js';
import { startPool } from './proxies.js';
import { configure, postmasterOf, type Standby, startStandby } from './standby.js';
import type { Outcome, Trial } from './trial.js';

/** Milliseconds of load before the failure, and after the promotion. */
const BEFORE = 3_000;
const AFTER = 10_000;
/** Milliseconds that the way to the standby is silent before the primary dies. Statements are given up within them. */
const SILENCE = 4_000;
/** Milliseconds from the promotion to the first write at most. */
const RESUME_LIMIT = 3_000;

/** How the instances find the server that writes. */
interface Way {
  url: string;
  /** Called after the promotion. */
  promoted(): Promise<void>;
}
type WayOf = (testbed: Testbed, standby: Standby, programs: Found) => Promise<Way>;

const byHosts: WayOf = async ({ server }, standby) => {
  const [first, second] = [new URL(server.url), new URL(standby.url)];
  const hosts = `${first.host},${second.host}`;
  return {
    url: `postgres://${first.username}:${first.password}@${hosts}/events?target_session_attrs=read-write`,
    promoted: async () => undefined,
  };
};

const byPool: WayOf = async (testbed, standby, { pgbouncer }) => {
  const pool = await startPool(pgbouncer!, testbed, 10);
  return { url: pool.url, promoted: () => pool.pointTo(standby.url) };
};

async function failOver(
  testbed: Testbed,
  programs: Found,
  signal: AbortSignal,
  { wayOf, isSynchronous }: { wayOf: WayOf; isSynchronous: boolean },
): Promise<Outcome> {
  const standby = await startStandby(testbed);
  // After the copy: the standby, promoted, waits for no other.
  if (isSynchronous) await configure(testbed, { synchronous_standby_names: '*' });
  const sender = await senderOf(testbed, isSynchronous ? 'sync' : 'async', signal);
  const way = await wayOf(testbed, standby, programs);
  const instances = await new Instances(testbed, {
    DATABASE_URL: way.url,
    // The pool may know the server as it was before.
    MIGRATE_ON_START: 'false',
  }).start(2);
  const load = new Load(instances.urls);
  await sleep(BEFORE, undefined, { signal });

  process.kill(sender, 'SIGSTOP');
  await sleep(SILENCE, undefined, { signal });
  const stopped = killForGood(testbed.server, await postmasterOf(testbed));
  process.kill(sender, 'SIGKILL');
  await stopped;

  await standby.database.query('SELECT pg_promote()');
  const before = load.ledger.count;
  const promotedAt = performance.now();
  await way.promoted();
  while (load.ledger.count === before && performance.now() - promotedAt < AFTER)
    await sleep(20, undefined, { signal });
  const resumed = performance.now() - promotedAt;
  await sleep(AFTER / 2, undefined, { signal });
  const outcome = await load.settle(standby.database);
  return {
    ...outcome,
    notes: [`writes again ${(resumed / 1_000).toFixed(1)} s after the promotion`],
    faults: resumed > RESUME_LIMIT ? ['it did not write again within 3 s of the promotion'] : [],
  };
}

/** The process that sends to the standby, as soon as this is how the two work. */
async function senderOf(
  { database }: Testbed,
  state: 'sync' | 'async',
  signal: AbortSignal,
): Promise<number> {
  for (;;) {
    const { rows } = await database.query<{ pid: number }>(
      `SELECT pid FROM pg_stat_replication WHERE state = 'streaming' AND (sync_state = 'async') = $1`,
      [state === 'async'],
    );
    if (rows[0]) return rows[0].pid;
    await sleep(50, undefined, { signal });
  }
}

/** The embedded server would come back at once: it is told to stop in the same moment. */
function killForGood(server: EmbeddedServer, pid: number): Promise<void> {
  process.kill(pid, 'SIGKILL');
  return server.stop();
}

const failover = (
  trial: Pick<Trial, 'name' | 'title' | 'needs' | 'holds'>,
  options: { wayOf: WayOf; isSynchronous: boolean },
): Trial => ({
  ...trial,
  run: (testbed, programs, signal) => failOver(testbed, programs, signal, options),
});

export const FAILOVERS: Trial[] = [
  failover(
    {
      name: 'failover',
      title: 'the primary dies; DATABASE_URL names the synchronous standby, too, which is promoted',
      needs: [],
      holds: ['lost', 'repeated', 'errors'],
    },
    { wayOf: byHosts, isSynchronous: true },
  ),
  failover(
    {
      name: 'failover-pool',
      title: 'the same behind pgbouncer, which is pointed to the standby',
      needs: ['pgbouncer'],
      holds: ['lost', 'repeated', 'errors'],
    },
    { wayOf: byPool, isSynchronous: true },
  ),
  failover(
    {
      name: 'failover-asynchronous',
      title: 'control: the same with an asynchronous standby',
      needs: ['pgbouncer'],
      holds: 'control',
    },
    { wayOf: byPool, isSynchronous: false },
  ),
];
