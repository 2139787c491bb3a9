import type { JobName, JobResult } from '../../src/jobs/schedule.js';
import { type Environment, onHost, testEnvironment } from './app.js';

/** Runs a job by hand with its own settings, as `npm run job` does, in the host of this worker. */
export function runByHand(
  name: JobName,
  databaseUrl: string,
  overrides: Environment = {},
): Promise<JobResult> {
  return onHost<JobResult>('POST', `/jobs/${name}`, testEnvironment(databaseUrl, overrides));
}
