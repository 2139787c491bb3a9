import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { log } from '../report.js';
import type { Server, Servers } from '../servers.js';
import type { Cleanup } from '../testbed.js';

/** Built, this file is dist/bench/compare/baselines.js. */
const SOURCES = join(import.meta.dirname, '../../../bench/baseline-go');
/** Where Debian's packages keep the sources of libraries. */
const LIBRARIES = '/usr/share/gocode';

/** Starts the service and what it is compared with. */
export async function startAll(servers: Servers, cleanup: Cleanup): Promise<Server[]> {
  const go = await buildGo(cleanup);
  return [
    await servers.startService('service'),
    await servers.startBaseline('node', 'baseline-node/main.js'),
    ...(go ? [await servers.startBaseline('go', go)] : []),
    await servers.startBaseline('nest', 'baseline-nest/main.js'),
  ];
}

/**
 * Builds the baseline in Go. It needs Go 1.18 and pgx 4, on Debian the packages `golang-go` and
 * `golang-github-jackc-pgx-v4-dev`; where they are missing, the run goes on without it, and says so.
 */
async function buildGo(cleanup: Cleanup): Promise<string | undefined> {
  const folder = await mkdtemp(join(tmpdir(), 'baseline-go-'));
  cleanup.add(() => rm(folder, { recursive: true, force: true }));
  const program = join(folder, 'baseline-go');
  const settings = { GO111MODULE: 'off', GOPATH: LIBRARIES, GOCACHE: join(folder, 'cache'), GOFLAGS: '' };
  try {
    const env = { ...process.env, ...settings };
    await promisify(execFile)('go', ['build', '-o', program, '.'], { cwd: SOURCES, env });
    return program;
  } catch (error) {
    const { code, stderr = '' } = error as { code?: unknown; stderr?: string };
    if (code !== 'ENOENT' && !/cannot find package/.test(stderr)) throw error;
    log('Without the baseline in Go: it takes golang-go and golang-github-jackc-pgx-v4-dev');
    return undefined;
  }
}
