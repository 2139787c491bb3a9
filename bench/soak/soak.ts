import { setTimeout as sleep } from 'node:timers/promises';
import { loadEvents, randomEvents } from '../data/events.js';
import { Loader } from '../data/loader.js';
import { Mix, type RequestKind } from '../load/mix.js';
import { type SteadyLoadOptions, underSteadyLoad } from '../load/steady-load.js';
import { resident } from '../process-stats.js';
import { log } from '../progress.js';
import { keepResults } from '../results.js';
import { type Testbed, withTestbed } from '../testbed.js';
import { signTokens } from '../tokens.js';
import { memoryPlot } from './plot.js';
import { type MemorySample, markdown, type Report } from './report.js';

const CONNECTIONS = 8;
const CYCLE: RequestKind[] = ['list', 'one', 'create', 'one', 'list', 'apply', 'one', 'change'];
/** Events that the load reads one by one. */
const NAMED_EVENTS = 5_000;
/** Seconds of load before the first sample, for compilers and caches. */
const WARM_UP = 60;
/** Seconds between two samples. */
const EVERY = 10;

interface Options {
  /** How long memory is watched, after the warm-up. */
  minutes: number;
  /** Requests a second. */
  rate: number;
  /** Events in the table. */
  rows: number;
}

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
  const ids = await randomEvents(database, NAMED_EVENTS);
  log('Starting the service');
  const service = await servers.start('service', '../src/main.js', { collects: true });
  const tokens = await signTokens(CONNECTIONS);
  const mix = new Mix(CYCLE, ids, CONNECTIONS);
  const load: SteadyLoadOptions = {
    ...{ url: service.url, tokens, rate, warmUp: WARM_UP },
    request: (connection) => mix.next(connection),
    onAnswer: (connection, request, text) => mix.onAnswer(connection, request, text),
  };
  log('Warming up');
  return underSteadyLoad(load, signal, async (load) => {
    const before = await servers.heldMemory(service);
    log(`Watching the memory for ${minutes} minutes`);
    const samples: MemorySample[] = [];
    const latency = await load.during(async () => {
      const start = performance.now();
      while (samples.length < (minutes * 60) / EVERY) {
        const wait = start + samples.length * EVERY * 1_000 - performance.now();
        await sleep(Math.max(0, wait), undefined, { signal });
        const seconds = (performance.now() - start) / 1_000;
        samples.push({ seconds, memory: await resident(service.pid) });
      }
    });
    return { minutes, rate, rows, samples, latency, before, after: await servers.heldMemory(service) };
  });
}
