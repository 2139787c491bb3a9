import { setTimeout as sleep } from 'node:timers/promises';
import { load } from './data/loader.js';
import { memoryOf } from './process-stats.js';
import { keepResults, log, MACHINE, megabytes, table, thousands } from './report.js';
import { type Latency, steadyLoad } from './steady-load.js';
import { withTestbed } from './testbed.js';
import { prepareFixture } from './works/fixture.js';
import { WORKS } from './works/works.js';

const CONNECTIONS = 8;
/** The options of Node in a container of `deploy/kubernetes.yaml`, and in its image. It has 384 MiB. */
const LIMITS = '--max-old-space-size=288 --max-semi-space-size=16';
/** Seconds of load before the first sample, for compilers and caches; and between two samples. */
const WARM_UP = 30;
const EVERY = 5;

/** Events in the table, how long memory is watched after the warm-up, and requests a second. */
type Options = { rows: number; minutes: number; rate: number };
/** Resident bytes after so many seconds, and at the peak. */
type Report = Options & { samples: { seconds: number; memory: number }[]; peak: number; latency: Latency };

/** Shows whether the memory of the service grows under a steady load of all works. */
export function runSoak(options: Options, stop: AbortController): Promise<void> {
  const { rows, minutes, rate } = options;
  return withTestbed(stop, {}, async (testbed) => {
    await load(testbed, rows);
    const service = await testbed.servers.startService('service', { settings: { NODE_OPTIONS: LIMITS } });
    const fixture = await prepareFixture(testbed, [service], { connections: CONNECTIONS, rows });
    const steady = { works: WORKS, server: service, fixture, signal: stop.signal };
    const run = (seconds: number) => steadyLoad(steady, { rate, seconds });
    log('Warming up');
    await run(WARM_UP);
    log(`Watching the memory for ${minutes} minutes`);
    const samples: Report['samples'] = [];
    const watch = async () => {
      for (let seconds = 0; seconds <= minutes * 60; seconds += EVERY) {
        samples.push({ seconds, memory: (await memoryOf(service.pid)).now });
        await sleep(EVERY * 1_000, undefined, { signal: stop.signal });
      }
    };
    const [latency] = await Promise.all([run(minutes * 60), watch()]);
    const report = { ...options, samples, peak: (await memoryOf(service.pid)).peak, latency };
    process.stdout.write(`\n${markdown(report)}`);
    await keepResults('soak', report, markdown(report));
  });
}

function markdown({ rows, minutes, rate, samples, peak, latency }: Report): string {
  const about =
    `\`npm run bench -- soak --rows ${rows} --minutes ${minutes} --rate ${rate}\`, ${MACHINE}.\n` +
    `All works in turn, after ${WARM_UP} s of the same: ${thousands(latency.requests)} requests, all answered well, p50\n` +
    `${latency.p50.toFixed(1)} ms, p99 ${latency.p99.toFixed(1)} ms. Garbage that is not collected yet counts.\n`;
  const figures = [samples[0]!.memory, samples.at(-1)!.memory, peak].map(megabytes);
  return `${about}\n${table(['resident memory', 'start', 'end', 'peak'], [['service', ...figures]])}`;
}
