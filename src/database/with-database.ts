import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { constants } from 'node:os';
import { readDotEnv } from '../common/dot-env.js';
import { EmbeddedServerError, startEmbeddedServer } from './embedded/embedded-postgres.js';

/** Runs a command with DATABASE_URL in its environment; resolves to its exit code, 128 + n after signal n. */
async function main([command, ...args]: string[]): Promise<number> {
  if (!command) throw new EmbeddedServerError('usage: with-database COMMAND [ARGUMENTS...]');
  readDotEnv();
  const { DATABASE_URL, DATA_DIR } = process.env;
  const server = DATABASE_URL
    ? undefined
    : await startEmbeddedServer({ dataDir: DATA_DIR || '.data', attach: true });
  try {
    const env = { ...process.env, DATABASE_URL: server?.url ?? DATABASE_URL };
    // On Windows npm's commands are .cmd files, which only a shell runs.
    const child = spawn(command, args, { env, stdio: 'inherit', shell: process.platform === 'win32' });
    // Ctrl-C reaches the command as well. This process waits until the command ends, then stops the server.
    process.on('SIGINT', () => undefined);
    for (const signal of ['SIGTERM', 'SIGHUP'] as const) process.on(signal, () => child.kill(signal));
    const [code, signal] = (await once(child, 'exit')) as [number | null, NodeJS.Signals];
    return code ?? 128 + constants.signals[signal];
  } finally {
    await server?.stop();
  }
}

try {
  process.exitCode = await main(process.argv.slice(2));
} catch (error) {
  const isExpected =
    error instanceof EmbeddedServerError || (error as NodeJS.ErrnoException).code === 'ENOENT';
  process.stderr.write(`${isExpected ? (error as Error).message : (error as Error).stack}\n`);
  process.exitCode = 1;
}
