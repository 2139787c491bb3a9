import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { loadEvents, randomEvents } from '../data/events.js';
import { Loader } from '../data/loader.js';
import type { RequestKind } from '../load/mix.js';
import { parentOf } from '../process-stats.js';
import { log } from '../progress.js';
import { keepResults } from '../results.js';
import { SETTLE_TIME } from '../servers.js';
import { withTestbed } from '../testbed.js';
import { signTokens } from '../tokens.js';
import { Generators } from './generators.js';
import { measureSettings, type Setting } from './measure-settings.js';
import { markdown, type Report } from './report.js';

/** Events that the load reads one by one. */
const NAMED_EVENTS = 5_000;
/** Connections that saturate the machine, over all instances. */
const MANY = 32;
const LOADS: { title: string; cycle: RequestKind[] }[] = [
  { title: 'reads', cycle: ['one', 'list'] },
  { title: 'writes', cycle: ['create', 'change'] },
];
/** Numbers of instances, and of connections of each. Those of a line are compared with its first. */
const SPREADS = [
  [
    [1, MANY],
    [2, MANY / 2],
  ],
  [
    [1, 1],
    [1, 2],
    [2, 1],
  ],
] as const;

interface Options {
  /** Events in the table. */
  rows: number;
  /** How often each setting is measured, and for how many seconds. */
  rounds: number;
  seconds: number;
}

/** Measures what a second instance on the same database adds, and what limits the two. */
export function runInstances({ rows, ...load }: Options, stop: AbortController): Promise<void> {
  const { signal } = stop;
  return withTestbed(stop, {}, async ({ databaseUrl, database, servers, cleanup }) => {
    await loadEvents(new Loader(databaseUrl, cleanup, signal), 0, rows);
    const ids = await randomEvents(database, NAMED_EVENTS);
    const session = await database.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
    log('Starting two instances');
    const metricsToken = randomBytes(16).toString('hex');
    const start = (name: string) =>
      servers.start(name, '../src/main.js', { settings: { METRICS_TOKEN: metricsToken } });
    const services = [await start('first instance'), await start('second instance')];
    const generators = new Generators(services.length, cleanup, signal);
    await sleep(SETTLE_TIME, undefined, { signal });

    const stage = {
      ...{ services, generators, database, metricsToken, postmaster: await parentOf(session.rows[0]!.pid) },
      tokens: await signTokens(MANY),
      ids,
    };
    const groups: Report['groups'] = [];
    for (const { title, cycle } of LOADS)
      for (const spread of SPREADS) {
        log(`Measuring ${title} over ${spread[0][1]} connections`);
        const settings: Setting[] = spread.map(([instances, connections]) => ({
          ...{ title, cycle, instances, connections },
        }));
        groups.push(await measureSettings(stage, settings, load));
      }
    const report: Report = { rows, ...load, groups };
    process.stdout.write(`\n${markdown(report)}`);
    await keepResults('instances', report, markdown(report));
  });
}
