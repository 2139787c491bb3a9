import { type Command, readOptions, UsageError } from '../options.js';
import { runScale } from './scale.js';

const usage = 'usage: npm run bench -- scale [--sizes 10000,100000,1000000,10000000] [--seconds 6]';
const SIZES = '10000,100000,1000000,10000000';
/** Fewer events do not hold what the load names. */
const LEAST = 10_000;

/** What the command line asks of a run over several sizes. */
export interface Options {
  /** Events in the table, from the smallest to the largest. */
  sizes: number[];
  /** How long each server is under each load at each size. */
  seconds: number;
}

/** The same requests in ever larger tables. */
export const scale: Command = {
  usage,
  run: (args, stop) => runScale(read(args), stop),
};

function read(args: string[]): Options {
  const { sizes, seconds } = readOptions(args, { sizes: 'text', seconds: { fallback: 6, least: 2 } }, usage);
  const numbers = (sizes ?? SIZES).split(',').map(Number);
  const isRising = numbers.every((size, index) => index === 0 || size > numbers[index - 1]!);
  if (!isRising || numbers.some((size) => !Number.isInteger(size) || size < LEAST))
    throw new UsageError(`--sizes takes rising whole numbers from ${LEAST}, with commas between\n${usage}`);
  return { sizes: numbers, seconds };
}
