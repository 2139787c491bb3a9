import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '../src/database/embedded/embedded-socket.js';
import { ownMemory, resident } from './process-stats.js';
import { SECRET } from './tokens.js';

/** Milliseconds that a server gets to become ready, and to end when asked. */
const START_LIMIT = 30_000;
const STOP_LIMIT = 12_000;
/** Collections in a row: what a finalizer lets go is freed by the next one only. */
const COLLECTIONS = 3;
/** Milliseconds until a server is at rest. V8 gives back the memory of the start some 15 s after the last request. */
export const SETTLE_TIME = 20_000;

export interface Server<Name extends string = string> {
  /** What reports call it. */
  name: Name;
  url: string;
  pid: number;
}

interface StartOptions {
  /** Whether `heldMemory` is going to be asked for. */
  collects?: boolean;
  /** Variables of the environment that differ from the usual ones. */
  settings?: Record<string, string>;
  /** Where it listens; at any free port without it. */
  port?: number;
}

/** What a process holds in bytes, its garbage collected. */
export interface HeldMemory {
  /** Resident memory, and what of it is its own. */
  memory: number;
  ownMemory: number;
}

/** A job of the service in a process of its own. */
export interface JobRun {
  pid: number;
  /** What the job prints. Rejects where it has failed. */
  result: Promise<Record<string, unknown>>;
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

  /** Starts a program of this build, and waits until it is ready. Should it end by itself, the run ends too. */
  async start<Name extends string>(
    name: Name,
    program: string,
    { collects = false, settings = {}, port }: StartOptions = {},
  ): Promise<Server<Name>> {
    const collector = new URL('./collect-garbage.js', import.meta.url).href;
    const flags = collects ? ['--expose-gc', `--import=${collector}`] : [];
    const args = [...this.profiler(name), ...flags, join(import.meta.dirname, program)];
    return this.listen(name, process.execPath, args, { settings, port, channels: collects ? ['ipc'] : [] });
  }

  /** Starts a program of another language, and waits until it is ready. */
  startProgram<Name extends string>(
    name: Name,
    program: string,
    settings: Record<string, string>,
  ): Promise<Server<Name>> {
    return this.listen(name, program, [], { settings });
  }

  private async listen<Name extends string>(
    name: Name,
    program: string,
    args: string[],
    {
      settings,
      port: wanted,
      channels = [],
    }: Pick<StartOptions, 'settings' | 'port'> & { channels?: 'ipc'[] },
  ): Promise<Server<Name>> {
    const port = wanted ?? (await freePort());
    const child = this.launch(program, args, {
      env: { ...this.environment(port), ...settings },
      stdio: ['ignore', process.stderr, process.stderr, ...channels],
    });
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

  /** Starts a job of the service, as `npm run job` does. */
  runJob(name: string, settings: Record<string, string> = {}): JobRun {
    const program = join(import.meta.dirname, '../src/run-job.js');
    // A job may run many times, each with a profile of its own.
    const profiler = this.profiler(`${name}-${this.children.length}`);
    const child = this.launch(process.execPath, [...profiler, program, name], {
      env: { ...this.environment(0), ...settings },
      stdio: ['ignore', 'pipe', process.stderr],
    });
    const run = async () => {
      const ended = once(child, 'close', { signal: this.stopped.signal });
      let output = '';
      for await (const chunk of child.stdout!) output += chunk;
      const [code, signal] = await ended;
      if (code !== 0) throw new Error(`The job ${name} has failed (${signal ?? code}): ${output}`);
      return JSON.parse(output);
    };
    const result = run();
    result.catch(() => {}); // whoever awaits the result sees it
    return { pid: child.pid!, result };
  }

  /** The memory of a server after it has collected its garbage. It was started with `collects`. */
  async heldMemory({ pid }: Server): Promise<HeldMemory> {
    const child = this.children.find((candidate) => candidate.pid === pid)!;
    for (let pass = 0; pass < COLLECTIONS; pass += 1) {
      const collected = once(child, 'message', { signal: this.stopped.signal });
      child.send('collect');
      await collected;
    }
    return { memory: await resident(pid), ownMemory: await ownMemory(pid) };
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

  /** The flags by which a Node process writes its CPU profile. */
  private profiler(name: string): string[] {
    const { profile } = this.common;
    return profile ? ['--cpu-prof', `--cpu-prof-dir=${profile}`, `--cpu-prof-name=${name}.cpuprofile`] : [];
  }

  private launch(
    program: string,
    args: string[],
    options: Pick<SpawnOptions, 'env' | 'stdio'>,
  ): ChildProcess {
    // A folder without a .env.
    const child = spawn(program, args, { ...options, cwd: this.common.folder });
    this.children.push(child);
    child.on('error', (error) => this.stopped.abort(error));
    return child;
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
      DAILY_CREATIONS: '1000000', // counted, but never reached
      SCHEDULER_ENABLED: 'false',
      DRAIN_SECONDS: '0',
      LOG_LEVEL: 'warn',
    };
  }

  private async ready(url: string, name: string): Promise<void> {
    for (const deadline = Date.now() + START_LIMIT; ; await sleep(50)) {
      this.stopped.signal.throwIfAborted();
      const answer = await fetch(`${url}/health/ready`).catch(() => undefined);
      await answer?.arrayBuffer();
      if (answer?.ok) return;
      if (Date.now() > deadline) throw new Error(`The ${name} is not ready after ${START_LIMIT} ms`);
    }
  }
}
