import { parseArgs } from 'node:util';

/** A command line that makes no sense; the message says what would. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** How the value of one option is read. */
export interface Option<Value> {
  /** What the usage shows for a value: the default, or a word for what it is. */
  shown: string;
  /**
   * @param text as given, or undefined where the option is left out
   * @throws UsageError that says which values there are
   */
  read(text: string | undefined): Value;
}

type Options = Record<string, Option<unknown>>;
export type Values<Declared extends Options> = {
  [Name in keyof Declared]: ReturnType<Declared[Name]['read']>;
};

/** A whole number, not below `least`. */
export function wholeNumber(byDefault: number, least: number): Option<number> {
  return {
    shown: String(byDefault),
    read(text = String(byDefault)) {
      const value = Number(text);
      if (text !== '' && Number.isInteger(value) && value >= least) return value;
      throw new UsageError(`takes a whole number from ${least}`);
    },
  };
}

/** Whole numbers from `least` on, each larger than the one before, separated by commas. */
export function risingNumbers(byDefault: string, least: number): Option<number[]> {
  return {
    shown: byDefault,
    read(text = byDefault) {
      const numbers = text.split(',').map(Number);
      const isRising = numbers.every((number, index) => index === 0 || number > numbers[index - 1]!);
      if (isRising && numbers.every((number) => Number.isInteger(number) && number >= least)) return numbers;
      throw new UsageError(`takes rising whole numbers from ${least}, separated by commas`);
    },
  };
}

/** One of these names, or none. */
export function oneOf(names: readonly string[], shown: string): Option<string | undefined> {
  return {
    shown,
    read(text) {
      if (text === undefined || names.includes(text)) return text;
      throw new UsageError(`takes one of: ${names.join(', ')}`);
    },
  };
}

/** Some of these names, separated by commas, or none. */
export function someOf(names: readonly string[], shown: string): Option<string[] | undefined> {
  return {
    shown,
    read(text) {
      const given = text?.split(',');
      if (!given || given.every((name) => names.includes(name))) return given;
      throw new UsageError(`takes some of: ${names.join(', ')}`);
    },
  };
}

/** Any text, or none. */
export function anyText(shown: string): Option<string | undefined> {
  return { shown, read: (text) => text };
}

/** The options as a usage shows them. */
export function shownOptions(options: Options): string {
  return Object.entries(options)
    .map(([name, { shown }]) => `[--${name} ${shown}]`)
    .join(' ');
}

/**
 * Reads the arguments of a command.
 * @throws UsageError
 */
export function readOptions<Declared extends Options>(args: string[], options: Declared): Values<Declared> {
  const given = parse(args, Object.keys(options));
  const values = Object.entries(options).map(([name, option]) => {
    try {
      return [name, option.read(given[name])];
    } catch (error) {
      throw error instanceof UsageError ? new UsageError(`--${name} ${error.message}`) : error;
    }
  });
  return Object.fromEntries(values);
}

function parse(args: string[], names: string[]): Record<string, string | undefined> {
  try {
    const options = Object.fromEntries(names.map((name) => [name, { type: 'string' } as const]));
    return parseArgs({ args, options }).values;
  } catch (error) {
    throw new UsageError((error as Error).message);
  }
}
