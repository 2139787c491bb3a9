import { load } from './data/loader.js';
import { measure, type Sample } from './full-load.js';
import { keepResults, log, MACHINE, table, thousands } from './report.js';
import { lineChart } from './svg.js';
import { type Testbed, withTestbed } from './testbed.js';
import { prepareFixture } from './works/fixture.js';
import { worksNamed } from './works/works.js';

/** Seconds of load before a measurement, for compilers and caches. */
const WARM_UP = 2;

interface Options {
  /** Events in the table, from the smallest to the largest. */
  sizes: number[];
  /** How long each work is measured at each size. */
  seconds: number;
  /** The works to measure, where not all are. Such a run leaves `bench/results` alone. */
  only?: string[];
}

interface Report extends Options {
  /** One sample for each size. */
  works: { title: string; name: string; samples: Sample[] }[];
}

/** Measures the same requests in ever larger tables, one at a time. */
export function runScale(options: Options, stop: AbortController): Promise<void> {
  return withTestbed(stop, {}, async (testbed) => {
    const report = await grow(testbed, options, stop.signal);
    process.stdout.write(`\n${markdown(report)}`);
    if (!options.only) await keepResults('scale', report, markdown(report), plot(report));
  });
}

async function grow(testbed: Testbed, options: Options, signal: AbortSignal): Promise<Report> {
  const works = worksNamed(options.only).map((work) => ({ work, samples: [] as Sample[] }));
  const service = await testbed.servers.startService('service');
  for (const [index, size] of options.sizes.entries()) {
    await load(testbed, { held: options.sizes[index - 1], size }, signal);
    // Each size has a caller of its own, whose inbox is always as large.
    const { database } = testbed;
    const fixture = await prepareFixture(database, [service], { connections: 1, rows: size, first: index });
    for (const { work, samples } of works) {
      await measure(work, service, fixture, WARM_UP, signal);
      samples.push(await measure(work, service, fixture, options.seconds, signal));
      log(`${work.title}: ${samples.at(-1)!.p50.toFixed(2)} ms`);
    }
  }
  return { ...options, works: works.map(({ work: { title, name }, samples }) => ({ title, name, samples })) };
}

function markdown({ sizes, seconds, works }: Report): string {
  const about =
    `\`npm run bench -- scale --sizes ${sizes} --seconds ${seconds}\`, one connection, ${MACHINE}. ` +
    'The median time of a request, with processor time of the service in brackets, in ms; then both as ratios to the ' +
    'smallest size. Notifications and applications grow with the events.\n';
  const [, ...larger] = sizes;
  return `${about}\n${table(
    [
      'work',
      ...sizes.map((size) => `${thousands(size)} events`),
      ...larger.map((size) => `ratio at ${thousands(size)}`),
    ],
    works.map(({ title, samples }) => [
      title,
      ...samples.map(({ p50, processor }) => `${p50.toFixed(2)} (${processor.toFixed(2)})`),
      ...samples.slice(1).map((sample) => {
        const ratio = (name: 'p50' | 'processor') => (sample[name] / samples[0]![name]).toFixed(2);
        return `${ratio('p50')} (${ratio('processor')})`;
      }),
    ]),
  )}`;
}

function plot({ sizes, works }: Report): string {
  return lineChart('Median time of a request, as a ratio to the smallest size', {
    x: sizes.map((size, index) => [index, `${thousands(size)} events`]),
    y: [0.5, 1, 2, 4, 8, 16].map((mark) => [Math.log(mark), `${mark}`]),
    series: works.map(({ name, samples }) => ({
      name,
      points: samples.map(({ p50 }, index) => [index, Math.log(p50 / samples[0]!.p50)]),
    })),
  });
}
