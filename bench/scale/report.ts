import type { LoadTime } from '../data/loader.js';
import type { Sample } from '../load/sample.js';
import { MACHINE, megabytes, table } from '../results.js';

/** One scenario in a table of one size. */
export interface ScenarioAtSize {
  name: string;
  title: string;
  /** Missing where the service answers nothing in a turn. */
  service?: Sample;
  /** Missing also where the baseline has nothing like it. */
  baseline?: Sample;
  /** A request that touches no table, in turns with the others. */
  reference: Sample;
}

export interface SizeResult {
  /** Events, notifications, and applications. */
  size: number;
  loads: LoadTime[];
  /** Bytes of these tables with their indexes. */
  bytes: number;
  /** Events before the pages that are asked for by a cursor. */
  depth: number;
  scenarios: ScenarioAtSize[];
}

/** All that a run has shown. */
export interface Report {
  seconds: number;
  connections: number;
  sizes: SizeResult[];
}

/**
 * A scenario's latency at every size to that at the smallest. Each is divided by the reference's of the same seconds,
 * so that what else the machine does drops out. Undefined where the server answers nothing in a turn, or has nothing like it.
 */
export function growthOf(
  { sizes }: Report,
  name: string,
  side: 'service' | 'baseline' = 'service',
): (number | undefined)[] {
  const costs = sizes.map(({ scenarios }) => {
    const scenario = scenarios.find((candidate) => candidate.name === name)!;
    const sample = scenario[side];
    return sample && sample.p50 / scenario.reference.p50;
  });
  return costs.map((cost) => cost && costs[0] && cost / costs[0]);
}

/** The p50 latency of a sample, in words. */
export function shownP50(sample: Sample | undefined): string {
  return sample ? `${sample.p50.toFixed(2)} ms` : '-';
}

/** The tables of a run. */
export function markdown(report: Report): string {
  const { seconds, connections, sizes } = report;
  const names = sizes.map(({ size }) => size.toLocaleString('en'));
  const scenarios = sizes[0]!.scenarios;
  const depths = sizes.map(({ depth }) => depth.toLocaleString('en')).join(', ');
  const about =
    `As many notifications and applications as events; ${connections} connections, so that requests hardly wait for each other; ` +
    `${seconds} s of each at each size, service, baseline and a request that touches no table (GET /health/ready) in ` +
    `turns of 1 s; ${MACHINE}. The growth is that of the p50 latency, divided by the p50 of that request in the same ` +
    `seconds, so that what else the machine does drops out. The cursor's pages lie ${depths} events deep.`;
  const growth = table(
    ['growth of the latency, service (baseline)', ...names],
    scenarios.map(({ title, name }) => {
      const [service, baseline] = [growthOf(report, name), growthOf(report, name, 'baseline')];
      return [
        title,
        ...service.map((factor, at) => `${factor?.toFixed(2) ?? '-'}${inBrackets(baseline[at])}`),
      ];
    }),
  );
  const latency = table(
    ['p50 ms and requests/s, service', ...names],
    scenarios.map(({ title }, at) => [
      title,
      ...sizes.map((size) => {
        const { service } = size.scenarios[at]!;
        return service ? `${service.p50.toFixed(2)}, ${service.rate.toFixed(0)}` : '-';
      }),
    ]),
  );
  return `${about}\n\n${growth}\n${latency}\n${loading(sizes)}`;
}

function inBrackets(factor?: number): string {
  return factor === undefined ? '' : ` (${factor.toFixed(2)})`;
}

function loading(sizes: SizeResult[]): string {
  const rows = sizes.flatMap(({ size, loads, bytes }) =>
    loads.map(({ table, rows, inserting, indexing, settling }) => [
      `${table}, to ${size.toLocaleString('en')}`,
      rows.toLocaleString('en'),
      ...[inserting, indexing, settling].map((time) => time.toFixed(1)),
      (rows / (inserting + indexing + settling)).toFixed(0),
      megabytes(bytes),
    ]),
  );
  return table(
    ['loading', 'rows added', 'inserting s', 'indexing s', 'settling s', 'rows/s', 'both tables'],
    rows,
  );
}
