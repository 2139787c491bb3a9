import { type ChildProcess, spawn } from 'node:child_process';
import { type Environment, testEnvironment } from './app.js';

/** A process of the test's own, with all that it has said so far. */
export interface Started {
  child: ChildProcess;
  stdout: string;
  stderr: string;
  /** Its exit code. */
  exit: Promise<number | null>;
}

/** Runs Node on this database; the test must kill what it does not wait for. */
export function startNode(args: string[], databaseUrl: string, overrides: Environment = {}): Started {
  const env = { PATH: process.env.PATH, ...testEnvironment(databaseUrl, overrides) };
  const child = spawn(process.execPath, args, { env, stdio: ['pipe', 'pipe', 'pipe'] });
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

/** Runs a job by hand, as `npm run job -- NAME` does once all is built. */
export function startJob(name: string, databaseUrl: string, overrides: Environment = {}): Started {
  return startNode(['dist/src/run-job.js', name], databaseUrl, overrides);
}
