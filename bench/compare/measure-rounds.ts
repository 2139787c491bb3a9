import { runFullLoad } from '../load/full-load.js';
import { measureTurn, medians, type Sample, summarize, type Turn } from '../load/sample.js';
import { baselinesOf, type Pair, type Side } from '../pair.js';
import type { Fixture } from '../scenarios/fixture.js';
import type { Scenario } from '../scenarios/scenario.js';
import { median } from '../statistics.js';

/** Seconds of load before the first measurement of a scenario, for compilers and caches. */
export const WARM_UP = 5;

/** The service beside one of the servers by hand. */
export interface Comparison {
  sample: Sample;
  /** Requests a second of the service to those of this server, round by round; `ratio` is the median. */
  ratios: number[];
  ratio: number;
}

export interface ScenarioResult {
  name: string;
  title: string;
  service: Sample;
  /** By the name of the server. */
  comparisons: Partial<Record<Side, Comparison>>;
}

/**
 * Measures the servers in turns of one second, so that what slows the machine for a while slows all.
 * @param load a round is as many turns of each as it has seconds
 */
export async function measureRounds(
  scenario: Scenario,
  pair: Pair,
  fixture: Fixture,
  load: { rounds: number; seconds: number },
  signal: AbortSignal,
): Promise<ScenarioResult> {
  const baselines = baselinesOf(pair, scenario.without);
  const servers = [pair.service, ...baselines];
  for (const server of servers) await runFullLoad(scenario, server, fixture, WARM_UP, signal);

  const rounds: Record<Side, Sample[]> = { service: [], baseline: [], 'baseline-go': [] };
  for (let round = 0; round < load.rounds; round += 1) {
    const turns: Record<Side, Turn[]> = { service: [], baseline: [], 'baseline-go': [] };
    for (let second = 0; second < load.seconds; second += 1)
      for (const server of servers)
        turns[server.name].push(await measureTurn(scenario, server, fixture, signal));
    for (const { name } of servers) rounds[name].push(summarize(turns[name]));
  }
  const compare = (samples: Sample[]): Comparison => {
    const ratios = samples.map(({ rate }, round) => rounds.service[round]!.rate / rate);
    return { sample: medians(samples), ratios, ratio: median(ratios) };
  };
  return {
    name: scenario.name,
    title: scenario.title,
    service: medians(rounds.service),
    comparisons: Object.fromEntries(baselines.map(({ name }) => [name, compare(rounds[name])])),
  };
}
