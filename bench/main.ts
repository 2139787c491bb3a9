import 'reflect-metadata';
import { parseArgs } from 'node:util';
import { onNpmExit } from '../sandbox/on-npm-exit.js';
import { runAttack } from './attack/attack.js';
import { KINDS } from './attack/kinds.js';
import { runCompare } from './compare/compare.js';
import { runScale } from './scale.js';
import { runSoak } from './soak.js';
import { WORKS } from './works/works.js';

/** A command line that makes no sense. */
class UsageError extends Error {}

/** The options of a command, by name: as given, or else by default. */
class Options {
  constructor(
    private readonly given: Record<string, string | undefined>,
    private readonly defaults: Record<string, string>,
  ) {}

  /** A whole number, not below `least`. */
  number(name: string, least = 1): number {
    return this.numbers(name, least)[0]!;
  }

  /** Rising whole numbers, separated by commas. */
  numbers(name: string, least: number): number[] {
    const numbers = (this.given[name] ?? this.defaults[name]!).split(',').map(Number);
    const isRising = numbers.every((number, index) => index === 0 || number > numbers[index - 1]!);
    if (isRising && numbers.every((number) => Number.isInteger(number) && number >= least)) return numbers;
    throw new UsageError(`--${name} takes whole numbers from ${least}`);
  }

  /** Some of these names, separated by commas, or none. */
  names(name: string, known: readonly { name: string }[]): string[] | undefined {
    const names = this.given[name]?.split(',');
    if (!names || names.every((each) => known.some((one) => one.name === each))) return names;
    throw new UsageError(`--${name} takes some of: ${known.map((one) => one.name).join(', ')}`);
  }

  text(name: string): string | undefined {
    return this.given[name];
  }
}

interface Command {
  name: string;
  description: string;
  /** The options with their defaults, or with a word for what they take. */
  options: Record<string, string>;
  run(options: Options, stop: AbortController): Promise<void>;
}

/** Fewer events do not hold what the load names. */
const LEAST_ROWS = 10_000;

/** All that `npm run bench` does; the first where the command line names none. */
const COMMANDS: Command[] = [
  {
    name: 'compare',
    description: 'the service beside three other servers',
    options: { rows: '100000', rounds: '3', seconds: '5', only: 'WORK,...', profile: 'FOLDER' },
    run: (options, stop) =>
      runCompare(
        {
          rows: options.number('rows', LEAST_ROWS),
          rounds: options.number('rounds'),
          seconds: options.number('seconds'),
          only: options.names('only', WORKS),
          profile: options.text('profile'),
        },
        stop,
      ),
  },
  {
    name: 'scale',
    description: 'cost against the size of the tables',
    options: { sizes: '10000,100000,1000000', seconds: '5', only: 'WORK,...' },
    run: (options, stop) =>
      runScale(
        {
          sizes: options.numbers('sizes', LEAST_ROWS),
          seconds: options.number('seconds'),
          only: options.names('only', WORKS),
        },
        stop,
      ),
  },
  {
    name: 'attack',
    description: 'what one user at the rate limit takes from another',
    options: { rows: '100000', seconds: '20', rate: '600', only: 'KIND,...' },
    run: (options, stop) =>
      runAttack(
        {
          rows: options.number('rows', LEAST_ROWS),
          seconds: options.number('seconds'),
          rate: options.number('rate'),
          only: options.names('only', KINDS),
        },
        stop,
      ),
  },
  {
    name: 'soak',
    description: 'memory over minutes of load',
    options: { rows: '100000', minutes: '10', rate: '100' },
    run: (options, stop) =>
      runSoak(
        {
          rows: options.number('rows', LEAST_ROWS),
          minutes: options.number('minutes'),
          rate: options.number('rate'),
        },
        stop,
      ),
  },
];

const stop = new AbortController();
// Ctrl-C comes twice, from the terminal and from npm. The second one must not interrupt the clean-up.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
  process.on(signal, () => stop.abort(new Error(`Stopped by ${signal}`)));
onNpmExit(() => stop.abort(new Error('Nobody waits for the result')));

try {
  await main(process.argv.slice(2));
  process.exit(0);
} catch (error) {
  const { message, stack } = error as Error;
  const reason = stop.signal.aborted ? (stop.signal.reason as Error).message : undefined;
  process.stderr.write(`${reason ?? (error instanceof UsageError ? `${message}\n${usage()}` : stack)}\n`);
  process.exit(error instanceof UsageError ? 2 : 1);
}

async function main(args: string[]): Promise<void> {
  const isNamed = args[0] !== undefined && !args[0].startsWith('-');
  const command = isNamed ? COMMANDS.find(({ name }) => name === args[0]) : COMMANDS[0];
  if (!command) throw new UsageError(`There is no benchmark "${args[0]}"`);
  await command.run(parse(command, isNamed ? args.slice(1) : args), stop);
}

/** @throws UsageError where an option is unknown */
function parse(command: Command, args: string[]): Options {
  const options = Object.fromEntries(
    Object.keys(command.options).map((name) => [name, { type: 'string' } as const]),
  );
  try {
    return new Options(parseArgs({ args, options }).values, command.options);
  } catch (error) {
    throw new UsageError((error as Error).message);
  }
}

function usage(): string {
  const lines = COMMANDS.map(({ name, description, options }) => {
    const shown = Object.entries(options).map(([option, value]) => ` [--${option} ${value}]`);
    return `  ${name}${shown.join('')}\n    ${description}\n`;
  });
  return `usage: npm run bench -- COMMAND\n${lines.join('')}`;
}
