import { MACHINE, megabytes, table } from '../results.js';
import type { HeldMemory } from '../servers.js';
import type { Delivered } from './deliveries.js';
import type { IdleCost } from './idle-cost.js';

/** All that a run has shown. */
export interface Report {
  streams: number;
  /** Streams that were open from their opening to the run's end, and those that saw a sign of life. */
  held: number;
  alive: number;
  /** Notifications a second that were made. */
  rate: number;
  /** Notifications that the table held before. */
  stored: number;
  /** Without a stream, with one and with all of them. */
  idle: (IdleCost & HeldMemory)[];
  /** Bytes of the service's own memory that each stream but the first takes. */
  memoryPerStream: number;
  /** When all was delivered. */
  after: HeldMemory;
  delivered: Delivered;
}

/** The tables of a run. */
export function markdown(report: Report): string {
  const { streams, held, alive, rate, stored, idle, memoryPerStream, after, delivered } = report;
  const about =
    `${streams.toLocaleString('en')} notification streams on one instance, each of a user of its own, ` +
    `${stored.toLocaleString('en')} notifications stored; ${MACHINE}. ` +
    `HeldMemory to the end: ${held.toLocaleString('en')}; signs of life on ${alive.toLocaleString('en')}. ` +
    `Memory, garbage collected, per stream: ${(memoryPerStream / 1024).toFixed(1)} kB; ` +
    `resident when all was delivered: ${megabytes(after.memory)}.`;
  const cost = table(
    [
      'open streams, idle',
      'resident memory',
      'of it heap and buffers',
      'queries/s',
      'database ms/s',
      'CPU ms/s',
    ],
    idle.map(({ streams, memory, ownMemory, queries, databaseTime, processor }) => [
      streams.toLocaleString('en'),
      megabytes(memory),
      megabytes(ownMemory),
      queries.toFixed(2),
      databaseTime.toFixed(1),
      processor === undefined ? '-' : processor.toFixed(1),
    ]),
  );
  const { made, lost, repeated, p50, p99, max } = delivered;
  const delivery = table(
    ['delivery from another instance', 'made', 'lost', 'repeated', 'p50 ms', 'p99 ms', 'max ms'],
    [
      [
        `${rate} a second, from answer to arrival`,
        ...[made, lost, repeated].map((count) => count.toLocaleString('en')),
        ...[p50, p99, max].map((time) => time.toFixed(0)),
      ],
    ],
  );
  return `${about}\n\n${cost}\n${delivery}`;
}
