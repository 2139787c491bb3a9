import { setTimeout as sleep } from 'node:timers/promises';
import { Loader } from '../data/loader.js';
import { runFullLoad, TooSlow } from '../load/full-load.js';
import { measureTurn, summarize, type Turn } from '../load/sample.js';
import { type Pair, type Side, startPair } from '../pair.js';
import { log } from '../progress.js';
import { keepResults } from '../results.js';
import type { Fixture } from '../scenarios/fixture.js';
import { assertSameAnswers } from '../scenarios/same-answers.js';
import { get, isCompared, type Scenario } from '../scenarios/scenario.js';
import { scenariosNamed } from '../scenarios/scenarios.js';
import { SETTLE_TIME, type Server } from '../servers.js';
import { type Testbed, withTestbed } from '../testbed.js';
import { assertDiskSpace } from './disk-space.js';
import { growthPlot } from './plot.js';
import { markdown, type Report, type ScenarioAtSize, type SizeResult, shownP50 } from './report.js';
import { CONNECTIONS, Tables } from './tables.js';

/** Seconds of load before the first measurement of a scenario. */
const WARM_UP = 2;
export const SCENARIOS = scenariosNamed(
  ...[
    'first-page',
    'pages',
    'category',
    'statuses',
    'creator',
    'offset',
    'cursor',
    'search',
    'search-all',
    'search-10',
    'search-0.1',
    'search-both',
    'when',
    'box',
    'facets',
    'suggestions',
    'similar',
    'one-event',
    'desk',
    'inbox',
  ],
  ...['inbox-pages', 'create', 'update'],
);
/** A request that PostgreSQL answers without any table. Its latency shows how busy the machine is. */
const REFERENCE: Scenario = {
  name: 'reference',
  title: 'GET /health/ready',
  status: 200,
  requests: () => [get('/health/ready')],
};

interface Options {
  /** Events in the table, from the smallest to the largest. */
  sizes: number[];
  /** How long each server is under each load at each size. */
  seconds: number;
  /** The scenarios to measure, where not all are. Such a run leaves `bench/results` alone. */
  only?: string[];
}

/**
 * Measures the same requests in ever larger tables.
 * @throws Error when the disk is too small, or service and baseline answer differently
 */
export async function runScale(options: Options, stop: AbortController): Promise<void> {
  await assertDiskSpace(options.sizes.at(-1)!);
  await withTestbed(stop, {}, async (testbed) => {
    const sizes = await measureSizes(testbed, options, stop.signal);
    const report: Report = { seconds: options.seconds, connections: CONNECTIONS, sizes };
    process.stdout.write(`\n${markdown(report)}`);
    if (!options.only) await keepResults('scale', report, markdown(report), growthPlot(report));
  });
}

async function measureSizes(
  { databaseUrl, database, servers, cleanup }: Testbed,
  { sizes, seconds, only }: Options,
  signal: AbortSignal,
): Promise<SizeResult[]> {
  const chosen = SCENARIOS.filter(({ name }) => !only || only.includes(name));
  const tables = new Tables(new Loader(databaseUrl, cleanup, signal), database);
  const pair = await startPair(servers);
  const results: SizeResult[] = [];
  for (const size of sizes) {
    log(`Growing to ${size.toLocaleString('en')} events`);
    const growth = await tables.growTo(size);
    const fixture = await tables.prepare(pair, signal);
    await assertSameAnswers(pair, chosen, fixture, database);
    await sleep(SETTLE_TIME, undefined, { signal });
    if (results.length === 0) await warmUp(chosen, pair, fixture, signal);
    const scenarios: ScenarioAtSize[] = [];
    for (const scenario of chosen) {
      log(`Measuring ${scenario.title}`);
      const measured = await measure(scenario, pair, fixture, seconds, signal);
      log(`  p50 ${shownP50(measured.service)}, of the baseline ${shownP50(measured.baseline)}`);
      scenarios.push(measured);
    }
    await tables.forgetCallers();
    results.push({ size, ...growth, depth: fixture.depth, scenarios });
  }
  return results;
}

/** Runs all scenarios once: otherwise compilers and caches would favour the later sizes. */
async function warmUp(
  chosen: Scenario[],
  { service, baseline }: Pair,
  fixture: Fixture,
  signal: AbortSignal,
): Promise<void> {
  log('Warming up');
  const scenarios = chosen.filter(({ status }) => status !== 201); // creations would make the tables larger
  for (const scenario of [REFERENCE, ...scenarios])
    for (const server of isCompared(scenario) ? [service, baseline] : [service])
      await runFullLoad(scenario, server, fixture, WARM_UP, signal);
}

/** Service, baseline and the reference in turns of one second. */
async function measure(
  scenario: Scenario,
  { service, baseline }: Pair,
  fixture: Fixture,
  seconds: number,
  signal: AbortSignal,
): Promise<ScenarioAtSize> {
  const servers = new Map<'service' | 'baseline', Server<Side>>([['service', service]]);
  if (isCompared(scenario)) servers.set('baseline', baseline);
  const turns: Record<'service' | 'baseline' | 'reference', Turn[]> = {
    service: [],
    baseline: [],
    reference: [],
  };
  for (const [side, server] of servers)
    if (await isTooSlow(runFullLoad(scenario, server, fixture, WARM_UP, signal))) servers.delete(side);
  while (turns.reference.length < seconds) {
    for (const [side, server] of servers) {
      const turn = measureTurn(scenario, server, fixture, signal);
      if (await isTooSlow(turn)) servers.delete(side);
      else turns[side].push(await turn);
    }
    turns.reference.push(await measureTurn(REFERENCE, service, fixture, signal));
  }
  const { name, title } = scenario;
  const sampleOf = (side: 'service' | 'baseline') => servers.has(side) && { [side]: summarize(turns[side]) };
  return {
    ...{ name, title, ...sampleOf('service'), ...sampleOf('baseline') },
    reference: summarize(turns.reference),
  };
}

/** In a large table, what a server does can take longer than a turn. It is left out there. */
function isTooSlow(load: Promise<unknown>): Promise<boolean> {
  return load.then(
    () => false,
    (error) => {
      if (error instanceof TooSlow) return true;
      throw error;
    },
  );
}
