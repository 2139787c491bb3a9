import { type Command, readOptions, UsageError } from '../options.js';
import { WORKS } from '../scenarios/scenarios.js';
import { runCompare } from './compare.js';

const usage =
  'usage: npm run bench -- [compare] [--rows 100000] [--rounds 3] [--seconds 5] [--only WORK] [--profile FOLDER]';

/** What the command line asks of a comparison. */
export interface Options {
  /** Events in the table. */
  rows: number;
  /** How often service and floor are compared. */
  rounds: number;
  /** How long each of them is under load in a round. */
  seconds: number;
  /** The one work to measure. Such a run, or one with a profiler in it, leaves `bench/results` alone. */
  only?: string;
  /** Where both servers write their CPU profiles (.cpuprofile) when they end. */
  profile?: string;
}

/** The service beside the floor. */
export const compare: Command = {
  usage,
  run: (args, stop) => runCompare(read(args), stop),
};

function read(args: string[]): Options {
  const options = readOptions(
    args,
    {
      rows: { fallback: 100_000, least: 1_000 },
      rounds: { fallback: 3, least: 1 },
      seconds: { fallback: 5, least: 1 },
      only: 'text',
      profile: 'text',
    },
    usage,
  );
  const works = WORKS.map(({ name }) => name);
  if (options.only !== undefined && !works.includes(options.only))
    throw new UsageError(`--only takes one of: ${works.join(', ')}\n${usage}`);
  return options;
}
