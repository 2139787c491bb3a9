import { MACHINE, table } from '../results.js';
import type { Result } from './measure-settings.js';

/** How many waits are shown, and the sessions that a wait needs to be shown. */
const SHOWN = 3;
const WORTH_SHOWING = 0.02;

/** All that a run has shown. */
export interface Report {
  rows: number;
  rounds: number;
  seconds: number;
  /** Settings that are compared with the first of them. */
  groups: Result[][];
}

/** The tables of a run. */
export function markdown({ rows, rounds, seconds, groups }: Report): string {
  const about =
    'One instance and two on one database of ' +
    `${rows.toLocaleString('en')} events, each with a load generator of its ` +
    `own; ${MACHINE}. Requests a second are medians of ${rounds} rounds ` +
    `of ${seconds} s, the settings in turns; the ` +
    'rest is of the median round. Reads are one event and a page in ' +
    'turns, writes a creation and a change in turns. ' +
    'Processors busy are those of services, PostgreSQL and load ' +
    'generators, and of the whole machine: where that is ' +
    'more than their sum, others were at work. Waiting are, on average, requests for a ' +
    "connection of the pool, and PostgreSQL's sessions at work by " +
    'what they wait for (none: for nothing but a ' +
    'processor). With many connections the processors are the limit; ' +
    'with one or two a connection the time of one ' +
    'request is, unless something makes the instances wait for each other.';
  const head = ['load', 'instances', 'connections', 'req/s', 'to the first', 'p50 ms', 'p99 ms'];
  const lines = groups.map((group) =>
    table(
      [...head, 'processors busy', 'pool waits', 'sessions waiting for'],
      group.map((result) => row(result, group[0]!)),
    ),
  );
  return `${about}\n\n${lines.join('\n')}`;
}

function row(
  { title, instances, connections, rate, p50, p99, busy, waits }: Result,
  first: Result,
): string[] {
  const shown = (share: number | undefined) => share?.toFixed(2) ?? '-';
  const processors = [busy.services, busy.database, busy.generators].map(shown).join(' + ');
  const sessions = Object.entries(waits.sessions)
    .filter(([, count]) => count >= WORTH_SHOWING)
    .slice(0, SHOWN);
  return [
    title,
    String(instances),
    `${instances} x ${connections}`,
    rate.toFixed(0),
    (rate / first.rate).toFixed(2),
    p50.toFixed(2),
    p99.toFixed(1),
    `${processors} of ${shown(busy.all)}`,
    waits.pool.toFixed(1),
    sessions.map(([event, count]) => `${event} ${count.toFixed(2)}`).join(', ') || '-',
  ];
}
