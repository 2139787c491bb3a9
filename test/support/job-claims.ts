import type { TestDatabase } from './database.js';

interface Claim {
  job: string;
  tick: Date;
}

/** The claims of runs in a database, by their ticks. */
export function claimsIn(database: TestDatabase): Promise<Claim[]> {
  return database.query<Claim & Record<string, unknown>>('SELECT job, tick FROM job_claims ORDER BY tick');
}
