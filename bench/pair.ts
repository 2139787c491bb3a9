import type { Server, Servers } from './servers.js';

/** Which of the two servers that are compared. */
export type Side = 'service' | 'baseline';

/** The two servers that are compared. */
export interface Pair {
  service: Server<'service'>;
  baseline: Server<'baseline'>;
}

export async function startPair(servers: Servers): Promise<Pair> {
  return {
    service: await servers.start('service', '../src/main.js'),
    baseline: await servers.start('baseline', './baseline/main.js'),
  };
}
