import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { MemoryWatch } from '../process-stats.js';
import { say } from '../progress.js';
import { keepResults } from '../results.js';
import { SETTLE_TIME, type Server } from '../servers.js';
import { withTestbed } from '../testbed.js';
import type { Options } from './command.js';
import { CONNECTIONS, type Fixture, prepareFixture } from './fixture.js';
import { type Contender, measureRounds, WARM_UP, type WorkResult } from './measure.js';
import { markdown, type Report } from './report.js';
import { assertSameAnswers, type Pair } from './same-answers.js';
import { type Contestant, WORKS } from './works.js';

/**
 * Measures the service against the floor.
 * @throws Error when the two answer differently, or one of them answers a request of the load badly
 */
export function runCompare(options: Options, stop: AbortController): Promise<void> {
  return withTestbed(stop, { profile: options.profile }, async ({ database, servers }) => {
    const load = { rows: options.rows, seconds: WARM_UP + options.rounds * options.seconds };
    const fixture = await prepareFixture(database, load, stop.signal);

    say('Starting the service and the floor');
    const service = await servers.start('service', '../src/main.js');
    const floor = await servers.start('floor', './floor/main.js');
    const report = await measure({ service, floor }, database, fixture, options, stop.signal);

    process.stdout.write(`\n${markdown(report)}`);
    if (!options.only && !options.profile) await keepResults('latest', report, markdown(report));
  });
}

async function measure(
  { service, floor }: Pair,
  database: pg.Client,
  fixture: Fixture,
  options: Options,
  signal: AbortSignal,
): Promise<Report> {
  const contenders = { service: watch(service), floor: watch(floor) };
  await sleep(SETTLE_TIME, undefined, { signal });
  for (const { memory } of Object.values(contenders)) await memory.rest();

  const works = WORKS.filter(({ name }) => !options.only || name === options.only);
  await assertSameAnswers({ service, floor }, works, fixture, database);

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
    works: results,
    memory: { service: await contenders.service.memory.peak(), floor: await contenders.floor.memory.peak() },
  };
}

function watch(server: Server<Contestant>): Contender {
  return { ...server, memory: new MemoryWatch(server.pid) };
}
