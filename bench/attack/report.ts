import type { Latency } from '../load/steady-load.js';
import { MACHINE, table } from '../results.js';

/** What the readers noticed on one kind of database. */
export interface Trial {
  alone: Latency;
  attacked: Latency;
  /** How often the attacker was answered with which status. */
  statuses: Record<string, number>;
}

/** All that a run has shown. */
export interface Report {
  /** How long the readers were measured without the attack, and then with it. */
  seconds: number;
  /** Requests a minute of the attacker. */
  rate: number;
  /** By the kind of the database. */
  trials: Record<string, Trial>;
}

/** The table of a run. */
export function markdown({ seconds, rate, trials }: Report): string {
  const about =
    `Eight users read pages for ${seconds} s, then for ${seconds} s beside one who creates events of the worst ` +
    `texts (20,000 characters each) at ${rate} requests a minute; ${MACHINE}.`;
  const rows = Object.entries(trials).map(([database, { alone, attacked, statuses }]) => [
    database,
    alone.p99.toFixed(1),
    attacked.p99.toFixed(1),
    (attacked.p99 / alone.p99).toFixed(2),
    (attacked.p50 / alone.p50).toFixed(2),
    Object.entries(statuses)
      .map(([status, count]) => `${status}: ${count}`)
      .join(', '),
  ]);
  const head = ['database', 'p99 ms alone', 'p99 ms attacked', 'p99 ratio', 'p50 ratio', 'attacker'];
  return `${about}\n\n${table(head, rows)}`;
}
