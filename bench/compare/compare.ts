import { load } from '../data/loader.js';
import { measure, medians, type Sample } from '../full-load.js';
import { type Memory, memoryOf } from '../process-stats.js';
import { keepResults, log, MACHINE, median, megabytes, table, thousands } from '../report.js';
import { lineChart } from '../svg.js';
import { type Testbed, withTestbed } from '../testbed.js';
import { prepareFixture } from '../works/fixture.js';
import { type Work, worksNamed } from '../works/works.js';
import { startAll } from './baselines.js';
import { assertSameAnswers } from './same-answers.js';

/** Connections of the load. Each has a user and requests of its own. */
const CONNECTIONS = 32;
/** Seconds of load before the first measurement of a work, for compilers and caches. */
const WARM_UP = 2;
const BASELINES = { node: 'Node', go: 'Go', nest: 'Nest' };

interface Options {
  /** Events in the table. */
  rows: number;
  /** How often each server is measured, and for how long each time. */
  rounds: number;
  seconds: number;
  /** The works to measure, where not all are. Such a run, or one with a profiler in it, leaves `bench/results` alone. */
  only?: string[];
  /** The folder for the CPU profile of the service. */
  profile?: string;
}

interface Result {
  title: string;
  name: string;
  /** By the name of the server. */
  samples: Record<string, Sample>;
  /** Requests a second of the service to those of a baseline, round by round. */
  ratios: Record<string, number[]>;
}

interface Report extends Options {
  works: Result[];
  memory: Record<string, { rest: Memory; end: Memory }>;
}

/**
 * Measures the service beside the baselines.
 * @throws Error when they answer differently, or one answers a request of the load badly
 */
export function runCompare(options: Options, stop: AbortController): Promise<void> {
  const works = worksNamed(options.only);
  return withTestbed(stop, { profile: options.profile }, async (testbed) => {
    const report = await compare(testbed, works, options, stop.signal);
    process.stdout.write(`\n${markdown(report)}`);
    if (!options.only && !options.profile)
      await keepResults('compare', report, markdown(report), plot(report));
  });
}

async function compare(
  testbed: Testbed,
  works: Work[],
  options: Options,
  signal: AbortSignal,
): Promise<Report> {
  const { database, servers: starter, cleanup } = testbed;
  await load(testbed, { size: options.rows }, signal);
  log('Starting the servers');
  const servers = await startAll(starter, cleanup);
  const rest = await Promise.all(servers.map(({ pid }) => memoryOf(pid)));
  const paged = servers.filter(({ name }) => name !== 'nest');
  const fixture = await prepareFixture(database, paged, { connections: CONNECTIONS, rows: options.rows });
  log('Comparing the answers');
  await assertSameAnswers(servers, works, fixture);
  const results: Result[] = [];
  for (const work of works) {
    const measured = servers.filter(({ name }) => !work.lacks?.includes(name));
    for (const server of measured) await measure(work, server, fixture, WARM_UP, signal);
    const rounds: Record<string, Sample[]> = Object.fromEntries(measured.map(({ name }) => [name, []]));
    for (let round = 0; round < options.rounds; round += 1)
      for (const server of measured)
        rounds[server.name]!.push(await measure(work, server, fixture, options.seconds, signal));
    const { service, ...others } = rounds;
    const ratiosTo = (samples: Sample[]) => samples.map(({ rate }, round) => service![round]!.rate / rate);
    const result = {
      title: work.title,
      name: work.name,
      samples: mapped(rounds, medians),
      ratios: mapped(others, ratiosTo),
    };
    log(
      `${work.title}: ${Object.entries(result.ratios).map(([name, ratios]) => `${range(ratios)} of ${name}`)}`,
    );
    results.push(result);
  }
  const end = await Promise.all(servers.map(({ pid }) => memoryOf(pid)));
  const memory = Object.fromEntries(
    servers.map(({ name }, at) => [name, { rest: rest[at]!, end: end[at]! }]),
  );
  return { ...options, works: results, memory };
}

function markdown({ rows, rounds, seconds, works, memory }: Report): string {
  const names = Object.keys(memory);
  const baselines = Object.entries(BASELINES).filter(([name]) => names.includes(name));
  const about =
    `\`npm run bench -- --rows ${rows} --rounds ${rounds} --seconds ${seconds}\`, ${CONNECTIONS} connections, ${MACHINE}. ` +
    'A ratio is requests a second of the service to those of a baseline: the median of the rounds, with the lowest and ' +
    'the highest. CPU is processor time of the server process for a request.\n';
  const all = (samples: Result['samples'], shown: (sample: Sample) => string) =>
    names.map((name) => (samples[name] ? shown(samples[name]) : '-')).join(' / ');
  const listed = names.join(' / ');
  const works_ = table(
    ['work', ...baselines.map(([, title]) => `to ${title}`), `requests/s: ${listed}`, 'p99 ms', 'CPU ms'],
    works.map(({ title, samples, ratios }) => [
      title,
      ...baselines.map(([name]) => (ratios[name] ? range(ratios[name]) : '')),
      all(samples, ({ rate }) => rate.toFixed(0)),
      all(samples, ({ p99 }) => p99.toFixed(1)),
      all(samples, ({ processor }) => processor.toFixed(2)),
    ]),
  );
  const space = table(
    ['resident memory', 'after the start', 'at the end', 'peak'],
    Object.entries(memory).map(([name, { rest, end }]) => [
      name,
      ...[rest.now, end.now, end.peak].map(megabytes),
    ]),
  );
  return `${about}\n${works_}\n${space}`;
}

function plot({ works, rows }: Report): string {
  const names = Object.keys(BASELINES);
  return lineChart(
    `Requests a second of the service, as a ratio to each baseline (${thousands(rows)} events)`,
    {
      x: works.map(({ name }, index) => [index, name]),
      y: [0.2, 0.5, 1, 2, 5, 10, 20].map((mark) => [Math.log(mark), `${mark}`]),
      series: names.map((name) => ({
        name,
        points: works.flatMap(({ ratios }, index) =>
          ratios[name] ? [[index, Math.log(median(ratios[name]))] as [number, number]] : [],
        ),
      })),
    },
  );
}

function range(ratios: number[]): string {
  return `${median(ratios).toFixed(2)} (${Math.min(...ratios).toFixed(2)} to ${Math.max(...ratios).toFixed(2)})`;
}

function mapped<From, To>(record: Record<string, From>, to: (value: From) => To): Record<string, To> {
  return Object.fromEntries(Object.entries(record).map(([name, value]) => [name, to(value)]));
}
