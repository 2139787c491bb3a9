import type pg from 'pg';
import type { Memory } from '../process-stats.js';
import { say } from '../progress.js';
import type { Servers } from '../servers.js';
import { median } from '../statistics.js';
import { parseAlone, storeByCopy } from './baseline.js';
import type { Feed } from './feed.js';
import type { FeedSpec } from './feed-entries.js';
import { type Counts, digest, forgetFeed, forgetRuns, type Pull, settle, watchPull } from './pull.js';

/** A feed that is taken in. */
interface Case {
  title: string;
  spec: FeedSpec;
  expected: Counts;
  /** Whether the table holds none of it before. */
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

/** What a case showed; times are medians over the rounds, in milliseconds. */
export interface CaseResult {
  title: string;
  /** Of the feed's answer, unpacked. */
  bytes: number;
  service: number;
  /** COPY and one statement. */
  floor: number;
  /** JSON.parse of the answer. */
  parse: number;
  /** Service to floor, and service to parsing alone, round by round. */
  toFloor: number[];
  toParse: number[];
  /** Of the process that ingests, the round with the most of it. */
  memory: Memory;
}

/** Where the cases are measured. */
export interface Bench {
  database: pg.Client;
  /** The connection that the floor stores by. */
  floor: pg.Client;
  servers: Servers;
  feed: Feed;
  signal: AbortSignal;
}

interface Round {
  service: Pull;
  floor: number;
  parse: number;
  bytes: number;
}

/**
 * Takes the feeds in, by the service and by the floor in turns.
 * @throws Error when the two do not store the same
 */
export async function measureCases(bench: Bench, rounds: number): Promise<CaseResult[]> {
  const results = CASES.map(() => [] as Round[]);
  for (let round = 0; round < rounds; round += 1) {
    say(`Round ${round + 1} of ${rounds}`);
    const ways = [() => byService(bench), () => byFloor(bench)] as const;
    // Who goes first changes, so that what wears the table wears both.
    const isOdd = round % 2 === 1;
    const floorFirst = isOdd ? await ways[1]() : undefined;
    const service = await ways[0]();
    const floor = floorFirst ?? (await ways[1]());
    for (const [index, { title, spec }] of CASES.entries()) {
      const [ours, theirs] = [service[index]!, floor[index]!];
      if (ours.digest !== theirs.digest) throw new Error(`${title}: service and floor store different rows`);
      const { pull, bytes } = ours;
      results[index]!.push({ service: pull, floor: theirs.time, parse: parseAlone(spec), bytes });
    }
  }
  return CASES.map(({ title }, index) => summarize(title, results[index]!));
}

async function byService({ database, servers, feed, signal }: Bench) {
  const taken: { pull: Pull; bytes: number; digest: string }[] = [];
  for (const { title, spec, expected, startsAnew } of CASES) {
    say(`  The service takes in ${title}`);
    if (startsAnew) await forgetFeed(database);
    else await settle(database);
    await forgetRuns(database);
    const bytes = await feed.hold(spec);
    const asked = feed.asked();
    const { pid, result } = servers.runJob('campus-sync', { CAMPUS_FEED_URL: feed.url });
    await Promise.race([asked, result]);
    const pull = await watchPull(feed, pid, expected, database, signal);
    await result;
    taken.push({ pull, bytes, digest: await digest(database) });
  }
  return taken;
}

async function byFloor({ database, floor, signal }: Bench) {
  const taken: { time: number; digest: string }[] = [];
  for (const { title, spec, startsAnew } of CASES) {
    say(`  The floor takes in ${title}`);
    signal.throwIfAborted();
    if (startsAnew) await forgetFeed(database);
    else await settle(database);
    const time = await storeByCopy(floor, spec);
    taken.push({ time, digest: await digest(database) });
  }
  return taken;
}

function summarize(title: string, rounds: Round[]): CaseResult {
  const toFloor = rounds.map(({ service, floor }) => service.time / floor);
  const toParse = rounds.map(({ service, parse }) => service.time / parse);
  const grown = rounds.map(({ service: { memory } }) => memory.peak - memory.rest);
  return {
    title,
    bytes: rounds[0]!.bytes,
    service: median(rounds.map(({ service }) => service.time)),
    floor: median(rounds.map(({ floor }) => floor)),
    parse: median(rounds.map(({ parse }) => parse)),
    toFloor,
    toParse,
    memory: rounds[grown.indexOf(Math.max(...grown))]!.service.memory,
  };
}
