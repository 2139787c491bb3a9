import { type ChildProcess, spawn } from 'node:child_process';
import { type Environment, testEnvironment } from './app.js';

/** A process of a test, with its output so far. */
export interface Started {
  child: ChildProcess;
  stdout: string;
  stderr: string;
  /** Its exit code. */
  exit: Promise<number | null>;
}

/** Starts Node on this database. A test that does not wait for its end must kill it. */
export function startNode(
  args: string[],
  databaseUrl: string,
  overrides: Environment = {},
  cwd?: string,
): Started {
  const env = { PATH: process.env.PATH, ...testEnvironment(databaseUrl, overrides) };
  const child = spawn(process.execPath, args, { env, cwd, stdio: ['pipe', 'pipe', 'pipe'] });
  const started: Started = {
    ...{ child, stdout: '', stderr: '' },
    exit: new Promise((resolve) => child.on('close', resolve)),
  };
  child.stdout.on('data', (chunk: Buffer) => {
    started.stdout += chunk.toString();
  });
  child.stderr.on('data', (chunk: Buffer) => {
    started.stderr += chunk.toString();
  });
  return started;
}

/** Starts a job, as `npm run job -- NAME` does after the build. */
export function startJob(name: string, databaseUrl: string, overrides: Environment = {}): Started {
  return startNode(['dist/src/run-job.js', name], databaseUrl, overrides);
}
