import { setTimeout as sleep } from 'node:timers/promises';
import type { Side } from '../pair.js';
import { processorTime } from '../process-stats.js';
import type { Fixture } from '../scenarios/fixture.js';
import type { Scenario } from '../scenarios/scenario.js';
import type { Server } from '../servers.js';
import { median, percentile } from '../statistics.js';
import { type LoadResult, runFullLoad } from './full-load.js';

/** Milliseconds for a server to finish the requests under way at the end of a load. */
const PAUSE = 100;

/** A load of one second. */
export interface Turn extends LoadResult {
  /** Milliseconds of processor time that the server used. */
  processor?: number;
}

/** What the measurements of one server showed. */
export interface Sample {
  /** Requests a second. */
  rate: number;
  /** Milliseconds. */
  p50: number;
  p99: number;
  /** Milliseconds of the server's processor time that a request took. */
  processor?: number;
}

/** Puts a server under a scenario's load for a second. */
export async function measureTurn(
  scenario: Scenario,
  server: Server<Side>,
  fixture: Fixture,
  signal: AbortSignal,
): Promise<Turn> {
  const before = await processorTime(server.pid);
  const result = await runFullLoad(scenario, server, fixture, 1, signal);
  await sleep(PAUSE);
  const after = await processorTime(server.pid);
  return { ...result, processor: before !== undefined && after !== undefined ? after - before : undefined };
}

/** What several turns show together. */
export function summarize(turns: Turn[]): Sample {
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

/** The median of every figure. */
export function medians(samples: Sample[]): Sample {
  const processor = samples.flatMap((sample) => sample.processor ?? []);
  return {
    rate: median(samples.map(({ rate }) => rate)),
    p50: median(samples.map(({ p50 }) => p50)),
    p99: median(samples.map(({ p99 }) => p99)),
    processor: processor.length > 0 ? median(processor) : undefined,
  };
}
