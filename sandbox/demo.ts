import { join } from 'node:path';
import { config as readDotEnv } from 'dotenv';
import { plantFor } from './plant.js';
import { runDemo } from './run-demo.js';

const stop = new AbortController();
// A second Ctrl-C while the service stops changes nothing; it is bounded anyway.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => stop.abort());

// npm runs this in a shell that dies of a SIGTERM without passing it on: then nobody is left to serve.
const parent = process.ppid;
if (process.env.npm_lifecycle_event) {
  setInterval(() => {
    if (process.ppid !== parent) stop.abort();
  }, 500).unref();
}

// The service reads it too: both must mean the same database.
readDotEnv({ quiet: true });

const code = await runDemo({
  // Built, this file is dist/sandbox/demo.js.
  entry: join(import.meta.dirname, '..', 'src', 'main.js'),
  env: process.env,
  plant: plantFor,
  stop: stop.signal,
  print: (text) => process.stdout.write(text),
});
process.exit(code);
