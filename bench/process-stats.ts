import { readFile } from 'node:fs/promises';
import type pg from 'pg';

/** Resident memory of a process in bytes: now, and the most that it ever had. */
export type Memory = { now: number; peak: number };

/** The memory of a process; NaN outside Linux. */
export async function memoryOf(pid: number): Promise<Memory> {
  const text = await read(pid, 'status');
  const bytes = (field: string) => Number(new RegExp(`^${field}:\\s*(\\d+) kB`, 'm').exec(text)?.[1]) * 1024;
  return { now: bytes('VmRSS'), peak: bytes('VmHWM') };
}

/** Milliseconds of processor time that a process has used; NaN outside Linux. */
export async function processorTime(pid: number): Promise<number> {
  // After the name, fields 11 and 12 are the times of user and system in hundredths of a second.
  const fields = (await read(pid, 'stat')).split(') ').at(-1)!.split(' ');
  return (Number(fields[11]) + Number(fields[12])) * 10;
}

/** The same of each process of PostgreSQL that serves a server. One that ends meanwhile counts nothing. */
export async function backendTimes(database: pg.Client): Promise<Map<number, number>> {
  const { rows } = await database.query("SELECT pid FROM pg_stat_activity WHERE usename = 'events'");
  const times = rows.map(async ({ pid }) => [pid, await processorTime(pid).catch(() => 0)] as const);
  return new Map(await Promise.all(times));
}

async function read(pid: number, file: string): Promise<string> {
  return process.platform === 'linux' ? readFile(`/proc/${pid}/${file}`, 'utf8') : '';
}
