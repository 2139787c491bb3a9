import { spawn } from 'node:child_process';

/**
 * `npm run dev`: compiles what changes and starts the service again, while PostgreSQL, which `with-database` has started, runs
 * on. Types are not checked here: an editor and `npm run typecheck` do.
 */
const COMPILER = 'node_modules/@typescript/native/bin/tsc';
const programs = [
  [COMPILER, '--project', 'tsconfig.build.json', '--watch', '--preserveWatchOutput', '--noCheck'],
  ['--watch', '--watch-preserve-output', '.'],
].map((args) => {
  const env = { DRAIN_SECONDS: '0', ...process.env };
  // In a group of its own, since the compiler leaves the program that it starts behind.
  return spawn(process.execPath, args, { stdio: 'inherit', detached: true, env });
});

const stop = (signal: NodeJS.Signals = 'SIGTERM') => {
  for (const { pid, exitCode, signalCode } of programs)
    if (pid && exitCode === null && signalCode === null) process.kill(-pid, signal);
};
for (const program of programs) program.on('exit', () => stop());
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => stop(signal));
