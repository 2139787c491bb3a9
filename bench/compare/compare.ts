import { startAll } from '../baselines/start.js';
import { load } from '../data/loader.js';
import { CONNECTIONS, measureInTurn, medians, type Sample } from '../full-load.js';
import { type Memory, memoryOf } from '../process-stats.js';
import { keepResults, log, MACHINE, megabytes, range, table } from '../report.js';
import { type Testbed, withTestbed } from '../testbed.js';
import { prepareFixture } from '../works/fixture.js';
import { chosen, WORKS, type Work } from '../works/works.js';
import { assertSameResponses } from './same-responses.js';

const BASELINES = { node: 'Node', go: 'Go', nest: 'Nest' };

/** Events in the table, how often each server is measured and for how many seconds; the works, if not all. */
type Options = { rows: number; rounds: number; seconds: number; only?: string[]; profile?: string };
/** The samples by the name of the server, and the ratios of the service to a baseline, round by round. */
type Result = { work: Work; samples: Record<string, Sample>; ratios: Record<string, number[]> };
type Report = Options & { works: Result[]; memory: Record<string, { rest: Memory; end: Memory }> };

/**
 * Measures the service beside the baselines. A run of some works, or with a profiler, only prints.
 * @throws Error when their responses differ, or a request of the load fails
 */
export function runCompare(options: Options, stop: AbortController): Promise<void> {
  const works = chosen(WORKS, options.only);
  return withTestbed(stop, { profile: options.profile }, async (testbed) => {
    const report = await compare(testbed, works, options);
    process.stdout.write(`\n${markdown(report)}`);
    if (!options.only && !options.profile) await keepResults('compare', report, markdown(report));
  });
}

async function compare(testbed: Testbed, works: Work[], options: Options): Promise<Report> {
  const { rows } = options;
  await load(testbed, rows);
  log('Starting the servers');
  const servers = await startAll(testbed);
  const memory: Report['memory'] = {};
  for (const { name, pid } of servers) memory[name] = { rest: await memoryOf(pid), end: await memoryOf(pid) };
  const paged = servers.filter(({ name }) => name !== 'nest');
  const fixture = await prepareFixture(testbed, paged, { connections: CONNECTIONS, rows });
  log('Comparing the responses');
  await assertSameResponses(servers, works, fixture);
  const results: Result[] = [];
  for (const work of works) {
    const measured = servers.filter(({ name }) => !work.lacks?.includes(name));
    const targets = measured.map((server) => ({ ...testbed, server, fixture }));
    const rounds = await measureInTurn(work, targets, options.rounds, options.seconds);
    const { service, ...others } = rounds;
    const ratios = mapped(others, (samples) => samples.map(({ rate }, at) => service![at]!.rate / rate));
    results.push({ work, samples: mapped(rounds, medians), ratios });
    log(`${work.title}: ${Object.values(mapped(ratios, range)).join(', ')}`);
  }
  for (const { name, pid } of servers) memory[name]!.end = await memoryOf(pid);
  return { ...options, works: results, memory };
}

function markdown({ rows, rounds, seconds, works, memory }: Report): string {
  const names = Object.keys(memory);
  const baselines = Object.entries(BASELINES).filter(([name]) => names.includes(name));
  const about =
    `\`npm run bench -- --rows ${rows} --rounds ${rounds} --seconds ${seconds}\`, ${CONNECTIONS} connections, ${MACHINE}.\n` +
    'A ratio is requests a second of the service to those of a baseline: the median of the rounds, with the lowest and\n' +
    'the highest. CPU is processor time for a request: of the server process, and of its backends of PostgreSQL.\n';
  const all = (samples: Result['samples'], shown: (sample: Sample) => string) =>
    names.map((name) => (samples[name] ? shown(samples[name]) : '-')).join(' / ');
  const head = [`requests/s: ${names.join(' / ')}`, 'p99 ms', 'CPU ms', 'PostgreSQL CPU ms'];
  const speed = works.map(({ work, samples, ratios }) => [
    work.title,
    ...baselines.map(([name]) => (ratios[name] ? range(ratios[name]) : '')),
    all(samples, ({ rate }) => rate.toFixed(0)),
    all(samples, ({ p99 }) => p99.toFixed(1)),
    all(samples, ({ processor }) => processor.toFixed(2)),
    all(samples, ({ database }) => database.toFixed(2)),
  ]);
  const figures = ({ rest, end }: Report['memory'][string]) => [rest.now, end.now, end.peak].map(megabytes);
  const space = Object.entries(memory).map(([name, memories]) => [name, ...figures(memories)]);
  const speeds = table(['work', ...baselines.map(([, title]) => `to ${title}`), ...head], speed);
  return `${about}\n${speeds}\n${table(['resident memory', 'after the start', 'at the end', 'peak'], space)}`;
}

function mapped<From, To>(record: Record<string, From>, to: (value: From) => To): Record<string, To> {
  return Object.fromEntries(Object.entries(record).map(([name, value]) => [name, to(value)]));
}
