import { runJob } from '../../src/app.js';
import { Config } from '../../src/common/config.js';
import { createLog } from '../../src/common/logging.js';
import type { JobName, JobResult } from '../../src/jobs/schedule.js';
import { type Environment, testEnvironment } from './app.js';

/** The signal of a run that nobody breaks off. */
export const never = new AbortController().signal;

/** Runs a job by hand with settings of its own, as `npm run job` does, and saves the start of a process. */
export function runByHand(
  name: JobName,
  databaseUrl: string,
  overrides: Environment = {},
): Promise<JobResult> {
  const config = Config.from(testEnvironment(databaseUrl, overrides));
  return runJob(config, createLog(config.LOG_LEVEL), name, { signal: never });
}
