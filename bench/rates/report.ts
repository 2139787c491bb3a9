import { MACHINE, table } from '../results.js';

/** All that a run has shown. */
export interface Report {
  rows: number;
  rounds: number;
  seconds: number;
  connections: number;
  sides: {
    /** The value of `RATE_LIMIT_SHARED`. */
    name: string;
    /** Requests a second, of the median round and of each. */
    rate: number;
    rates: number[];
    /** Milliseconds. */
    p50: number;
    p99: number;
  }[];
}

/** The table of a run. */
export function markdown({ rows, rounds, seconds, connections, sides }: Report): string {
  const about =
    `One event of ${rows.toLocaleString('en')} over ${connections} connections, each of another user; medians of ${rounds} rounds ` +
    `of ${seconds} s, in turns; ${MACHINE}.`;
  const first = sides[0]!;
  const lines = sides.map(({ name, rate, rates, p50, p99 }) => [
    name,
    rate.toFixed(0),
    `${Math.min(...rates).toFixed(0)} to ${Math.max(...rates).toFixed(0)}`,
    (rate / first.rate).toFixed(2),
    p50.toFixed(1),
    p99.toFixed(1),
  ]);
  return `${about}\n\n${table(['RATE_LIMIT_SHARED', 'req/s', 'of the rounds', 'to off', 'p50 ms', 'p99 ms'], lines)}`;
}
