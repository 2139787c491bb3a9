import { latencyTable } from '../load/steady-load.js';
import { MACHINE, megabytes, table } from '../results.js';
import { median } from '../statistics.js';
import type { CaseResult } from './cases.js';
import type { LargeResult } from './large.js';

/** All that a run has shown. */
export interface Report {
  /** Other events in the table. */
  rows: number;
  rounds: number;
  packed: boolean;
  cases: CaseResult[];
  large?: LargeResult;
}

/** The tables of a run. */
export function markdown({ rows, rounds, packed, cases, large }: Report): string {
  const about =
    `The campus feed, ${packed ? 'packed with gzip' : 'not packed'}, ` +
    `into a table of ${rows.toLocaleString('en')} ` +
    `other events; no tagger; ${MACHINE}. Times are medians of ` +
    `${rounds} rounds, from the feed's answer to the ` +
    'end of the run. The baseline stores the same rows, made before, ' +
    'by one COPY into a temporary table and one ' +
    'INSERT ... ON CONFLICT; parsing is JSON.parse of the same bytes. ' +
    'Memory is the highest resident memory of the ' +
    'process that ingests above what it held while it waited for the feed, in the round with the most of it.';
  const times = table(
    ['events', 'bytes', 'service', 'baseline', 'parsing', 'to baseline', 'to parsing', 'memory'],
    cases.map(({ title, bytes, service, baseline, parse, toBaseline, toParse, memory }) => [
      title,
      megabytes(bytes),
      seconds(service),
      seconds(baseline),
      seconds(parse),
      spread(toBaseline),
      spread(toParse),
      megabytes(memory.peak - memory.rest),
    ]),
  );
  return large ? `${about}\n\n${times}\n${largeMarkdown(large)}` : `${about}\n\n${times}`;
}

function largeMarkdown({ events, bytes, pull, idle, during }: LargeResult): string {
  const { time, memory } = pull;
  const about =
    `${events.toLocaleString('en')} new events (${megabytes(bytes)}) taken in by a service that answers ` +
    `GET /events meanwhile: ${seconds(time)}, ${megabytes(memory.peak - memory.rest)} above the ` +
    `${megabytes(memory.rest)} at idle. A request's time counts from when it was due.`;
  return `${about}\n\n${latencyTable({ 'waiting for the feed': idle, 'taking it in': during })}`;
}

function spread(ratios: number[]): string {
  const [low, high] = [Math.min(...ratios), Math.max(...ratios)];
  return `${median(ratios).toFixed(2)} (${low.toFixed(2)} to ${high.toFixed(2)})`;
}

function seconds(milliseconds: number): string {
  return `${(milliseconds / 1_000).toFixed(2)} s`;
}
