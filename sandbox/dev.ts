import { type ChildProcess, fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import { watch } from 'node:fs';

/** Milliseconds without another compiled file after which the service starts again. */
const SETTLED = 50;
/** Milliseconds after a start in which the next process does not load yet: each would slow down the other. */
const BUSY = 2_000;

/**
 * `npm run dev`: compiles what changes and starts the service again, while PostgreSQL, which `with-database` has started, runs
 * on. The next process has loaded the libraries before it is needed. Types are not checked here: an editor and
 * `npm run typecheck` do.
 */
const COMPILER = 'node_modules/@typescript/native/bin/tsc';
const options = ['--project', 'tsconfig.build.json', '--watch', '--preserveWatchOutput', '--noCheck'];
// In a group of its own, since the compiler leaves the program that it starts behind.
const compiler = spawn(process.execPath, [COMPILER, ...options], { stdio: 'inherit', detached: true });

const load = () => fork('dist/sandbox/loaded.js', { env: { DRAIN_SECONDS: '0', ...process.env } });
const runs = (child?: ChildProcess) => child?.exitCode === null && child.signalCode === null;
let service: ChildProcess | undefined;
let next: ChildProcess | undefined;
let isStopping = false;

async function start(): Promise<void> {
  if (runs(service) && service!.kill()) await once(service!, 'exit');
  if (isStopping) return;
  service = next ?? load();
  next = undefined;
  service.send('start');
  setTimeout(() => (next ??= load()), BUSY).unref();
}

let starting = start();
let settled: NodeJS.Timeout;
watch('dist', { recursive: true }, (_event, file) => {
  if (!/^(?:src|migrations)\b.*\.js$/.test(file ?? '')) return;
  clearTimeout(settled);
  settled = setTimeout(() => (starting = starting.then(start)), SETTLED);
});

function stop(signal: NodeJS.Signals = 'SIGTERM'): void {
  isStopping = true;
  if (runs(compiler)) process.kill(-compiler.pid!, signal);
  next?.kill();
  if (!runs(service)) process.exit();
  service!.once('exit', () => process.exit()).kill(signal);
}
compiler.on('exit', () => stop());
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => stop(signal));
