import { MACHINE, table } from '../results.js';

/** One size of answers. */
export interface SizeResult {
  /** Events of an answer; 0 is half of one. */
  events: number;
  bytes: number;
  compressors: {
    name: string;
    /** Of processor time for an answer. */
    microseconds: number;
    /** Of its bytes that is left. */
    share: number;
  }[];
}

/** All that a run has shown. */
export interface Report {
  sizes: SizeResult[];
}

/** The table of a run. */
export function markdown({ sizes }: Report): string {
  const names = sizes[0]!.compressors.map(({ name }) => name);
  const lines = sizes.map(({ events, bytes, compressors }) => [
    `${events || 'half of 1'} (${Math.round(bytes).toLocaleString('en')} bytes)`,
    ...compressors.map(
      ({ microseconds, share }) => `${microseconds.toFixed(0)} µs, ${(100 * share).toFixed(0)} %`,
    ),
  ]);
  const about =
    'Processor time to compress one answer of so many events, and how much of its bytes is left; by level of gzip and ' +
    `quality of brotli; ${MACHINE}.`;
  return `${about}\n\n${table(['events of an answer', ...names], lines)}`;
}
