import { FAILOVERS } from './failover.js';
import { KILLS } from './kill.js';
import { POOLS } from './pool.js';
import { REPLICAS } from './replicas.js';
import { ROLLING_RESTARTS } from './rolling-restart.js';
import type { Trial } from './trial.js';

/** All that `npm run trials` does. */
export const TRIALS: Trial[] = [...POOLS, ...ROLLING_RESTARTS, ...FAILOVERS, ...KILLS, REPLICAS];
