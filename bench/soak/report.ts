import type { Latency } from '../load/steady-load.js';
import { MACHINE, megabytes, table } from '../results.js';
import type { HeldMemory } from '../servers.js';
import { median } from '../statistics.js';

/** The service's memory at a time. */
export interface MemorySample {
  /** Since the warm-up. */
  seconds: number;
  /** Resident bytes. */
  memory: number;
}

/** All that a run has shown. */
export interface Report {
  minutes: number;
  /** Requests a second. */
  rate: number;
  /** Events in the table at the start. */
  rows: number;
  samples: MemorySample[];
  latency: Latency;
  /** After the warm-up, and in the end. */
  before: HeldMemory;
  after: HeldMemory;
}

/** The tables of a run. */
export function markdown({ minutes, rate, rows, samples, latency, before, after }: Report): string {
  const { requests, p50, p99 } = latency;
  const about =
    `One service under ${rate} requests a second for ${minutes} ` +
    'minutes after a warm-up (pages, single events, ' +
    `creations, changes, applications), ${rows.toLocaleString('en')} events at the start; ${MACHINE}. ` +
    `${requests.toLocaleString('en')} requests, all answered well: p50 ` +
    `${p50.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms. ` +
    'Resident memory includes garbage that is not collected yet, which comes and goes.';
  const memory = samples.map((sample) => sample.memory);
  const quarter = Math.max(1, Math.floor(memory.length / 4));
  const lines = table(
    ['resident memory', 'first quarter', 'last quarter', 'slope per hour'],
    [
      [
        `every ${(samples[1]!.seconds - samples[0]!.seconds).toFixed(0)} s, medians`,
        megabytes(median(memory.slice(0, quarter))),
        megabytes(median(memory.slice(-quarter))),
        megabytes(slope(samples) * 3_600),
      ],
    ],
  );
  const held = table(
    ['garbage collected', 'after the warm-up', 'in the end'],
    [
      ['resident memory', megabytes(before.memory), megabytes(after.memory)],
      ['of it heap and buffers', megabytes(before.ownMemory), megabytes(after.ownMemory)],
    ],
  );
  return `${about}\n\n${lines}\n${held}`;
}

/** Bytes a second by which the memory grows (least squares). */
function slope(samples: MemorySample[]): number {
  const mean = (values: number[]) => values.reduce((left, right) => left + right, 0) / values.length;
  const [time, memory] = [mean(samples.map(({ seconds }) => seconds)), mean(samples.map((at) => at.memory))];
  const [joint, own] = samples.reduce(
    ([joint, own], sample) => {
      const away = sample.seconds - time;
      return [joint + away * (sample.memory - memory), own + away * away];
    },
    [0, 0],
  );
  return joint / own;
}
