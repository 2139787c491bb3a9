import { parseArgs } from 'node:util';

/** One of the things that `npm run bench` does. */
export interface Command {
  /** What the command line may hold after the command's name. */
  usage: string;
  /**
   * Does it.
   * @param stop ends the run early; whatever ends it, no process and no file of it stays
   * @throws UsageError
   */
  run(args: string[], stop: AbortController): Promise<void>;
}

/** A command line that makes no sense; the message says what would. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** The options of a command by their names: whole numbers with a default and the least that is taken, or text. */
type Declared = Record<string, { fallback: number; least: number } | 'text'>;
type Values<Options extends Declared> = {
  [Name in keyof Options]: Options[Name] extends 'text' ? string | undefined : number;
};

/**
 * Reads the options of a command.
 * @throws UsageError
 */
export function readOptions<Options extends Declared>(
  args: string[],
  declared: Options,
  usage: string,
): Values<Options> {
  const given = parse(args, Object.keys(declared), usage);
  const read = ([name, kind]: [string, Declared[string]]) => {
    const text = given[name];
    if (kind === 'text') return [name, text];
    return [name, text === undefined ? kind.fallback : count(name, text, kind.least, usage)];
  };
  return Object.fromEntries(Object.entries(declared).map(read));
}

/** A command whose options are all that there is to read. */
export function command<Options extends Declared>(
  usage: string,
  declared: Options,
  run: (options: Values<Options>, stop: AbortController) => Promise<void>,
): Command {
  return { usage, run: (args, stop) => run(readOptions(args, declared, usage), stop) };
}

function parse(args: string[], names: string[], usage: string): Record<string, string | undefined> {
  try {
    const options = Object.fromEntries(names.map((name) => [name, { type: 'string' } as const]));
    return parseArgs({ args, options }).values;
  } catch (error) {
    throw new UsageError(`${(error as Error).message}\n${usage}`);
  }
}

function count(name: string, text: string, least: number, usage: string): number {
  const value = Number(text);
  if (text !== '' && Number.isInteger(value) && value >= least) return value;
  throw new UsageError(`--${name} takes a whole number from ${least}\n${usage}`);
}
