import { loadEvents } from '../data/events.js';
import { Loader } from '../data/loader.js';
import { keepResults } from '../results.js';
import { connect, withTestbed } from '../testbed.js';
import { measureCases } from './cases.js';
import { Feed } from './feed.js';
import { measureLarge } from './large.js';
import { markdown, type Report } from './report.js';

interface Options {
  /** Other events in the table. */
  rows: number;
  /** How often the small feeds are taken in, by the service and by the baseline. */
  rounds: number;
  /** Events of the large feed; 0 leaves it out. */
  large: number;
  /** 1: the feed answers in gzip. */
  gzip: number;
  /** Where the service's processes write CPU profiles. Such a run leaves `bench/results` alone. */
  profile?: string;
}

/**
 * Measures how the service takes in the campus feed, beside the fastest way to store the same rows.
 * @throws Error when a run fails or stores something else
 */
export function runIngestion(options: Options, stop: AbortController): Promise<void> {
  const { rows, rounds, large, profile } = options;
  const { signal } = stop;
  return withTestbed(stop, { profile }, async ({ databaseUrl, database, servers, cleanup }) => {
    await loadEvents(new Loader(databaseUrl, cleanup, signal), 0, rows);
    const packed = options.gzip > 0;
    const feed = await Feed.start(packed, cleanup, signal);
    const bench = { database, baseline: await connect(databaseUrl, cleanup), servers, feed, signal };
    const report: Report = { rows, rounds, packed, cases: await measureCases(bench, rounds) };
    if (large > 0) report.large = await measureLarge(bench, large);

    process.stdout.write(`\n${markdown(report)}`);
    if (!profile) await keepResults('ingestion', report, markdown(report));
  });
}
