import { resolve } from 'node:path';
import { load } from './data/loader.js';
import { CONNECTIONS, measureInTurn, medians, type Sample, type Target } from './full-load.js';
import { log, MACHINE, range, table } from './report.js';
import { type Testbed, withTestbed } from './testbed.js';
import { prepareFixture } from './works/fixture.js';
import { chosen, WORKS } from './works/works.js';

/** The folder of the other checkout, events in the table, rounds and their seconds; the works, if not all. */
type Options = { base?: string; rows: number; rounds: number; seconds: number; only?: string[] };

/** Columns of the table, each of some processor time of a request. */
const COSTS: [string, (sample: Sample) => number][] = [
  ['server', ({ processor }) => processor],
  ['PostgreSQL', ({ database }) => database],
  ['both', ({ processor, database }) => processor + database],
];
const HEAD = ['work', ...COSTS.map(([name]) => name), ...COSTS.map(([name]) => `${name} ms: A / B`)];

/** Compares this build with that of another checkout, each on a database that it migrates; only prints. */
export function runAb(options: Options, stop: AbortController): Promise<void> {
  const { base, rows, rounds, seconds, only } = options;
  if (base === undefined) throw new Error('--base takes the folder of another checkout, which is built');
  const works = chosen(WORKS, only);
  return withTestbed(stop, { build: resolve(base, 'dist') }, (theirs) =>
    withTestbed(stop, {}, async (ours) => {
      // At the same time, so that neither has run for longer.
      const targets = await Promise.all([prepare(theirs, 'A', rows), prepare(ours, 'B', rows)]);
      const lines: string[][] = [];
      for (const work of works) {
        const { A = [], B = [] } = await measureInTurn(work, targets, rounds, seconds);
        const ratios = COSTS.map(([, of]) => range(B.map((sample, round) => of(sample) / of(A[round]!))));
        const times = COSTS.map(([, of]) =>
          [A, B].map((samples) => of(medians(samples)).toFixed(3)).join(' / '),
        );
        lines.push([work.title, ...ratios, ...times]);
        log(`${work.title}: ${ratios.join(', ')}`);
      }
      const about =
        `Processor time of a request at ${rows} events: that of this build (B) divided by that of ${base} (A),\n` +
        `the median of ${rounds} rounds of ${seconds} s, with the lowest and the highest; then the medians. ${MACHINE}.\n`;
      process.stdout.write(`\n${about}\n${table(HEAD, lines)}`);
    }),
  );
}

async function prepare(testbed: Testbed, name: string, rows: number): Promise<Target> {
  await load(testbed, rows);
  const server = await testbed.servers.startService(name);
  const fixture = await prepareFixture(testbed, [server], { connections: CONNECTIONS, rows });
  return { ...testbed, server, fixture };
}
