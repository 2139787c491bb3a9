import { statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { UsageError } from '../options.js';

/** Bytes of an event with its notification and application, all indexes, and the write-ahead log of the load. */
const BYTES_PER_EVENT = 6_000;
/** Bytes of a small database. */
const BASE = 500_000_000;

/**
 * Checks that tables of this size fit on the disk of temporary files.
 * @throws UsageError that says how much is missing
 */
export async function assertDiskSpace(events: number): Promise<void> {
  const folder = tmpdir();
  const { bavail, bsize } = await statfs(folder);
  const [free, needed] = [bavail * bsize, BASE + events * BYTES_PER_EVENT];
  if (free >= needed) return;
  const gigabytes = (bytes: number) => `${(bytes / 1e9).toFixed(1)} GB`;
  throw new UsageError(
    `${events.toLocaleString('en')} events take about ${gigabytes(needed)} on disk, and ${folder} has ` +
      `${gigabytes(free)} left: choose smaller --sizes, or set TMPDIR to a folder on a larger disk`,
  );
}
