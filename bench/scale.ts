import { load } from './data/loader.js';
import { measure, type Sample } from './full-load.js';
import { keepResults, log, MACHINE, table, thousands } from './report.js';
import { type Testbed, withTestbed } from './testbed.js';
import { prepareFixture } from './works/fixture.js';
import { chosen, WORKS, type Work } from './works/works.js';

/** Seconds of load before a measurement, for compilers and caches. */
const WARM_UP = 2;

/** Events in the table from the smallest to the largest, and how long each work is measured at each size. */
type Options = { sizes: number[]; seconds: number; only?: string[] };
/** One sample for each size. */
type Result = { title: string; name: string; samples: Sample[] };

/** Measures the same requests in ever larger tables, one at a time. A run of some works only prints. */
export function runScale(options: Options, stop: AbortController): Promise<void> {
  const works = chosen(WORKS, options.only);
  return withTestbed(stop, {}, async (testbed) => {
    const results = await grow(testbed, works, options);
    const report = markdown(options, results);
    process.stdout.write(`\n${report}`);
    if (!options.only) await keepResults('scale', { ...options, results }, report);
  });
}

async function grow(testbed: Testbed, works: Work[], { sizes, seconds }: Options): Promise<Result[]> {
  const results = works.map(({ title, name }): Result => ({ title, name, samples: [] }));
  const service = await testbed.servers.startService('service');
  for (const [index, rows] of sizes.entries()) {
    await load(testbed, rows, sizes[index - 1]);
    // Each size has a caller of its own, whose inbox is always as large.
    const fixture = await prepareFixture(testbed, [service], { connections: 1, rows, first: index });
    for (const [at, work] of works.entries()) {
      const target = { ...testbed, server: service, fixture };
      await measure(work, target, WARM_UP);
      const sample = await measure(work, target, seconds);
      results[at]!.samples.push(sample);
      log(`${work.title}: ${sample.p50.toFixed(2)} ms`);
    }
  }
  return results;
}

function markdown({ sizes, seconds }: Options, results: Result[]): string {
  const about =
    `\`npm run bench -- scale --sizes ${sizes} --seconds ${seconds}\`, one connection, ${MACHINE}.\n` +
    'The median time of a request, with processor time of the service in brackets, in ms; then both as ratios to the\n' +
    'smallest size. Notifications and applications grow with the events.\n';
  const events = sizes.map((size) => `${thousands(size)} events`);
  const head = ['work', ...events, ...events.slice(1).map((size) => `ratio at ${size}`)];
  const shown = (sample: Sample, { p50, processor }: { p50: number; processor: number }) =>
    `${(sample.p50 / p50).toFixed(2)} (${(sample.processor / processor).toFixed(2)})`;
  const lines = results.map(({ title, samples }) => [
    title,
    ...samples.map((sample) => shown(sample, { p50: 1, processor: 1 })),
    ...samples.slice(1).map((sample) => shown(sample, samples[0]!)),
  ]);
  return `${about}\n${table(head, lines)}`;
}
