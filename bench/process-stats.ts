import { readFile } from 'node:fs/promises';

/** Linux counts processor time in hundredths of a second on every kernel. */
const TICK_MS = 10;
/** Positions of the fields of /proc/PID/stat, after the name. */
const USER_TIME = 11;
const SYSTEM_TIME = 12;

/** Resident memory of a process in bytes: now, and the most that it ever had. */
export interface Memory {
  now: number;
  peak: number;
}

/** The memory of a process; NaN outside Linux. */
export async function memoryOf(pid: number): Promise<Memory> {
  const text = await read(pid, 'status');
  const bytes = (field: string) => Number(new RegExp(`^${field}:\\s*(\\d+) kB`, 'm').exec(text)?.[1]) * 1024;
  return { now: bytes('VmRSS'), peak: bytes('VmHWM') };
}

/** Milliseconds of processor time that a process has used; NaN outside Linux. */
export async function processorTime(pid: number): Promise<number> {
  const text = await read(pid, 'stat');
  // The name may hold spaces.
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[USER_TIME]) + Number(fields[SYSTEM_TIME])) * TICK_MS;
}

async function read(pid: number, file: string): Promise<string> {
  return process.platform === 'linux' ? readFile(`/proc/${pid}/${file}`, 'utf8') : '';
}
