import { command } from '../options.js';
import { runSoak } from './soak.js';

const usage = 'usage: npm run bench -- soak [--minutes 10] [--rate 100] [--rows 100000]';

/** What the command line asks of a long run. */
export interface Options {
  /** How long memory is watched, after the warm-up. */
  minutes: number;
  /** Requests a second. */
  rate: number;
  /** Events in the table. */
  rows: number;
}

/** A service under a steady load for a long time. */
export const soak = command(
  usage,
  {
    minutes: { fallback: 10, least: 1 },
    rate: { fallback: 100, least: 1 },
    rows: { fallback: 100_000, least: 1_000 },
  },
  runSoak,
);
