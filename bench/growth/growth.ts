import { setTimeout as sleep } from 'node:timers/promises';
import { Loader } from '../data/loader.js';
import { LIGHT, lightLoad } from '../load/light-load.js';
import { underSteadyLoad } from '../load/steady-load.js';
import { log } from '../progress.js';
import { keepResults } from '../results.js';
import { percentile } from '../statistics.js';
import { type Testbed, withTestbed } from '../testbed.js';
import { signTokens } from '../tokens.js';
import { markdown, type Report, type SizeResult } from './report.js';
import { dueNotifications, inboxes, openEvents, views } from './tables.js';

/** Seconds of reads before the purge. */
const WINDOW = 10;
/** Views of one event by one user. */
const VIEWS = 2_000;

interface Options {
  sizes: number[];
  /** The part that is measured; all where it is left out. */
  only?: string;
}

interface Stage extends Testbed {
  loader: Loader;
  signal: AbortSignal;
  /** A request as the first caller. @returns milliseconds, and the id of what was made */
  ask(method: string, path: string, body?: object): Promise<{ time: number; id: string }>;
}

type Measure = (stage: Stage, size: number) => Promise<Partial<SizeResult>>;

const PARTS: Record<string, Measure> = {
  purge: measurePurge,
  view: measureViews,
  deletion: measureDeletion,
  categories: measureCategories,
};

export const PART_NAMES = Object.keys(PARTS);

/** Measures what grows without end, at several sizes: how it is written, counted and removed. */
export function runGrowth({ sizes, only }: Options, stop: AbortController): Promise<void> {
  return withTestbed(stop, {}, async (testbed) => {
    const loader = new Loader(testbed.databaseUrl, testbed.cleanup, stop.signal);
    const report: Report = { sizes: [] };
    for (const size of sizes) {
      // Each with a service of its own, which has counted no categories yet.
      const { url } = await testbed.servers.start('service', '../src/main.js');
      const stage = { ...testbed, loader, signal: stop.signal, ask: await asker(url) };
      const result: SizeResult = { size };
      for (const [name, measure] of Object.entries(PARTS)) {
        if (only !== undefined && only !== name) continue;
        log(`Measuring ${name} at ${size.toLocaleString('en')}`);
        Object.assign(result, await measure({ ...stage }, size));
      }
      report.sizes.push(result);
      process.stdout.write(`\n${markdown(report)}`);
    }
    if (only === undefined) await keepResults('growth', report, markdown(report));
  });
}

async function asker(url: string): Promise<Stage['ask']> {
  const [token] = await signTokens(1);
  return async (method, path, body) => {
    const headers = {
      authorization: `Bearer ${token}`,
      ...(body && { 'content-type': 'application/json' }),
    };
    const start = performance.now();
    const answer = await fetch(url + path, { method, headers, body: body && JSON.stringify(body) });
    const text = await answer.text();
    const time = performance.now() - start;
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${text}`);
    return { time, id: text ? JSON.parse(text).id : '' };
  };
}

const newEvent = {
  ...{ title: 'Board games', description: 'Bring a friend.', type: 'EVENT', location: { name: 'Union' } },
  startAt: '2031-03-01T18:00:00.000Z',
};

async function measurePurge({ loader, servers, database, signal }: Stage, size: number) {
  await database.query('TRUNCATE notifications');
  await loader.fill('notifications', dueNotifications(size), inboxes(LIGHT.connections));
  const { url } = await servers.start('service', '../src/main.js');
  const load = await lightLoad(url);
  const request = () => ({ method: 'GET' as const, path: '/notifications?limit=20', status: 200 });
  return underSteadyLoad({ ...load, request }, signal, async (reads) => {
    const idle = await reads.during(() => sleep(WINDOW * 1_000, undefined, { signal }));
    const during = await reads.during(() => servers.runJob('purge').result);
    const { rows } = await database.query<{ count: number }>(
      `SELECT count(*)::int FROM notifications WHERE created_at < now() - interval '365 days'`,
    );
    if (rows[0]!.count > 0) throw new Error(`The purge has left ${rows[0]!.count} notifications`);
    return { purge: { time: await jobTime(database, 'purge'), idle, during } };
  });
}

async function measureViews({ loader, database, ask, signal }: Stage, size: number) {
  await database.query('TRUNCATE interactions');
  await loader.fill('interactions', views(size));
  const { id } = await ask('POST', '/events', newEvent);
  const updates = async () => {
    await sleep(1_500, undefined, { signal }); // sessions report what they have done once a second
    const { rows } = await database.query<{ all: number; hot: number }>(
      `SELECT n_tup_upd::int AS all, n_tup_hot_upd::int AS hot FROM pg_stat_user_tables WHERE relname = 'interactions'`,
    );
    return rows[0]!;
  };
  const before = await updates();
  const times: number[] = [];
  for (let n = 0; n < VIEWS; n += 1)
    times.push((await ask('POST', `/events/${id}/interactions`, { action: 'VIEW' })).time);
  const after = await updates();
  return {
    view: { p50: percentile(times, 0.5), heapOnly: (after.hot - before.hot) / (after.all - before.all) },
  };
}

async function measureDeletion({ loader, servers, database, ask }: Stage, size: number) {
  await database.query('TRUNCATE interactions');
  const { id } = await ask('POST', '/events', newEvent);
  await loader.fill('interactions', views(size, id));
  const { time } = await ask('DELETE', `/events/${id}`);
  await servers.runJob('event-removal').result;
  const { rows } = await database.query<{ count: number }>('SELECT count(*)::int FROM interactions');
  if (rows[0]!.count > 0) throw new Error(`The job has left ${rows[0]!.count} interactions`);
  return { deletion: { request: time, job: await jobTime(database, 'event-removal') } };
}

async function measureCategories({ loader, database, ask }: Stage, size: number) {
  await database.query('TRUNCATE events');
  await loader.fill('events', openEvents(size));
  return { categories: (await ask('GET', '/categories')).time };
}

/** Milliseconds from a job's claim to its end, without the start of its process. */
async function jobTime(database: Testbed['database'], job: string): Promise<number> {
  const { rows } = await database.query<{ time: number }>(
    `SELECT (extract(epoch FROM finished_at - tick) * 1000)::float AS time FROM job_claims
     WHERE job = $1 ORDER BY tick DESC LIMIT 1`,
    [job],
  );
  return rows[0]!.time;
}
