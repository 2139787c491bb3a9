import { runFullLoad } from '../load/full-load.js';
import { measureTurn, medians, type Sample, summarize, type Turn } from '../load/sample.js';
import type { Pair } from '../pair.js';
import type { Fixture } from '../scenarios/fixture.js';
import type { Scenario } from '../scenarios/scenario.js';
import { median } from '../statistics.js';

/** Seconds of load before the first measurement of a scenario, for compilers and caches. */
export const WARM_UP = 5;

export interface ScenarioResult {
  name: string;
  title: string;
  service: Sample;
  baseline: Sample;
  /** Requests a second of the service to those of the baseline, round by round; `ratio` is the median. */
  ratios: number[];
  ratio: number;
}

/**
 * Measures service and baseline in turns of one second, so that what slows the machine for a while slows both.
 * @param load a round is as many turns of each as it has seconds
 */
export async function measureRounds(
  scenario: Scenario,
  { service, baseline }: Pair,
  fixture: Fixture,
  load: { rounds: number; seconds: number },
  signal: AbortSignal,
): Promise<ScenarioResult> {
  for (const server of [service, baseline]) await runFullLoad(scenario, server, fixture, WARM_UP, signal);

  const rounds: { service: Sample; baseline: Sample }[] = [];
  while (rounds.length < load.rounds) {
    const turns: { service: Turn[]; baseline: Turn[] } = { service: [], baseline: [] };
    while (turns.baseline.length < load.seconds) {
      turns.service.push(await measureTurn(scenario, service, fixture, signal));
      turns.baseline.push(await measureTurn(scenario, baseline, fixture, signal));
    }
    rounds.push({ service: summarize(turns.service), baseline: summarize(turns.baseline) });
  }
  const ratios = rounds.map((round) => round.service.rate / round.baseline.rate);
  return {
    name: scenario.name,
    title: scenario.title,
    service: medians(rounds.map((round) => round.service)),
    baseline: medians(rounds.map((round) => round.baseline)),
    ratios,
    ratio: median(ratios),
  };
}
