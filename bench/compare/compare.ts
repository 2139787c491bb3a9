import { setTimeout as sleep } from 'node:timers/promises';
import { startBaselineGo } from '../baseline-go.js';
import { Loader } from '../data/loader.js';
import { TooSlow } from '../load/full-load.js';
import { baselinesOf, startPair } from '../pair.js';
import { MemoryWatch } from '../process-stats.js';
import { log } from '../progress.js';
import { keepResults, megabytes } from '../results.js';
import { prepareCursors } from '../scenarios/fixture.js';
import { assertSameAnswers } from '../scenarios/same-answers.js';
import { isCompared } from '../scenarios/scenario.js';
import { SCENARIOS } from '../scenarios/scenarios.js';
import { SETTLE_TIME } from '../servers.js';
import { type Testbed, withTestbed } from '../testbed.js';
import { measureRounds, type ScenarioResult, WARM_UP } from './measure-rounds.js';
import { ratioPlot } from './plot.js';
import { CONNECTIONS, prepareTables } from './prepare-tables.js';
import { markdown, type Report } from './report.js';

interface Options {
  /** Events in the table. */
  rows: number;
  /** How often the servers are compared. */
  rounds: number;
  /** How long each of them is under load in a round. */
  seconds: number;
  /** The one scenario to measure. Such a run, or one with a profiler in it, leaves `bench/results` alone. */
  only?: string;
  /** Where the servers in Node write their CPU profiles (.cpuprofile) when they end. */
  profile?: string;
}

/**
 * Measures the service against the servers written by hand.
 * @throws Error when they answer differently, or one answers a request of the load badly
 */
export function runCompare(options: Options, stop: AbortController): Promise<void> {
  return withTestbed(stop, { profile: options.profile }, async (testbed) => {
    const report = await measure(testbed, options, stop.signal);
    process.stdout.write(`\n${markdown(report)}`);
    if (!options.only && !options.profile)
      await keepResults('latest', report, markdown(report), ratioPlot(report));
  });
}

async function measure(
  { databaseUrl, database, servers, cleanup }: Testbed,
  options: Options,
  signal: AbortSignal,
): Promise<Report> {
  const load = { rows: options.rows, seconds: WARM_UP + options.rounds * options.seconds };
  const tables = await prepareTables(new Loader(databaseUrl, cleanup, signal), database, load);

  log('Starting the servers');
  const pair = { ...(await startPair(servers)), baselineGo: await startBaselineGo(servers, cleanup) };
  const watches = [pair.service, ...baselinesOf(pair)].map(({ name, pid }) => ({
    name,
    watch: new MemoryWatch(pid),
  }));
  await sleep(SETTLE_TIME, undefined, { signal });
  for (const { watch } of watches) await watch.rest();

  log('Asking all for the same');
  const fixture = { ...tables, ...(await prepareCursors(pair, tables.tokens, options.rows, signal)) };
  const scenarios = SCENARIOS.filter(
    (scenario) => isCompared(scenario) && (!options.only || scenario.name === options.only),
  );
  await assertSameAnswers(pair, scenarios, fixture, database);

  const results: ScenarioResult[] = [];
  const leftOut: string[] = [];
  for (const scenario of scenarios) {
    log(`Measuring ${scenario.title}`);
    try {
      const result = await measureRounds(scenario, pair, fixture, options, signal);
      const ratios = Object.entries(result.comparisons).map(
        ([name, { ratio }]) => `${ratio.toFixed(2)} of ${name}`,
      );
      const held = watches.map(({ name, watch }) => `${name} ${megabytes(watch.soFar)}`);
      log(`  ${ratios.join(', ')}; most memory so far: ${held.join(', ')}`);
      results.push(result);
    } catch (error) {
      if (!(error instanceof TooSlow)) throw error;
      log(`  left out: ${error.message}`);
      leftOut.push(error.message);
    }
  }
  const memory: Report['memory'] = {};
  for (const { name, watch } of watches) memory[name] = await watch.peak();
  return {
    rows: options.rows,
    rounds: options.rounds,
    seconds: options.seconds,
    connections: CONNECTIONS,
    depth: fixture.depth,
    scenarios: results,
    leftOut,
    memory,
  };
}
