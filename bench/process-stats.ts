import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';

/** Milliseconds between two looks at a process. */
const INTERVAL = 250;
/** Linux counts processor time in hundredths of a second, whatever the kernel's own clock. */
const TICK_MS = 10;

const run = promisify(execFile);

/** Resident memory of a process in bytes. */
export interface Memory {
  /** Started and without a request yet. */
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

  /** Notes what the process holds now, and looks on from here. */
  async rest(): Promise<void> {
    this.atRest = await this.look();
    this.timer = setInterval(() => void this.look().catch(() => {}), INTERVAL);
    this.timer.unref();
  }

  async peak(): Promise<Memory> {
    clearInterval(this.timer);
    await this.look();
    // What came and went between two looks, the kernel knows.
    const mark = await status(this.pid, 'VmHWM').catch(() => 0);
    return { rest: this.atRest, peak: Math.max(this.most, mark) };
  }

  private async look(): Promise<number> {
    const now = await resident(this.pid);
    this.most = Math.max(this.most, now);
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
 * Bytes of a process's resident memory that are its own: heap, stacks and buffers, without the program's files, which
 * the system drops and reads again as it likes. Where it does not tell them apart, all of it.
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
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8');
  // The name in brackets may hold spaces; the user's and the system's time are the 12th and 13th fields after it.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) * TICK_MS;
}
