import type { Sample } from '../load/sample.js';
import type { Memory } from '../process-stats.js';
import { MACHINE, megabytes, table } from '../results.js';
import type { ScenarioResult } from './measure-rounds.js';

/** All that a run has shown. */
export interface Report {
  rows: number;
  rounds: number;
  seconds: number;
  connections: number;
  /** Events before the pages that are asked for by a cursor. */
  depth: number;
  scenarios: ScenarioResult[];
  memory: { service: Memory; baseline: Memory };
}

/** The tables of a run. */
export function markdown(report: Report): string {
  const { scenarios, memory, rows, rounds, seconds, connections, depth } = report;
  const about =
    `${rows.toLocaleString('en')} events, ${connections} connections, ${rounds} rounds of ${seconds} s each, ` +
    `service and baseline in turns of 1 s; ${MACHINE}. ` +
    'Figures are medians over the rounds; CPU is what the server process itself spent on a request. ' +
    'The service reads and writes events together that are asked for in the same moment, the baseline one by one: ' +
    'ratios above 1 come of that, most of all the first page, which all connections ask for alike, so that they share ' +
    'statements; where their pages differ, they share nothing. ' +
    `The cursor's pages lie ${depth.toLocaleString('en')} events deep.`;
  const speed = table(
    [
      'scenario',
      'service req/s',
      'baseline req/s',
      'ratio (lowest to highest)',
      'p50 ms',
      'p99 ms',
      'CPU ms/req',
    ],
    scenarios.map(({ title, service, baseline, ratio, ratios }) => [
      title,
      service.rate.toFixed(0),
      baseline.rate.toFixed(0),
      `${ratio.toFixed(2)} (${Math.min(...ratios).toFixed(2)} to ${Math.max(...ratios).toFixed(2)})`,
      `${service.p50.toFixed(1)} / ${baseline.p50.toFixed(1)}`,
      `${service.p99.toFixed(1)} / ${baseline.p99.toFixed(1)}`,
      `${processor(service)} / ${processor(baseline)}`,
    ]),
  );
  const space = table(
    ['resident memory', 'at rest', 'peak under load'],
    Object.entries(memory).map(([name, { rest, peak }]) => [name, megabytes(rest), megabytes(peak)]),
  );
  return `${about}\n\n${speed}\n${space}`;
}

function processor({ processor }: Sample): string {
  return processor === undefined ? '-' : processor.toFixed(3);
}
