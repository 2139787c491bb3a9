import { setTimeout as sleep } from 'node:timers/promises';
import { Loader } from '../data/loader.js';
import { MemoryWatch } from '../process-stats.js';
import { say } from '../progress.js';
import { keepResults } from '../results.js';
import { prepareCursors } from '../scenarios/fixture.js';
import { assertSameAnswers } from '../scenarios/same-answers.js';
import type { Contestant } from '../scenarios/scenario.js';
import { WORKS } from '../scenarios/scenarios.js';
import { SETTLE_TIME, type Server } from '../servers.js';
import { type Testbed, withTestbed } from '../testbed.js';
import type { Options } from './command.js';
import { type Contender, measureRounds, WARM_UP, type WorkResult } from './measure-rounds.js';
import { ratioPlot } from './plot.js';
import { CONNECTIONS, prepareTables } from './prepare-tables.js';
import { markdown, type Report } from './report.js';

/**
 * Measures the service against the floor.
 * @throws Error when the two answer differently, or one of them answers a request of the load badly
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

  say('Starting the service and the floor');
  const service = watch(await servers.start('service', '../src/main.js'));
  const floor = watch(await servers.start('floor', './baseline/main.js'));
  const contenders = { service, floor };
  await sleep(SETTLE_TIME, undefined, { signal });
  for (const { memory } of [service, floor]) await memory.rest();

  say('Asking both for the same');
  const fixture = { ...tables, ...(await prepareCursors(contenders, tables.tokens, options.rows, signal)) };
  const works = WORKS.filter(({ name }) => !options.only || name === options.only);
  await assertSameAnswers(contenders, works, fixture, database);

  const results: WorkResult[] = [];
  for (const work of works) {
    say(`Measuring ${work.title}`);
    results.push(await measureRounds(work, contenders, fixture, options, signal));
  }
  return {
    rows: options.rows,
    rounds: options.rounds,
    seconds: options.seconds,
    connections: CONNECTIONS,
    depth: fixture.depth,
    works: results,
    memory: { service: await service.memory.peak(), floor: await floor.memory.peak() },
  };
}

function watch<Name extends Contestant>(server: Server<Name>): Contender & Server<Name> {
  return { ...server, memory: new MemoryWatch(server.pid) };
}
