import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { SignJWT } from 'jose';
import { freePort } from '../src/database/embedded/embedded-process.js';

/** Milliseconds that a server has to become ready, and to end when asked. */
const START_LIMIT = 30_000;
const STOP_LIMIT = 12_000;
/** The secret of all servers; each run has a new one. */
const SECRET = randomBytes(32).toString('base64url');
/** Requests a minute, and creations of a kind a day, of a user: counted as in production, never reached. */
export const LIMIT = 1_000_000;
/** The statements of the baselines. Built, this file is dist/bench/servers.js. */
const STATEMENTS = join(import.meta.dirname, '../../bench/baselines/statements.sql');

/** A process that answers requests; reports call it by its name. */
export type Server = { name: string; url: string; pid: number };

/** Variables of the environment that differ from the usual ones, and the port; any free one by default. */
type StartOptions = { settings?: Record<string, string>; port?: number };

/** The processes under measurement, on the same database and in the same environment. */
export class Servers {
  private readonly children: ChildProcess[] = [];
  /** Those that were meant to end. */
  private readonly ended = new Set<ChildProcess>();

  constructor(
    private readonly common: { folder: string; databaseUrl: string; build: string; profile?: string },
    private readonly stopped: AbortController,
  ) {}

  /** Starts the service of the build, and waits until it is ready. */
  startService(name: string, options: StartOptions = {}): Promise<Server> {
    const { build, profile } = this.common;
    const flags = profile
      ? ['--cpu-prof', `--cpu-prof-dir=${profile}`, `--cpu-prof-name=${name}.cpuprofile`]
      : [];
    const program = join(build, 'src/main.js');
    return this.start(name, process.execPath, [...flags, program], options);
  }

  /** Starts a program, and waits until it is ready. Should it end by itself, the run ends too. */
  async start(name: string, program: string, args: string[], options: StartOptions = {}): Promise<Server> {
    const { settings, port = await freePort() } = options;
    const child = spawn(program, args, {
      env: { ...this.environment(port), ...settings },
      stdio: ['ignore', process.stderr, process.stderr],
      cwd: this.common.folder, // it has no .env
    });
    this.children.push(child);
    child.on('error', (error) => this.stopped.abort(error));
    child.on('exit', (code, signal) => {
      if (!this.ended.has(child)) this.stopped.abort(new Error(`The ${name} has ended (${signal ?? code})`));
    });
    const url = `http://127.0.0.1:${port}`;
    for (const deadline = Date.now() + START_LIMIT; ; await sleep(50)) {
      this.stopped.signal.throwIfAborted();
      const response = await fetch(`${url}/health/ready`).catch(() => undefined);
      await response?.arrayBuffer();
      // The baselines have no such route.
      if (response && response.status < 500) return { name, url, pid: child.pid! };
      if (Date.now() > deadline) throw new Error(`The ${name} is not ready after ${START_LIMIT} ms`);
    }
  }

  /** Ends one server, and the run goes on. */
  async end({ pid }: { pid: number }, signal: 'SIGTERM' | 'SIGKILL'): Promise<void> {
    const child = this.children.find((candidate) => candidate.pid === pid)!;
    this.ended.add(child);
    if (child.exitCode !== null || child.signalCode !== null) return;
    const exited = once(child, 'exit');
    child.kill(signal);
    await exited;
  }

  async stop(): Promise<void> {
    const pids = this.children.flatMap(({ pid }) => (pid ? [{ pid }] : []));
    const deadline = setTimeout(() => pids.map((child) => this.end(child, 'SIGKILL')), STOP_LIMIT);
    await Promise.all(pids.map((child) => this.end(child, 'SIGTERM')));
    clearTimeout(deadline);
  }

  private environment(port: number): NodeJS.ProcessEnv {
    return {
      PATH: process.env.PATH,
      NODE_ENV: 'production',
      HOST: '127.0.0.1',
      PORT: String(port),
      DATABASE_URL: this.common.databaseUrl,
      DATABASE_POOL_SIZE: '10',
      AUTH_SECRET: SECRET,
      STATEMENTS,
      TAGGER: 'off',
      RATE_LIMIT: String(LIMIT),
      DAILY_CREATIONS: String(LIMIT),
      SCHEDULER_ENABLED: 'false',
      DRAIN_SECONDS: '0',
      LOG_LEVEL: 'warn',
    };
  }
}

/** The id of one of the users who send requests. */
export const userId = (index: number) => `bench-user-${index}`;

/** Bearer tokens of so many users, good for a day. @param first the index of the first of them */
export function signTokens(count: number, first = 0): Promise<string[]> {
  const sign = (index: number) =>
    new SignJWT({ name: `Bench User ${index}` })
      .setProtectedHeader({ alg: 'HS256' })
      .setSubject(userId(index))
      .setIssuedAt()
      .setExpirationTime('1d')
      .sign(Buffer.from(SECRET));
  return Promise.all(Array.from({ length: count }, (_, at) => sign(first + at)));
}
