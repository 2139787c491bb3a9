import { mkdir, writeFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';

/** Built, this file is dist/bench/report.js. */
const FOLDER = join(import.meta.dirname, '..', '..', 'bench', 'results');

export const MACHINE = `Node ${process.version}, ${availableParallelism()} cores`;

/** Reports progress on the standard error: the standard output is for the results. */
export function log(message: string): void {
  process.stderr.write(`${message}\n`);
}

/** Stores a run: `name.json` for programs, `name.md` for people. */
export async function keepResults(name: string, report: object, markdown: string) {
  await mkdir(FOLDER, { recursive: true });
  const kept = { ...report, node: process.version, cores: availableParallelism() };
  await writeFile(join(FOLDER, `${name}.json`), `${JSON.stringify(kept, rounded, 2)}\n`);
  await writeFile(join(FOLDER, `${name}.md`), markdown);
}

const rounded = (_key: string, value: unknown) =>
  typeof value === 'number' ? Number(value.toPrecision(5)) : value;

/** A Markdown table whose columns also line up as plain text. */
export function table(head: string[], rows: string[][]): string {
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

/** The median of the rounds, with the lowest and the highest. */
export function range(ratios: number[]): string {
  return `${median(ratios).toFixed(2)} (${Math.min(...ratios).toFixed(2)} to ${Math.max(...ratios).toFixed(2)})`;
}

/** Bytes as whole MiB. */
export const megabytes = (bytes: number) => `${(bytes / 1024 / 1024).toFixed(0)} MB`;

/** A number with its thousands apart. */
export const thousands = (value: number) => value.toLocaleString('en');

/** The smallest value that at least this share of all values does not exceed (nearest rank). */
export function percentile(values: readonly number[], share: number): number {
  const sorted = Float64Array.from(values).sort();
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? Number.NaN;
}

export function median(values: readonly number[]): number {
  const sorted = Float64Array.from(values).sort();
  const middle = sorted.length / 2;
  return (sorted[Math.ceil(middle) - 1]! + sorted[Math.floor(middle)]!) / 2;
}
