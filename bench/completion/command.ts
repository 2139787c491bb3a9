import { command } from '../options.js';
import { runCompletion } from './completion.js';

const usage = 'usage: npm run bench -- completion [--rows 1000000] [--profile FOLDER]';

/** What the command line asks of a run of the auto-completion. */
export interface Options {
  /** Events that have ended and are open. */
  rows: number;
  /** Where job and service write CPU profiles. A run with a profiler in it leaves `bench/results` alone. */
  profile?: string;
}

/** The completion of very many ended events. */
export const completion = command(
  usage,
  {
    rows: { fallback: 1_000_000, least: 1_000 },
    profile: 'text',
  },
  runCompletion,
);
