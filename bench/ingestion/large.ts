import { setTimeout as sleep } from 'node:timers/promises';
import { lightLoad } from '../load/light-load.js';
import { type Latency, underSteadyLoad } from '../load/steady-load.js';
import { log } from '../progress.js';
import type { Bench } from './cases.js';
import { forgetFeed, type Pull, watchPull } from './pull.js';

/** Seconds of the light load that are measured while the service waits for the feed. */
const IDLE = 20;
const FEED_MAX_MB = 512;

/** What taking in a large feed showed. */
export interface LargeResult {
  events: number;
  /** Of the feed's answer, unpacked. */
  bytes: number;
  pull: Pull;
  /** Of `GET /events` in the process that ingests, before and meanwhile. */
  idle: Latency;
  during: Latency;
}

/** Has a service take a large feed in, at its start as scheduled, while it answers requests. */
export async function measureLarge(bench: Bench, events: number): Promise<LargeResult> {
  const { database, servers, feed, signal } = bench;
  await forgetFeed(database);
  log(`A service takes in ${events.toLocaleString('en')} new events and answers requests`);
  const bytes = await feed.prepare({ events, changedEvery: 0 });
  const requested = feed.requested();
  const settings = {
    SCHEDULER_ENABLED: 'true',
    CAMPUS_FEED_URL: feed.url,
    FEED_MAX_MB: String(FEED_MAX_MB),
  };
  const { url, pid } = await servers.start('service', '../src/main.js', { settings });
  await requested;

  return underSteadyLoad(await lightLoad(url), signal, async (load) => {
    const idle = await load.during(() => sleep(IDLE * 1_000, undefined, { signal }));
    const expected = { created: events, updated: 0, unchanged: 0 };
    const pulling = watchPull(feed, pid, expected, database, signal);
    const during = await load.during(() => pulling);
    return { events, bytes, pull: await pulling, idle, during };
  });
}
