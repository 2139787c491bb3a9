import { type Latency, latencyTable } from '../load/steady-load.js';
import { MACHINE, table } from '../results.js';
import { DESCRIPTION, OTHERS } from './ended-events.js';

/** All that a run has shown; times in milliseconds. */
export interface Report {
  /** Ended events. */
  rows: number;
  /** Requests a second of the light load. */
  rate: number;
  job: number;
  /** One plain UPDATE. */
  baseline: number;
  /** Of `GET /events` before the job, while it runs, and when it has ended. */
  idle: Latency;
  during: Latency;
  after: Latency;
}

/** The tables of a run. */
export function markdown({ rows, rate, job, baseline, idle, during, after }: Report): string {
  const about =
    `${rows.toLocaleString('en')} open events that have ended ` +
    `(descriptions of ${DESCRIPTION} characters) beside ` +
    `${OTHERS.toLocaleString('en')} others, completed by the job in a ` +
    `process of its own; ${MACHINE}. The baseline is one ` +
    'UPDATE of the same rows in a copy of the database made from its files. During both, a service answers ' +
    `${rate} requests a second over four connections; a request's time counts from when it was due.`;
  const times = table(
    ['completing all', 'seconds', 'events/s', 'to baseline'],
    Object.entries({ 'auto-completion job': job, 'one UPDATE': baseline }).map(([title, time]) => [
      title,
      (time / 1_000).toFixed(1),
      (rows / (time / 1_000)).toFixed(0),
      (time / baseline).toFixed(2),
    ]),
  );
  return `${about}\n\n${times}\n${latencyTable({ idle, 'while the job runs': during, 'after it': after })}`;
}
