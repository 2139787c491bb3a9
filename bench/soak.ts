import { setTimeout as sleep } from 'node:timers/promises';
import { load } from './data/loader.js';
import { memoryOf } from './process-stats.js';
import { keepResults, log, MACHINE, megabytes, table, thousands } from './report.js';
import { type Latency, steadyLoad } from './steady-load.js';
import { lineChart } from './svg.js';
import { withTestbed } from './testbed.js';
import { prepareFixture } from './works/fixture.js';
import { WORKS } from './works/works.js';

const CONNECTIONS = 8;
/** Seconds of load before the first sample, for compilers and caches; and between two samples. */
const WARM_UP = 30;
const EVERY = 5;
const MIB = 2 ** 20;

interface Options {
  rows: number;
  /** How long memory is watched, after the warm-up. */
  minutes: number;
  /** Requests a second. */
  rate: number;
}

interface Report extends Options {
  /** Resident bytes at a time in seconds since the warm-up. */
  samples: { seconds: number; memory: number }[];
  peak: number;
  latency: Latency;
}

/** Shows whether the memory of the service grows under a steady load of all works. */
export function runSoak(options: Options, stop: AbortController): Promise<void> {
  const { signal } = stop;
  return withTestbed(stop, {}, async ({ servers, database, ...testbed }) => {
    await load({ servers, database, ...testbed }, { size: options.rows }, signal);
    const service = await servers.startService('service');
    const fixture = await prepareFixture(database, [service], {
      connections: CONNECTIONS,
      rows: options.rows,
    });
    const run = (seconds: number) =>
      steadyLoad(WORKS, service, fixture, { rate: options.rate, seconds }, signal);
    log('Warming up');
    await run(WARM_UP);
    log(`Watching the memory for ${options.minutes} minutes`);
    const samples: Report['samples'] = [];
    const watch = async () => {
      for (let seconds = 0; seconds <= options.minutes * 60; seconds += EVERY) {
        samples.push({ seconds, memory: (await memoryOf(service.pid)).now });
        await sleep(EVERY * 1_000, undefined, { signal });
      }
    };
    const [latency] = await Promise.all([run(options.minutes * 60), watch()]);
    const { peak } = await memoryOf(service.pid);
    const report = { ...options, samples, peak, latency };
    process.stdout.write(`\n${markdown(report)}`);
    await keepResults('soak', report, markdown(report), plot(report));
  });
}

function markdown({ rows, minutes, rate, samples, peak, latency }: Report): string {
  const about =
    `\`npm run bench -- soak --rows ${rows} --minutes ${minutes} --rate ${rate}\`, ${MACHINE}. ` +
    `All works in turn, after ${WARM_UP} s of the same: ${thousands(latency.requests)} requests, all answered well, p50 ` +
    `${latency.p50.toFixed(1)} ms, p99 ${latency.p99.toFixed(1)} ms. Garbage that is not collected yet counts.\n`;
  const [start, end] = [samples[0]!.memory, samples.at(-1)!.memory];
  const figures = [start, end, peak].map(megabytes);
  return `${about}\n${table(['resident memory', 'start', 'end', 'peak'], [['service', ...figures]])}`;
}

function plot({ samples, peak, minutes, rate }: Report): string {
  const most = Math.ceil(peak / MIB / 50);
  const step = Math.ceil(minutes / 10);
  return lineChart(`Resident memory of the service at ${rate} requests a second`, {
    x: Array.from({ length: Math.ceil(minutes / step) + 1 }, (_, at) => [at * step * 60, `${at * step} min`]),
    y: Array.from({ length: most + 1 }, (_, at) => [at * 50, `${at * 50} MB`]),
    series: [{ name: 'service', points: samples.map(({ seconds, memory }) => [seconds, memory / MIB]) }],
  });
}
