import { command } from '../options.js';
import { runIngestion } from './ingestion.js';

const usage =
  'usage: npm run bench -- ingestion [--rows 100000] [--rounds 3] [--large 100000] [--gzip 0] ' +
  '[--profile FOLDER]';

/** What the command line asks of a run with the campus feed. */
export interface Options {
  /** Other events in the table. */
  rows: number;
  /** How often the small feeds are taken in, by the service and by the floor. */
  rounds: number;
  /** Events of the large feed; 0 leaves it out. */
  large: number;
  /** 1: the feed answers in gzip. */
  gzip: number;
  /** Where the service's processes write CPU profiles. Such a run leaves `bench/results` alone. */
  profile?: string;
}

/** The pull of a feed. */
export const ingestion = command(
  usage,
  {
    rows: { fallback: 100_000, least: 1_000 },
    rounds: { fallback: 3, least: 1 },
    large: { fallback: 100_000, least: 0 },
    gzip: { fallback: 0, least: 0 },
    profile: 'text',
  },
  runIngestion,
);
