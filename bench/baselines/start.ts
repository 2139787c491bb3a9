import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { log } from '../report.js';
import type { Server } from '../servers.js';
import type { Testbed } from '../testbed.js';

/** Built, this file is dist/bench/baselines/start.js. */
const SOURCES = join(import.meta.dirname, '../../../bench/baselines/go');
/** Where Debian's packages keep the sources of libraries. */
const SETTINGS = { GO111MODULE: 'off', GOPATH: '/usr/share/gocode', GOFLAGS: '' };

/** Starts the service and what it is compared with. */
export async function startAll({ servers, cleanup }: Testbed): Promise<Server[]> {
  const folder = await mkdtemp(join(tmpdir(), 'baseline-go-'));
  cleanup.add(() => rm(folder, { recursive: true, force: true }));
  const node = (name: string) =>
    servers.start(name, process.execPath, [join(import.meta.dirname, name, 'main.js')]);
  const go = (await isBuilt(folder)) ? [await servers.start('go', join(folder, 'go'), [])] : [];
  return [await servers.startService('service'), await node('node'), ...go, await node('nest')];
}

/**
 * Builds the baseline in Go. It needs Go 1.18 and pgx 4, on Debian the packages `golang-go` and
 * `golang-github-jackc-pgx-v4-dev`; where they are missing, the run goes on without it, and says so.
 */
async function isBuilt(folder: string): Promise<boolean> {
  const env = { ...process.env, ...SETTINGS, GOCACHE: join(folder, 'cache') };
  try {
    await promisify(execFile)('go', ['build', '-o', join(folder, 'go'), '.'], { cwd: SOURCES, env });
    return true;
  } catch (error) {
    const { code, stderr = '' } = error as { code?: unknown; stderr?: string };
    if (code !== 'ENOENT' && !/cannot find package/.test(stderr)) throw error;
    log('Without the baseline in Go: it takes golang-go and golang-github-jackc-pgx-v4-dev');
    return false;
  }
}
