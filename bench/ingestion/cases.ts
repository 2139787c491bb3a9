import type pg from 'pg';
import type { Memory } from '../process-stats.js';
import { log } from '../progress.js';
import type { Servers } from '../servers.js';
import { median } from '../statistics.js';
import { parseAlone, storeByCopy } from './baseline.js';
import type { Feed } from './feed.js';
import type { FeedSpec } from './feed-entries.js';
import { type Counts, digest, forgetFeed, forgetRuns, type Pull, settle, watchPull } from './pull.js';

interface Case {
  title: string;
  spec: FeedSpec;
  expected: Counts;
  /** Whether the table has no event of the feed before. */
  startsAnew: boolean;
}

const CASES: Case[] = [
  {
    title: '20,000 new',
    spec: { events: 20_000, changedEvery: 0 },
    expected: { created: 20_000, updated: 0, unchanged: 0 },
    startsAnew: true,
  },
  {
    title: '20,000, of which 10 % changed',
    spec: { events: 20_000, changedEvery: 10 },
    expected: { created: 0, updated: 2_000, unchanged: 18_000 },
    startsAnew: false,
  },
  {
    title: '20,000 unchanged',
    spec: { events: 20_000, changedEvery: 10 },
    expected: { created: 0, updated: 0, unchanged: 20_000 },
    startsAnew: false,
  },
  {
    title: '5,000 new',
    spec: { events: 5_000, changedEvery: 0 },
    expected: { created: 5_000, updated: 0, unchanged: 0 },
    startsAnew: true,
  },
];

/** The result of a case. Times are medians over the rounds, in milliseconds. */
export interface CaseResult {
  title: string;
  /** Of the feed's answer, unpacked. */
  bytes: number;
  service: number;
  /** COPY and one statement. */
  baseline: number;
  /** JSON.parse of the answer. */
  parse: number;
  /** Service to baseline, and service to parsing alone, round by round. */
  toBaseline: number[];
  toParse: number[];
  /** Of the process that ingests, in the round with the most of it. */
  memory: Memory;
}

/** Where the cases are measured. */
export interface Bench {
  database: pg.Client;
  /** The connection that the baseline stores by. */
  baseline: pg.Client;
  servers: Servers;
  feed: Feed;
  signal: AbortSignal;
}

interface Round {
  service: Pull;
  baseline: number;
  parse: number;
  bytes: number;
}

/**
 * Takes the feeds in, by the service and by the baseline in turns.
 * @throws Error when the two do not store the same
 */
export async function measureCases(bench: Bench, rounds: number): Promise<CaseResult[]> {
  const results = CASES.map(() => [] as Round[]);
  for (let round = 0; round < rounds; round += 1) {
    log(`Round ${round + 1} of ${rounds}`);
    // The two take turns to go first: each round leaves the table a little slower for whoever comes next.
    const baselineFirst = round % 2 === 1 ? await byBaseline(bench) : undefined;
    const service = await byService(bench);
    const baseline = baselineFirst ?? (await byBaseline(bench));
    for (const [index, { title, spec }] of CASES.entries()) {
      const [ours, theirs] = [service[index]!, baseline[index]!];
      if (ours.digest !== theirs.digest)
        throw new Error(`${title}: service and baseline store different rows`);
      const { pull, bytes } = ours;
      results[index]!.push({ service: pull, baseline: theirs.time, parse: parseAlone(spec), bytes });
    }
  }
  return CASES.map(({ title }, index) => summarize(title, results[index]!));
}

async function byService({ database, servers, feed, signal }: Bench) {
  const pulls: { pull: Pull; bytes: number; digest: string }[] = [];
  for (const { title, spec, expected, startsAnew } of CASES) {
    log(`  The service takes in ${title}`);
    if (startsAnew) await forgetFeed(database);
    else await settle(database);
    await forgetRuns(database);
    const bytes = await feed.prepare(spec);
    const requested = feed.requested();
    const { pid, result } = servers.runJob('campus-sync', { CAMPUS_FEED_URL: feed.url });
    await Promise.race([requested, result]);
    const pull = await watchPull(feed, pid, expected, database, signal);
    await result;
    pulls.push({ pull, bytes, digest: await digest(database) });
  }
  return pulls;
}

async function byBaseline({ database, baseline, signal }: Bench) {
  const times: { time: number; digest: string }[] = [];
  for (const { title, spec, startsAnew } of CASES) {
    log(`  The baseline takes in ${title}`);
    signal.throwIfAborted();
    if (startsAnew) await forgetFeed(database);
    else await settle(database);
    const time = await storeByCopy(baseline, spec);
    times.push({ time, digest: await digest(database) });
  }
  return times;
}

function summarize(title: string, rounds: Round[]): CaseResult {
  const toBaseline = rounds.map(({ service, baseline }) => service.time / baseline);
  const toParse = rounds.map(({ service, parse }) => service.time / parse);
  const grown = rounds.map(({ service: { memory } }) => memory.peak - memory.rest);
  return {
    title,
    bytes: rounds[0]!.bytes,
    service: median(rounds.map(({ service }) => service.time)),
    baseline: median(rounds.map(({ baseline }) => baseline)),
    parse: median(rounds.map(({ parse }) => parse)),
    toBaseline,
    toParse,
    memory: rounds[grown.indexOf(Math.max(...grown))]!.service.memory,
  };
}
