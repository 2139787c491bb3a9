import { fire } from '../load/full-load.js';
import { type Sample, sum, type Turn, takeTurn, typical } from '../load/sample.js';
import type { MemoryWatch } from '../process-stats.js';
import type { Fixture } from '../scenarios/fixture.js';
import type { Contestant, Work } from '../scenarios/scenario.js';
import type { Server } from '../servers.js';
import { median } from '../statistics.js';

/** Seconds of load before the first measurement of a work, for compilers and caches. */
export const WARM_UP = 5;

/** A server under measurement. */
export interface Contender extends Server<Contestant> {
  memory: MemoryWatch;
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
