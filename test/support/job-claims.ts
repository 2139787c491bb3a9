import type { TestDatabase } from './database.js';

interface Claim {
  job: string;
  tick: Date;
  holder: string;
  finished: boolean;
  live: boolean;
}

/** The claims of runs in a database, by their ticks. */
export function claimsIn(database: TestDatabase): Promise<Claim[]> {
  return database.query<Claim & Record<string, unknown>>(
    `SELECT job, tick, holder, finished_at IS NOT NULL AS finished, lease_until > now() AS live
     FROM job_claims ORDER BY tick`,
  );
}
