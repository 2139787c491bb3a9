import { execFile } from 'node:child_process';
import { readdir, readFile } from 'node:fs/promises';
import { promisify } from 'node:util';

/** Milliseconds between two looks at a process. */
const INTERVAL = 250;
/** Linux counts processor time in hundredths of a second on every kernel. */
const TICK_MS = 10;
/** Positions of the fields of /proc/PID/stat, after the name. */
const PARENT = 1;
const USER_TIME = 11;
const SYSTEM_TIME = 12;
const ENDED_USER_TIME = 13;
const ENDED_SYSTEM_TIME = 14;

const run = promisify(execFile);

/** Resident memory of a process in bytes. */
export interface Memory {
  /** Started, before the first request. */
  rest: number;
  /** The most it ever had. */
  peak: number;
}

/** Watches how much memory a process holds. */
export class MemoryWatch {
  private atRest = 0;
  private most = 0;
  private timer?: NodeJS.Timeout;

  constructor(private readonly pid: number) {}

  /** Notes what the process holds now, and watches from here on. */
  async rest(): Promise<void> {
    this.atRest = await this.look();
    this.timer = setInterval(() => void this.look().catch(() => {}), INTERVAL);
    this.timer.unref();
  }

  /** The most it has held so far, in bytes. */
  get soFar(): number {
    return this.most;
  }

  async peak(): Promise<Memory> {
    clearInterval(this.timer);
    await this.look().catch(() => {}); // it may have ended
    return { rest: this.atRest, peak: this.most };
  }

  private async look(): Promise<number> {
    const now = await resident(this.pid);
    // The kernel knows the peaks between two looks.
    const mark = await status(this.pid, 'VmHWM').catch(() => 0);
    this.most = Math.max(this.most, now, mark);
    return now;
  }
}

/** Resident memory of a process in bytes. */
export async function resident(pid: number): Promise<number> {
  if (process.platform === 'linux') return status(pid, 'VmRSS');
  const { stdout } = await run('ps', ['-o', 'rss=', '-p', String(pid)]);
  return Number(stdout) * 1024;
}

/**
 * Bytes of a process's own resident memory: heap, stacks and buffers, without the program's files, which the system
 * drops and reads again as it likes. Outside Linux it is all resident memory.
 */
export async function ownMemory(pid: number): Promise<number> {
  return process.platform === 'linux' ? status(pid, 'RssAnon') : resident(pid);
}

async function status(pid: number, field: string): Promise<number> {
  const text = await readFile(`/proc/${pid}/status`, 'utf8');
  return Number(new RegExp(`^${field}:\\s*(\\d+) kB`, 'm').exec(text)?.[1] ?? 0) * 1024;
}

/** Milliseconds of processor time that a process has used; undefined where the system does not tell cheaply. */
export async function processorTime(pid: number): Promise<number | undefined> {
  if (process.platform !== 'linux') return undefined;
  const fields = await stat(pid);
  return (Number(fields[USER_TIME]) + Number(fields[SYSTEM_TIME])) * TICK_MS;
}

/**
 * Milliseconds of processor time that a process has used together with its children, those that have ended too;
 * undefined where the system does not tell cheaply.
 */
export async function processorTimeOfFamily(pid: number): Promise<number | undefined> {
  if (process.platform !== 'linux') return undefined;
  const own = await stat(pid);
  const ended = Number(own[ENDED_USER_TIME]) + Number(own[ENDED_SYSTEM_TIME]);
  const names = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  const children = await Promise.all(
    names.map(async (name) => {
      const fields = await stat(Number(name)).catch(() => []); // it has ended in between
      return Number(fields[PARENT]) === pid ? Number(fields[USER_TIME]) + Number(fields[SYSTEM_TIME]) : 0;
    }),
  );
  const used = Number(own[USER_TIME]) + Number(own[SYSTEM_TIME]) + ended;
  return (used + children.reduce((left, right) => left + right, 0)) * TICK_MS;
}

/** The process that has started another; undefined where the system does not tell cheaply. */
export async function parentOf(pid: number): Promise<number | undefined> {
  return process.platform === 'linux' ? Number((await stat(pid))[PARENT]) : undefined;
}

/** The fields of /proc/PID/stat after the name, which may hold spaces. */
async function stat(pid: number): Promise<string[]> {
  const text = await readFile(`/proc/${pid}/stat`, 'utf8');
  return text.slice(text.lastIndexOf(')') + 2).split(' ');
}
