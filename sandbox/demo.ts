import { join } from 'node:path';
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

const code = await runDemo({
  // Built, this file is dist/sandbox/demo.js.
  entry: join(import.meta.dirname, '..', 'src', 'main.js'),
  env: process.env,
  stop: stop.signal,
  print: (text) => process.stdout.write(text),
});
process.exit(code);
