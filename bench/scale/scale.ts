import { setTimeout as sleep } from 'node:timers/promises';
import { Loader } from '../data/loader.js';
import { fire } from '../load/full-load.js';
import { sum, type Turn, takeTurn } from '../load/sample.js';
import { say } from '../progress.js';
import { keepResults } from '../results.js';
import type { Fixture } from '../scenarios/fixture.js';
import { assertSameAnswers, type Pair } from '../scenarios/same-answers.js';
import { get, type Work } from '../scenarios/scenario.js';
import { worksNamed } from '../scenarios/scenarios.js';
import { SETTLE_TIME } from '../servers.js';
import { type Testbed, withTestbed } from '../testbed.js';
import type { Options } from './command.js';
import { assertDiskSpace } from './disk-space.js';
import { growthPlot } from './plot.js';
import { markdown, type Report, type SizeResult, type WorkAtSize } from './report.js';
import { CONNECTIONS, startPair, Tables } from './tables.js';

/** Seconds of load before the first measurement of a work. */
const WARM_UP = 2;
const WORKS = worksNamed(
  ...['first-page', 'pages', 'category', 'creator', 'offset', 'cursor', 'search', 'one-event', 'inbox'],
  ...['inbox-pages', 'create', 'update'],
);
/** It goes all the way to PostgreSQL and touches no table: what it takes is the machine's doing. */
const REFERENCE: Work = {
  name: 'reference',
  title: 'GET /health/ready',
  status: 200,
  requests: () => [get('/health/ready')],
};

/**
 * Measures the same requests in ever larger tables.
 * @throws Error when the disk is too small, or service and floor answer differently
 */
export async function runScale(options: Options, stop: AbortController): Promise<void> {
  await assertDiskSpace(options.sizes.at(-1)!);
  await withTestbed(stop, {}, async (testbed) => {
    const sizes = await measureSizes(testbed, options, stop.signal);
    const report: Report = { seconds: options.seconds, connections: CONNECTIONS, sizes };
    process.stdout.write(`\n${markdown(report)}`);
    await keepResults('scale', report, markdown(report), growthPlot(report));
  });
}

async function measureSizes(
  { databaseUrl, database, servers, cleanup }: Testbed,
  { sizes, seconds }: Options,
  signal: AbortSignal,
): Promise<SizeResult[]> {
  const tables = new Tables(new Loader(databaseUrl, cleanup, signal), database);
  const contestants = await startPair(servers);
  const results: SizeResult[] = [];
  for (const size of sizes) {
    say(`Growing to ${size.toLocaleString('en')} events`);
    const growth = await tables.growTo(size);
    const fixture = await tables.prepare(contestants, signal);
    await assertSameAnswers(contestants, WORKS, fixture, database);
    await sleep(SETTLE_TIME, undefined, { signal });
    if (results.length === 0) await warmUp(contestants, fixture, signal);
    const works: WorkAtSize[] = [];
    for (const work of WORKS) {
      say(`Measuring ${work.title}`);
      works.push(await measure(work, contestants, fixture, seconds, signal));
    }
    await tables.forgetCallers();
    results.push({ size, ...growth, depth: fixture.depth, works });
  }
  return results;
}

/** Lets the compilers see all of it once, so that they do not favour the sizes that come later. */
async function warmUp({ service, floor }: Pair, fixture: Fixture, signal: AbortSignal): Promise<void> {
  say('Warming up');
  const works = WORKS.filter(({ status }) => status !== 201); // the tables are to stay as large as they are
  for (const work of [REFERENCE, ...works])
    for (const server of [service, floor]) await fire(work, server, fixture, WARM_UP, signal);
}

/** Service, floor and the reference in turns of one second. */
async function measure(
  work: Work,
  { service, floor }: Pair,
  fixture: Fixture,
  seconds: number,
  signal: AbortSignal,
): Promise<WorkAtSize> {
  for (const server of [service, floor]) await fire(work, server, fixture, WARM_UP, signal);
  const turns: Record<'service' | 'floor' | 'reference', Turn[]> = { service: [], floor: [], reference: [] };
  while (turns.reference.length < seconds) {
    turns.service.push(await takeTurn(work, service, fixture, signal));
    turns.floor.push(await takeTurn(work, floor, fixture, signal));
    turns.reference.push(await takeTurn(REFERENCE, service, fixture, signal));
  }
  const { name, title } = work;
  return {
    name,
    title,
    service: sum(turns.service),
    floor: sum(turns.floor),
    reference: sum(turns.reference),
  };
}
