import { setTimeout as sleep } from 'node:timers/promises';
import { loadEvents } from '../data/events.js';
import { Loader } from '../data/loader.js';
import { type Act, Mix } from '../load/mix.js';
import { SteadyLoad } from '../load/steady-load.js';
import { signTokens } from '../load/tokens.js';
import { ownMemory, resident } from '../process-stats.js';
import { say } from '../progress.js';
import { keepResults } from '../results.js';
import type { Server, Servers } from '../servers.js';
import { type Testbed, withTestbed } from '../testbed.js';
import type { Options } from './command.js';
import { memoryPlot } from './plot.js';
import { type Held, markdown, type Report, type Sample } from './report.js';

const CONNECTIONS = 8;
const ACTS: Act[] = ['list', 'one', 'create', 'one', 'list', 'apply', 'one', 'change'];
/** Events that the load reads one by one. */
const NAMED_EVENTS = 5_000;
/** Seconds of load before the first sample, for compilers and caches. */
const WARM_UP = 60;
/** Seconds between two samples. */
const EVERY = 10;

/** Shows whether a service's memory grows under a steady load. */
export function runSoak(options: Options, stop: AbortController): Promise<void> {
  return withTestbed(stop, {}, async (testbed) => {
    const { databaseUrl, cleanup } = testbed;
    await loadEvents(new Loader(databaseUrl, cleanup, stop.signal), 0, options.rows);
    const report = await measure(testbed, options, stop.signal);
    process.stdout.write(`\n${markdown(report)}`);
    await keepResults('soak', report, markdown(report), memoryPlot(report.samples));
  });
}

async function measure(
  { database, servers }: Testbed,
  { minutes, rate, rows }: Options,
  signal: AbortSignal,
): Promise<Report> {
  const named = await database.query<{ id: string }>('SELECT id FROM events ORDER BY random() LIMIT $1', [
    NAMED_EVENTS,
  ]);
  say('Starting the service');
  const service = await servers.start('service', '../src/main.js', { collects: true });
  const tokens = await signTokens(CONNECTIONS);
  const mix = new Mix(
    ACTS,
    named.rows.map(({ id }) => id),
    CONNECTIONS,
  );
  const load = new SteadyLoad({
    ...{ url: service.url, tokens, rate },
    shot: (connection) => mix.next(connection),
    answered: (connection, shot, text) => mix.answered(connection, shot, text),
  });
  try {
    say('Warming up');
    await sleep(WARM_UP * 1_000, undefined, { signal });
    const before = await weigh(servers, service);
    load.reset();
    say(`Watching the memory for ${minutes} minutes`);
    const samples: Sample[] = [];
    const start = performance.now();
    while (samples.length < (minutes * 60) / EVERY) {
      await sleep(Math.max(0, start + samples.length * EVERY * 1_000 - performance.now()), undefined, {
        signal,
      });
      const seconds = (performance.now() - start) / 1_000;
      samples.push({ seconds, memory: await resident(service.pid) });
    }
    const latency = load.measured();
    return { minutes, rate, rows, samples, latency, before, after: await weigh(servers, service) };
  } finally {
    await load.stop();
  }
}

async function weigh(servers: Servers, service: Server): Promise<Held> {
  await servers.collectGarbage(service);
  return { memory: await resident(service.pid), ownMemory: await ownMemory(service.pid) };
}
