import { setTimeout as sleep } from 'node:timers/promises';
import type { Testbed } from '../bench/testbed.js';
import { connect } from '../bench/testbed.js';
import { Instances } from './instances.js';
import { Load } from './load.js';
import { configure, postmasterOf } from './standby.js';
import type { Outcome, Trial } from './trial.js';

const INSTANCES = 2;
const KILLS_IN_A_ROW = 5;
/** Milliseconds of load before each. */
const BEFORE = 3_000;

/** Kills both instances and the database server at once, again and again, under load. */
async function killAll(
  testbed: Testbed,
  signal: AbortSignal,
  settings: Record<string, string>,
): Promise<Outcome> {
  await configure(testbed, settings);
  const instances = await new Instances(testbed).start(INSTANCES);
  const load = new Load(instances.urls);
  for (let time = 0; time < KILLS_IN_A_ROW; time += 1) {
    await sleep(BEFORE, undefined, { signal });
    const postmaster = await postmasterOf(testbed);
    const indexes = [...instances.servers.keys()];
    const ended = indexes.map((index) => instances.end(index, 'SIGKILL'));
    process.kill(postmaster, 'SIGKILL'); // its launcher starts it again
    await Promise.all(ended);
    await Promise.all(indexes.map((index) => instances.restart(index)));
  }
  await sleep(BEFORE, undefined, { signal });
  return load.settle(await connect(testbed.databaseUrl, testbed.cleanup));
}

export const KILLS: Trial[] = [
  {
    name: 'kill',
    title: 'both instances and the database get kill -9 at once, five times',
    needs: [],
    holds: ['lost', 'repeated', 'errors'],
    run: (testbed, _, signal) => killAll(testbed, signal, {}),
  },
  {
    name: 'kill-asynchronous',
    title: 'control: the same with synchronous_commit=off',
    needs: [],
    holds: 'control',
    run: (testbed, _, signal) =>
      killAll(testbed, signal, {
        synchronous_commit: 'off',
        // What is not forced to the disk stays in memory, as long as PostgreSQL allows.
        wal_writer_delay: '10s',
        wal_writer_flush_after: '1GB',
      }),
  },
];
