import { setTimeout as sleep } from 'node:timers/promises';
import { type Latency, SteadyLoad } from '../load/steady-load.js';
import { signTokens } from '../load/tokens.js';
import { say } from '../progress.js';
import type { Bench } from './cases.js';
import { forgetFeed, type Pull, watchPull } from './pull.js';

/** The light load beside the pull: connections, and requests a second. */
export const LIGHT = { connections: 4, rate: 80 };
/** Seconds of it before the measurement, and those measured while the service waits for the feed. */
const WARM_UP = 8;
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
  say(`A service takes in ${events.toLocaleString('en')} new events and answers requests`);
  const bytes = await feed.hold({ events, changedEvery: 0 });
  const asked = feed.asked();
  const settings = {
    SCHEDULER_ENABLED: 'true',
    CAMPUS_FEED_URL: feed.url,
    FEED_MAX_MB: String(FEED_MAX_MB),
  };
  const { url, pid } = await servers.start('service', '../src/main.js', { settings });
  await asked;

  const tokens = await signTokens(LIGHT.connections);
  const shot = () => ({ method: 'GET' as const, path: '/events?limit=20', status: 200 });
  const load = new SteadyLoad({ url, tokens, rate: LIGHT.rate, shot });
  try {
    await sleep(WARM_UP * 1_000, undefined, { signal });
    load.reset();
    await sleep(IDLE * 1_000, undefined, { signal });
    const idle = load.measured();
    load.reset();
    const expected = { created: events, updated: 0, unchanged: 0 };
    const pull = await watchPull(feed, pid, expected, database, signal);
    return { events, bytes, pull, idle, during: load.measured() };
  } finally {
    await load.stop();
  }
}
