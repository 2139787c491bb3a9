import { command } from '../options.js';
import { runInstances } from './instances.js';

const usage = 'usage: npm run bench -- instances [--rows 100000] [--rounds 3] [--seconds 5]';

/** What the command line asks of a run with two instances. */
export interface Options {
  /** Events in the table. */
  rows: number;
  /** How often each setting is measured, and for how many seconds. */
  rounds: number;
  seconds: number;
}

/** Two instances beside one, on one database. */
export const instances = command(
  usage,
  {
    rows: { fallback: 100_000, least: 1_000 },
    rounds: { fallback: 3, least: 1 },
    seconds: { fallback: 5, least: 1 },
  },
  runInstances,
);
