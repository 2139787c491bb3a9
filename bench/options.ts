import { parseArgs } from 'node:util';

const USAGE =
  'usage: npm run bench -- [--rows 100000] [--rounds 3] [--seconds 5] [--only NAME] [--profile FOLDER]';

/** What the command line asks for. */
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

/** A command line that makes no sense; the message says what would. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/**
 * Reads the command line.
 * @param works names that `--only` takes
 * @throws UsageError
 */
export function readOptions(args: string[], works: string[]): Options {
  const { rows, rounds, seconds, only, profile } = parse(args);
  if (only !== undefined && !works.includes(only))
    throw new UsageError(`--only takes one of: ${works.join(', ')}`);
  return {
    rows: count('rows', rows, 1_000),
    rounds: count('rounds', rounds, 1),
    seconds: count('seconds', seconds, 1),
    only,
    profile,
  };
}

function parse(args: string[]) {
  try {
    return parseArgs({
      args,
      options: {
        rows: { type: 'string', default: '100000' },
        rounds: { type: 'string', default: '3' },
        seconds: { type: 'string', default: '5' },
        only: { type: 'string' },
        profile: { type: 'string' },
      },
    }).values;
  } catch (error) {
    throw new UsageError(`${(error as Error).message}\n${USAGE}`);
  }
}

function count(name: string, text: string, least: number): number {
  const value = Number(text);
  if (Number.isInteger(value) && value >= least) return value;
  throw new UsageError(`--${name} takes a whole number from ${least}\n${USAGE}`);
}
