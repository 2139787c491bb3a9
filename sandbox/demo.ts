import { join } from 'node:path';
import { config as readDotEnv } from 'dotenv';
import { runDemo } from './run-demo.js';
import { seedDatabaseOf } from './seed-database.js';

const stop = new AbortController();
// A second Ctrl-C changes nothing: the service has a time limit to stop.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => stop.abort());

// npm runs this in a shell that ends on SIGTERM and does not pass it on.
const parent = process.ppid;
if (process.env.npm_lifecycle_event) {
  setInterval(() => {
    if (process.ppid !== parent) stop.abort();
  }, 500).unref();
}

// The service reads this file, too: both must use the same database.
readDotEnv({ quiet: true });

const code = await runDemo({
  // Built, this file is dist/sandbox/demo.js.
  entry: join(import.meta.dirname, '..', 'src', 'main.js'),
  env: process.env,
  seed: seedDatabaseOf,
  stop: stop.signal,
  print: (text) => process.stdout.write(text),
});
process.exit(code);
