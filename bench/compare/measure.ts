import { setTimeout as sleep } from 'node:timers/promises';
import { type MemoryWatch, processorTime } from '../process-stats.js';
import type { Server } from '../servers.js';
import { median, percentile } from '../statistics.js';
import { fire, type Shots } from './fire.js';
import type { Fixture } from './fixture.js';
import type { Contestant, Work } from './works.js';

/** Seconds of load before the first measurement of a work, for compilers and caches. */
export const WARM_UP = 5;
/** Milliseconds for a server to finish what was under way when a load stopped. */
const PAUSE = 100;

/** A server under measurement. */
export interface Contender extends Server<Contestant> {
  memory: MemoryWatch;
}

/** What the measurements of one server in one round showed. */
export interface Sample {
  /** Requests a second. */
  rate: number;
  /** Milliseconds. */
  p50: number;
  p99: number;
  /** Milliseconds of the server's processor time that a request took. */
  processor?: number;
}

export interface WorkResult {
  name: string;
  title: string;
  service: Sample;
  floor: Sample;
  /** Requests a second of the service to those of the floor, round by round; `ratio` is the median. */
  ratios: number[];
  ratio: number;
}

interface Turn extends Shots {
  /** Milliseconds. */
  processor?: number;
}

/**
 * Measures service and floor in turns of one second, so that what slows the machine for a while slows both.
 * @param load a round is as many turns of each as it has seconds
 */
export async function measureRounds(
  work: Work,
  { service, floor }: { service: Contender; floor: Contender },
  fixture: Fixture,
  load: { rounds: number; seconds: number },
  signal: AbortSignal,
): Promise<WorkResult> {
  for (const server of [service, floor]) await fire(work, server, fixture, WARM_UP, signal);

  const rounds: { service: Sample; floor: Sample }[] = [];
  while (rounds.length < load.rounds) {
    const turns: { service: Turn[]; floor: Turn[] } = { service: [], floor: [] };
    while (turns.floor.length < load.seconds) {
      turns.service.push(await takeTurn(work, service, fixture, signal));
      turns.floor.push(await takeTurn(work, floor, fixture, signal));
    }
    rounds.push({ service: sum(turns.service), floor: sum(turns.floor) });
  }
  const ratios = rounds.map((round) => round.service.rate / round.floor.rate);
  return {
    name: work.name,
    title: work.title,
    service: typical(rounds.map((round) => round.service)),
    floor: typical(rounds.map((round) => round.floor)),
    ratios,
    ratio: median(ratios),
  };
}

async function takeTurn(work: Work, server: Contender, fixture: Fixture, signal: AbortSignal): Promise<Turn> {
  const before = await processorTime(server.pid);
  const shots = await fire(work, server, fixture, 1, signal);
  await sleep(PAUSE);
  const after = await processorTime(server.pid);
  return { ...shots, processor: before !== undefined && after !== undefined ? after - before : undefined };
}

function sum(turns: Turn[]): Sample {
  const latencies = turns.flatMap((turn) => turn.latencies);
  const processor = turns.flatMap((turn) => turn.processor ?? []);
  const total = (values: number[]) => values.reduce((left, right) => left + right, 0);
  return {
    rate: latencies.length / total(turns.map(({ seconds }) => seconds)),
    p50: percentile(latencies, 0.5),
    p99: percentile(latencies, 0.99),
    processor: processor.length > 0 ? total(processor) / latencies.length : undefined,
  };
}

/** The median of every figure over the rounds. */
function typical(samples: Sample[]): Sample {
  const processor = samples.flatMap((sample) => sample.processor ?? []);
  return {
    rate: median(samples.map(({ rate }) => rate)),
    p50: median(samples.map(({ p50 }) => p50)),
    p99: median(samples.map(({ p99 }) => p99)),
    processor: processor.length > 0 ? median(processor) : undefined,
  };
}
