import type { Latency } from '../load/steady-load.js';
import { MACHINE, table } from '../results.js';

/** What a part shows at a size; a part that was not measured is left out. */
export interface SizeResult {
  size: number;
  /** Milliseconds of the job, and reads before it and while it runs. */
  purge?: { time: number; idle: Latency; during: Latency };
  /** Milliseconds of a repeated view at the median, and the share of the updates that changed no index. */
  view?: { p50: number; heapOnly: number };
  /** Milliseconds of the DELETE, and of the job that removes the rest. */
  deletion?: { request: number; job: number };
  /** Milliseconds of `GET /categories` where it counts. */
  categories?: number;
}

/** All that a run has shown. */
export interface Report {
  sizes: SizeResult[];
}

/** The table of a run. */
export function markdown({ sizes }: Report): string {
  const about =
    'Each size is that of what the line names: notifications that are due, interactions beside, interactions of the deleted ' +
    `event, open events of a category. Reads are pages of an inbox, 80 a second; ${MACHINE}.`;
  const line = (title: string, show: (result: SizeResult) => string | undefined) => [
    title,
    ...sizes.map((result) => show(result) ?? '-'),
  ];
  const seconds = (time: number) => (time / 1_000).toFixed(1);
  return `${about}\n\n${table(
    ['', ...sizes.map(({ size }) => size.toLocaleString('en'))],
    [
      line('purge, s', ({ purge }) => purge && seconds(purge.time)),
      line('purge, rows/s', ({ purge, size }) => purge && (size / (purge.time / 1_000)).toFixed(0)),
      line('reads before it, p99 ms', ({ purge }) => purge?.idle.p99.toFixed(1)),
      line('reads while it runs, p99 ms', ({ purge }) => purge?.during.p99.toFixed(1)),
      line('a repeated view, p50 ms', ({ view }) => view?.p50.toFixed(2)),
      line('of which change no index, %', ({ view }) => view && (view.heapOnly * 100).toFixed(1)),
      line('DELETE /events/:id, ms', ({ deletion }) => deletion?.request.toFixed(0)),
      line('the job that removes the rest, s', ({ deletion }) => deletion && seconds(deletion.job)),
      line('GET /categories, ms', ({ categories }) => categories?.toFixed(1)),
    ],
  )}`;
}
