import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { SignJWT } from 'jose';
import { freePort } from '../src/database/embedded/embedded-socket.js';

/** Milliseconds that a server has to become ready, and to end when asked. */
const START_LIMIT = 30_000;
const STOP_LIMIT = 12_000;
/** The secret of all servers; each run has a new one. */
const SECRET = randomBytes(32).toString('base64url');

export interface Server<Name extends string = string> {
  /** What reports call it. */
  name: Name;
  url: string;
  pid: number;
}

interface StartOptions {
  /** Variables of the environment that differ from the usual ones. */
  settings?: Record<string, string>;
  /** Where it listens; at any free port without it. */
  port?: number;
}

/** The processes under measurement, on the same database and in the same environment. */
export class Servers {
  private readonly children: ChildProcess[] = [];
  /** Those that were meant to end. */
  private readonly ended = new Set<ChildProcess>();
  private stopping = false;

  constructor(
    private readonly common: { folder: string; databaseUrl: string; profile?: string },
    private readonly stopped: AbortController,
  ) {}

  /** Starts the service of this build, and waits until it is ready. */
  startService<Name extends string>(name: Name, options: StartOptions = {}): Promise<Server<Name>> {
    const { profile } = this.common;
    const flags = profile
      ? ['--cpu-prof', `--cpu-prof-dir=${profile}`, `--cpu-prof-name=${name}.cpuprofile`]
      : [];
    return this.start(name, process.execPath, [...flags, built('../src/main.js')], options);
  }

  /** Starts a baseline: a program of `dist/bench`, or an executable. */
  startBaseline<Name extends string>(name: Name, program: string): Promise<Server<Name>> {
    const isNode = program.endsWith('.js');
    return this.start(name, isNode ? process.execPath : program, isNode ? [built(program)] : []);
  }

  /** Starts a program, and waits until it is ready. Should it end by itself, the run ends too. */
  private async start<Name extends string>(
    name: Name,
    program: string,
    args: string[],
    { settings, port: wanted }: StartOptions = {},
  ): Promise<Server<Name>> {
    const port = wanted ?? (await freePort());
    const child = spawn(program, args, {
      env: { ...this.environment(port), ...settings },
      stdio: ['ignore', process.stderr, process.stderr],
      cwd: this.common.folder, // it has no .env
    });
    this.children.push(child);
    child.on('error', (error) => this.stopped.abort(error));
    child.on('exit', (code, signal) => {
      if (!this.stopping && !this.ended.has(child))
        this.stopped.abort(new Error(`The ${name} has ended (${signal ?? code})`));
    });
    const url = `http://127.0.0.1:${port}`;
    await this.ready(url, name);
    return { name, url, pid: child.pid! };
  }

  /** Ends one server, and the run goes on. */
  async end({ pid }: Server, signal: 'SIGTERM' | 'SIGKILL'): Promise<void> {
    const child = this.children.find((candidate) => candidate.pid === pid)!;
    this.ended.add(child);
    const exited = once(child, 'exit');
    child.kill(signal);
    await exited;
  }

  async stop(): Promise<void> {
    this.stopping = true;
    const isRunning = (child: ChildProcess) =>
      child.pid && child.exitCode === null && child.signalCode === null;
    await Promise.all(
      this.children.filter(isRunning).map(async (child) => {
        const ended = once(child, 'exit');
        child.kill('SIGTERM');
        const deadline = setTimeout(() => child.kill('SIGKILL'), STOP_LIMIT);
        await ended.finally(() => clearTimeout(deadline));
      }),
    );
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
      TAGGER: 'off',
      RATE_LIMIT: 'off',
      DAILY_CREATIONS: 'off',
      SCHEDULER_ENABLED: 'false',
      DRAIN_SECONDS: '0',
      LOG_LEVEL: 'warn',
    };
  }

  private async ready(url: string, name: string): Promise<void> {
    for (const deadline = Date.now() + START_LIMIT; ; await sleep(50)) {
      this.stopped.signal.throwIfAborted();
      const response = await fetch(`${url}/health/ready`).catch(() => undefined);
      await response?.arrayBuffer();
      if (response?.ok) return;
      if (Date.now() > deadline) throw new Error(`The ${name} is not ready after ${START_LIMIT} ms`);
    }
  }
}

/** The path of a program of this build. */
function built(program: string): string {
  return join(import.meta.dirname, program);
}

/** The id of one of the users who send requests. */
export function userId(index: number): string {
  return `bench-user-${index}`;
}

/**
 * Bearer tokens of so many users, good for a day.
 * @param first the index of the first of them
 */
export function signTokens(count: number, first = 0): Promise<string[]> {
  const key = Buffer.from(SECRET);
  const sign = (index: number) =>
    new SignJWT({ name: `Bench User ${index}` })
      .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
      .setSubject(userId(index))
      .setIssuedAt()
      .setExpirationTime('1d')
      .sign(key);
  return Promise.all(Array.from({ length: count }, (_, at) => sign(first + at)));
}
