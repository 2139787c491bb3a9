import { mkdir, writeFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import type { Sample, WorkResult } from './measure.js';
import type { Memory } from './process-stats.js';

/** Built, this file is dist/bench/report.js. */
const RESULTS = join(import.meta.dirname, '..', '..', 'bench', 'results');

/** All that a run has shown. */
export interface Report {
  rows: number;
  rounds: number;
  seconds: number;
  connections: number;
  works: WorkResult[];
  memory: { service: Memory; floor: Memory };
}

/** Prints the tables of a run on the standard output. */
export function printReport(report: Report): void {
  process.stdout.write(`\n${markdown(report)}`);
}

/** Keeps a run as the latest: `latest.json` for programs, `latest.md` for people. */
export async function writeReport(report: Report): Promise<void> {
  await mkdir(RESULTS, { recursive: true });
  const kept = { ...report, node: process.version, cores: availableParallelism() };
  await writeFile(join(RESULTS, 'latest.json'), `${JSON.stringify(kept, rounded, 2)}\n`);
  await writeFile(join(RESULTS, 'latest.md'), markdown(report));
}

function rounded(_key: string, value: unknown): unknown {
  return typeof value === 'number' ? Number(value.toPrecision(5)) : value;
}

function markdown({ works, memory, rows, rounds, seconds, connections }: Report): string {
  const about =
    `${rows.toLocaleString('en')} events, ${connections} connections, ${rounds} rounds of ${seconds} s each, ` +
    `service and floor in turns of 1 s; Node ${process.version}, ${availableParallelism()} cores. ` +
    'Figures are medians over the rounds; CPU is what the server process itself spent on a request.';
  const speed = table(
    ['work', 'service req/s', 'floor req/s', 'ratio (lowest to highest)', 'p50 ms', 'p99 ms', 'CPU ms/req'],
    works.map(({ title, service, floor, ratio, ratios }) => [
      title,
      service.rate.toFixed(0),
      floor.rate.toFixed(0),
      `${ratio.toFixed(2)} (${Math.min(...ratios).toFixed(2)} to ${Math.max(...ratios).toFixed(2)})`,
      `${service.p50.toFixed(1)} / ${floor.p50.toFixed(1)}`,
      `${service.p99.toFixed(1)} / ${floor.p99.toFixed(1)}`,
      `${processor(service)} / ${processor(floor)}`,
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

function megabytes(bytes: number): string {
  return `${(bytes / 1024 / 1024).toFixed(0)} MB`;
}

/** A Markdown table whose columns also line up as plain text. */
function table(head: string[], rows: string[][]): string {
  const widths = head.map((title, column) =>
    Math.max(title.length, ...rows.map((row) => row[column]!.length)),
  );
  const pad = (cell: string, column: number) =>
    column === 0 ? cell.padEnd(widths[column]!) : cell.padStart(widths[column]!);
  const line = (cells: string[]) => `| ${cells.map(pad).join(' | ')} |\n`;
  const rule = widths.map((width, column) =>
    column === 0 ? '-'.repeat(width) : `${'-'.repeat(width - 1)}:`,
  );
  return [head, rule, ...rows].map(line).join('');
}
