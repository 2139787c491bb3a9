import 'reflect-metadata';
import { onNpmExit } from '../sandbox/on-npm-exit.js';
import type { Command } from './command.js';
import { COMMANDS } from './commands.js';
import { UsageError } from './options.js';

const stop = new AbortController();
// Ctrl-C comes twice, from the terminal and from npm. The second one must not interrupt the clean-up.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
  process.on(signal, () => stop.abort(new Error(`Stopped by ${signal}`)));

onNpmExit(() => stop.abort(new Error('Nobody waits for the result')));

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
function choose([first, ...others]: string[]): [Command, string[]] {
  if (first === undefined) return [COMMANDS[0]!, []];
  if (first.startsWith('-')) return [COMMANDS[0]!, [first, ...others]];
  const command = COMMANDS.find(({ name }) => name === first);
  if (command) return [command, others];
  const usages = COMMANDS.map(
    ({ name, description, options }) => `  ${name}: ${description}\n    ${options}`,
  );
  throw new UsageError(`There is no benchmark "${first}"; there are:\n${usages.join('\n')}`);
}
