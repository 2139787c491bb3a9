import { join } from 'node:path';
import { readDotEnv } from '../src/common/dot-env.js';
import { onNpmExit } from './on-npm-exit.js';
import { runDemo } from './run-demo.js';
import { seedDatabaseOf } from './seed-database.js';

const stop = new AbortController();
// A second Ctrl-C changes nothing: the service has a time limit to stop.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => stop.abort());
onNpmExit(() => stop.abort());

// The service reads this file, too: both must use the same database.
readDotEnv();

const code = await runDemo({
  // Built, this file is dist/sandbox/demo.js.
  entry: join(import.meta.dirname, '..', 'src', 'main.js'),
  env: process.env,
  seed: seedDatabaseOf,
  stop: stop.signal,
  print: (text) => process.stdout.write(text),
});
process.exit(code);
