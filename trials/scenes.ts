import { setTimeout as sleep } from 'node:timers/promises';
import { connect, type Testbed } from '../bench/testbed.js';
import { startInstances } from './instances.js';
import { Load } from './load.js';
import { asShipped, startHaproxy, startPool } from './proxies.js';
import { configure, postmasterOf } from './standby.js';

/** Milliseconds of load between two failures: the proxy has to see that an instance is back. */
const PAUSE = 4_500;
const KILLS = 5;

/** A pool of one connection: whoever holds two at a time, or leaves something in a session, fails here. */
export async function poolOfOne(testbed: Testbed, signal: AbortSignal, settings: Record<string, string>) {
  const pool = await startPool(testbed, 1);
  const { urls } = await startInstances(testbed, 2, { ...settings, DATABASE_URL: pool.url });
  const load = new Load(urls);
  await sleep(2 * PAUSE, undefined, { signal });
  return load.settle(testbed.database);
}

/** Recorded as by a newer build, whose schema this one serves. */
const NEWER = `INSERT INTO migrations (timestamp, name) VALUES (1999000000000, 'OfANewerBuild1999000000000')`;

/** Restarts four instances behind haproxy one after the other, on the schema of a newer build. */
export async function restartAll(testbed: Testbed, signal: AbortSignal, drain: number, checks = asShipped) {
  const settings = { DATABASE_POOL_SIZE: '5', DRAIN_SECONDS: `${drain}` };
  const { urls, restart } = await startInstances(testbed, 4, settings);
  const load = new Load([await startHaproxy(testbed, urls, checks)]);
  await testbed.database.query(NEWER);
  for (const index of urls.keys()) {
    await sleep(PAUSE, undefined, { signal });
    await restart(index, 'SIGTERM');
  }
  await sleep(PAUSE, undefined, { signal });
  return load.settle(testbed.database);
}

/** Kills both instances and the database server at once, again and again. */
export async function killAll(testbed: Testbed, signal: AbortSignal, settings: Record<string, string>) {
  await configure(testbed, settings);
  const { urls, restart } = await startInstances(testbed, 2);
  const load = new Load(urls);
  for (let time = 0; time < KILLS; time += 1) {
    await sleep(PAUSE, undefined, { signal });
    const postmaster = await postmasterOf(testbed);
    const restarted = [0, 1].map((index) => restart(index, 'SIGKILL'));
    process.kill(postmaster, 'SIGKILL'); // its launcher starts it again
    await Promise.all(restarted);
  }
  await sleep(PAUSE, undefined, { signal });
  return load.settle(await connect(testbed.databaseUrl, testbed.cleanup));
}
