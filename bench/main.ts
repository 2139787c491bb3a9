import 'reflect-metadata';
import { attack } from './attack/command.js';
import { compare } from './compare/command.js';
import { completion } from './completion/command.js';
import { ingestion } from './ingestion/command.js';
import { instances } from './instances/command.js';
import { type Command, UsageError } from './options.js';
import { scale } from './scale/command.js';
import { soak } from './soak/command.js';
import { streams } from './streams/command.js';

const COMMANDS: Record<string, Command> = {
  attack,
  compare,
  completion,
  ingestion,
  instances,
  scale,
  soak,
  streams,
};
const DEFAULT = 'compare';

const stop = new AbortController();
// Ctrl-C reaches this process twice, from the terminal and from npm; the second one must not cut the tidying short.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
  process.on(signal, () => stop.abort(new Error(`Stopped by ${signal}`)));

// npm runs this in a shell that dies of a SIGTERM without passing it on: then nobody waits for the result.
const parent = process.ppid;
if (process.env.npm_lifecycle_event)
  setInterval(() => {
    if (process.ppid !== parent) stop.abort(new Error('Nobody waits for the result'));
  }, 500).unref();

try {
  const [command, args] = choose(process.argv.slice(2));
  await command.run(args, stop);
  process.exit(0);
} catch (error) {
  const { message, stack } = error as Error;
  const cause = stop.signal.aborted ? (stop.signal.reason as Error).message : undefined;
  process.stderr.write(`${cause ?? (error instanceof UsageError ? message : stack)}\n`);
  process.exit(error instanceof UsageError ? 2 : 1);
}

/** The command that the first argument names, and the arguments that are left for it. */
function choose(args: string[]): [Command, string[]] {
  const isNamed = args[0] !== undefined && !args[0].startsWith('-');
  const name = isNamed ? args[0]! : DEFAULT;
  if (Object.hasOwn(COMMANDS, name)) return [COMMANDS[name]!, isNamed ? args.slice(1) : args];
  const usages = Object.values(COMMANDS).map(({ usage }) => usage);
  throw new UsageError(`There is no benchmark "${name}"\n${usages.join('\n')}`);
}
