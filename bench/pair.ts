import type { Server, Servers } from './servers.js';

/** Which of the servers that are compared. */
export type Side = 'service' | 'baseline' | 'baseline-go';

/** The servers that are compared. */
export interface Pair {
  service: Server<'service'>;
  baseline: Server<'baseline'>;
  /** The baseline in Go, where it takes part. */
  baselineGo?: Server<'baseline-go'>;
}

export async function startPair(servers: Servers): Promise<Pair> {
  return {
    service: await servers.start('service', '../src/main.js'),
    baseline: await servers.start('baseline', './baseline/main.js'),
  };
}

/** The servers by hand that take part, but `without` these. */
export function baselinesOf({ baseline, baselineGo }: Pair, without: Side[] = []): Server<Side>[] {
  const all = baselineGo ? [baseline, baselineGo] : [baseline];
  return all.filter(({ name }) => !without.includes(name));
}
