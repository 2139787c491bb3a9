import 'reflect-metadata';
import { parseArgs } from 'node:util';
import { onNpmExit } from '../sandbox/on-npm-exit.js';
import { runAb } from './ab.js';
import { runAttack } from './attack/attack.js';
import { runCompare } from './compare/compare.js';
import { runScale } from './scale.js';
import { runSoak } from './soak.js';

/** All that `npm run bench` does, with its default options; the first where the command line names none. */
const COMMANDS = {
  compare: [runCompare, { rows: 100_000, rounds: 3, seconds: 5, only: 'WORK,...', profile: 'FOLDER' }],
  ab: [runAb, { base: 'FOLDER', rows: 100_000, rounds: 5, seconds: 5, only: 'WORK,...' }],
  scale: [runScale, { sizes: [10_000, 100_000, 1_000_000], seconds: 5, only: 'WORK,...' }],
  attack: [runAttack, { rows: 100_000, seconds: 20, rate: 600, only: 'KIND,...' }],
  soak: [runSoak, { rows: 100_000, minutes: 10, rate: 100 }],
} as const;

const stop = new AbortController();
// Ctrl-C comes twice, from the terminal and from npm. The second one must not interrupt the clean-up.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
  process.on(signal, () => stop.abort(new Error(`Stopped by ${signal}`)));
onNpmExit(() => stop.abort(new Error('Nobody waits for the result')));

const args = process.argv.slice(2);
const name = (
  args[0] !== undefined && !args[0].startsWith('-') ? args.shift() : 'compare'
) as keyof typeof COMMANDS;
const [run, defaults] = COMMANDS[name] ?? usage(`There is no benchmark "${name}"`);
const options = read(defaults);
try {
  await run(options, stop);
  process.exit(0);
} catch (error) {
  process.stderr.write(`${((stop.signal.reason ?? error) as Error).stack}\n`);
  process.exit(1);
}

/** The options: as given, or else by default. A text stands for what an option takes, and is no default. */
function read(defaults: object) {
  const declared = Object.keys(defaults).map((option) => [option, { type: 'string' }] as const);
  let given: Record<string, string | undefined>;
  try {
    given = parseArgs({ args, options: Object.fromEntries(declared) }).values;
  } catch (error) {
    usage((error as Error).message);
  }
  const values = Object.entries(given as Record<string, string>).map(([option, text]) => {
    const byDefault = defaults[option as keyof typeof defaults] as unknown;
    if (typeof byDefault === 'string') return [option, option === 'only' ? text.split(',') : text];
    const numbers = text.split(',').map(Number);
    if (!numbers.every((number) => Number.isInteger(number) && number > 0))
      usage(`--${option} takes whole numbers`);
    return [option, Array.isArray(byDefault) ? numbers.sort((left, right) => left - right) : numbers[0]];
  });
  const numbers = Object.entries(defaults).filter(([, byDefault]) => typeof byDefault !== 'string');
  return { ...Object.fromEntries(numbers), ...Object.fromEntries(values) };
}

function usage(fault: string): never {
  const lines = Object.entries(COMMANDS).map(([command, [, defaults]]) => {
    const shown = Object.entries(defaults).map(([option, value]) => ` [--${option} ${value}]`);
    return `  npm run bench -- ${command}${shown.join('')}\n`;
  });
  process.stderr.write(`${fault}\nusage:\n${lines.join('')}`);
  process.exit(2);
}
