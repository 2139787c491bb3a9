import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { constants } from 'node:fs';
import { access } from 'node:fs/promises';
import { connect } from 'node:net';
import { delimiter, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Cleanup } from '../bench/testbed.js';
import type { ServerUser } from '../src/database/embedded/embedded-install.js';

/** Milliseconds for a program to listen. */
const START_LIMIT = 10_000;
/** Where packages put servers, which a user's PATH often lacks. */
const USUAL_FOLDERS = [
  '/usr/sbin',
  '/usr/local/sbin',
  '/usr/local/bin',
  '/opt/homebrew/bin',
  '/opt/homebrew/sbin',
];

/** The paths of the programs that do not come from npm. */
export interface Found {
  pgbouncer?: string;
  haproxy?: string;
}

export async function findPrograms(): Promise<Found> {
  const [pgbouncer, haproxy] = await Promise.all(['pgbouncer', 'haproxy'].map(find));
  return { pgbouncer, haproxy };
}

async function find(name: string): Promise<string | undefined> {
  const folders = [...(process.env.PATH ?? '').split(delimiter).filter(Boolean), ...USUAL_FOLDERS];
  for (const folder of folders) {
    const path = join(folder, name);
    const isThere = await access(path, constants.X_OK).then(
      () => true,
      () => false,
    );
    if (isThere) return path;
  }
  return undefined;
}

/** Starts a program that listens at a port of 127.0.0.1. It ends with the testbed. */
export async function startProgram(
  path: string,
  args: string[],
  port: number,
  cleanup: Cleanup,
  user?: ServerUser,
): Promise<ChildProcess> {
  const child = spawn(path, args, { cwd: '/', stdio: ['ignore', 'pipe', 'pipe'], ...user });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => {
      output = (output + chunk.toString()).slice(-2_000);
    });
  const exited = once(child, 'exit');
  cleanup.add(async () => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    child.kill('SIGKILL');
    await exited;
  });
  for (const deadline = Date.now() + START_LIMIT; !(await listens(port)); await sleep(50))
    if (child.exitCode !== null || Date.now() > deadline)
      throw new Error(`${path} does not listen: ${output}`);
  return child;
}

async function listens(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1');
  try {
    await once(socket, 'connect');
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}
