import type { Sample } from '../load/sample.js';
import type { Side } from '../pair.js';
import type { Memory } from '../process-stats.js';
import { MACHINE, megabytes, table } from '../results.js';
import type { Comparison, ScenarioResult } from './measure-rounds.js';

/** All that a run has shown. */
export interface Report {
  rows: number;
  rounds: number;
  seconds: number;
  connections: number;
  /** Events before the pages that are asked for by a cursor. */
  depth: number;
  scenarios: ScenarioResult[];
  /** Why scenarios are missing: a server answered nothing in a turn. */
  leftOut: string[];
  /** By the name of the server. */
  memory: Partial<Record<Side, Memory>>;
}

const LANGUAGES: Partial<Record<Side, string>> = { baseline: 'Node', 'baseline-go': 'Go' };

/** The tables of a run. */
export function markdown(report: Report): string {
  const { scenarios, memory, rows, rounds, seconds, connections, depth, leftOut } = report;
  const baselines = Object.keys(memory).filter((name): name is Side => name in LANGUAGES);
  const languages = baselines.map((name) => LANGUAGES[name]!);
  const about =
    `${rows.toLocaleString('en')} events, ${connections} connections, ${rounds} rounds of ${seconds} s each, ` +
    `the service and the servers by hand (${languages.join(', ')}) in turns of 1 s; ${MACHINE}. ` +
    'Figures are medians over the rounds, ratios with the lowest and highest round; CPU is what the server process ' +
    'itself spent on a request. ' +
    'The service reads and writes events together that are asked for in the same moment, the others one by one: ' +
    'the first page gains most by it, which all connections ask for alike, so that they share statements. It keeps the JSON ' +
    'of events, and so reads of a page that differs from others only which events it has. The server in Node plans each ' +
    'statement, as its driver does by default; the service and the server in Go keep prepared statements. ' +
    `The cursor's pages lie ${depth.toLocaleString('en')} events deep.${leftOut.map((why) => ` Left out: ${why}.`).join('')}`;
  const all = ({ service, comparisons }: ScenarioResult, shown: (sample: Sample) => string) => {
    const samples = [service, ...baselines.map((name) => comparisons[name]?.sample)];
    return samples.map((sample) => (sample ? shown(sample) : '-')).join(' / ');
  };
  const sides = ['service', ...languages].join(' / ');
  const speed = table(
    [
      'scenario',
      ...languages.map((language) => `req/s to ${language}`),
      ...languages.map((language) => `CPU to ${language}`),
      `req/s: ${sides}`,
      'p50 ms',
      'p99 ms',
      'CPU ms/req',
    ],
    scenarios.map((scenario) => [
      scenario.title,
      ...baselines.map((name) => withRange(scenario.comparisons[name])),
      ...baselines.map((name) => processorRatio(scenario.service, scenario.comparisons[name]?.sample)),
      all(scenario, ({ rate }) => rate.toFixed(0)),
      all(scenario, ({ p50 }) => p50.toFixed(1)),
      all(scenario, ({ p99 }) => p99.toFixed(1)),
      all(scenario, processor),
    ]),
  );
  const space = table(
    ['resident memory', 'at rest', 'peak under load'],
    Object.entries(memory).map(([name, { rest, peak }]) => [
      LANGUAGES[name as Side] ?? name,
      megabytes(rest),
      megabytes(peak),
    ]),
  );
  return `${about}\n\n${speed}\n${space}`;
}

function withRange(comparison: Comparison | undefined): string {
  if (!comparison) return '-';
  const { ratio, ratios } = comparison;
  return `${ratio.toFixed(2)} (${Math.min(...ratios).toFixed(2)} to ${Math.max(...ratios).toFixed(2)})`;
}

function processor({ processor }: Sample): string {
  return processor === undefined ? '-' : processor.toFixed(3);
}

function processorRatio(service: Sample, other: Sample | undefined): string {
  return service.processor && other?.processor ? (service.processor / other.processor).toFixed(2) : '-';
}
