import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { counting } from './baseline/quota.js';
import type { Cleanup } from './cleanup.js';
import { log } from './progress.js';
import type { Server, Servers } from './servers.js';

const run = promisify(execFile);
/** From `dist/bench`. */
const SOURCES = join(import.meta.dirname, '../../bench/baseline-go');
/** Where Debian's packages keep the sources of libraries. */
const LIBRARIES = '/usr/share/gocode';

/**
 * Builds the baseline in Go and starts it. It needs Go and pgx 4, on Debian the packages `golang-go` and
 * `golang-github-jackc-pgx-v4-dev`; where they are missing, the run goes on without it, and says so.
 */
export async function startBaselineGo(
  servers: Servers,
  cleanup: Cleanup,
): Promise<Server<'baseline-go'> | undefined> {
  const folder = await mkdtemp(join(tmpdir(), 'baseline-go-'));
  cleanup.add(() => rm(folder, { recursive: true, force: true }));
  const program = join(folder, 'baseline-go');
  const env = {
    ...process.env,
    ...{ GO111MODULE: 'off', GOPATH: LIBRARIES, GOCACHE: join(folder, 'cache'), GOFLAGS: '' },
  };
  try {
    await run('go', ['build', '-o', program, '.'], { cwd: SOURCES, env });
  } catch (error) {
    const { code, stderr = '' } = error as { code?: unknown; stderr?: string };
    const isMissing = code === 'ENOENT' || /cannot find package/.test(stderr);
    if (!isMissing) throw error;
    log('Without the baseline in Go: it takes golang-go and golang-github-jackc-pgx-v4-dev');
    return undefined;
  }
  return servers.startProgram('baseline-go', program, {
    COUNTING_EVENT: countingStatement('EVENT', 9),
    COUNTING_APPLICATION: countingStatement('APPLICATION', 5),
  });
}

/** The service's own statement that counts a creation, in front of one with so many values. */
function countingStatement(kind: 'EVENT' | 'APPLICATION', values: number): string {
  return counting(kind, '', { text: '', values: Array(values).fill(null) }).text;
}
