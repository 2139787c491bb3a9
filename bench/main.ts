import 'reflect-metadata';
import { runBench } from './bench.js';
import { readOptions, UsageError } from './options.js';
import { WORKS } from './works.js';

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
  const options = readOptions(
    process.argv.slice(2),
    WORKS.map(({ name }) => name),
  );
  await runBench(options, stop);
  process.exit(0);
} catch (error) {
  const { message, stack } = error as Error;
  const cause = stop.signal.aborted ? (stop.signal.reason as Error).message : undefined;
  process.stderr.write(`${cause ?? (error instanceof UsageError ? message : stack)}\n`);
  process.exit(error instanceof UsageError ? 2 : 1);
}
