import 'reflect-metadata';
import { runJob } from './app.js';
import { Config, ConfigError } from './common/config.js';
import { readDotEnv } from './common/dot-env.js';
import { createLog, logTo } from './common/logging.js';
import { EmbeddedServerError, startEmbeddedServer } from './database/embedded/embedded-postgres.js';
import type { JobName, JobResult } from './jobs/schedule.js';
import { ARGUMENTS, progressOn, SCHEDULE } from './jobs/schedule.js';

const STDERR = 2;
/** Jobs whose lines are the result. */
const LISTS: JobName[] = ['reports'];

/** Runs `npm run job -- NAME`. Returns the exit code (rules.md, "Jobs"). */
async function main([name = '', ...rest]: string[]): Promise<number> {
  if (!isJob(name) || rest.length !== (name in ARGUMENTS ? 1 : 0)) {
    const names = Object.keys(SCHEDULE).join(', ');
    const taking = Object.entries(ARGUMENTS).map(([job, argument]) => `${job} takes ${argument}`);
    process.stderr.write(`usage: npm run job -- NAME, where NAME is one of ${names}; ${taking.join(', ')}\n`);
    return 2;
  }
  const interruption = new AbortController();
  const { signal } = interruption;
  for (const reason of ['SIGINT', 'SIGTERM'] as const)
    process.once(reason, () => interruption.abort(new Error(`interrupted by ${reason}`)));
  readDotEnv();
  // A job opens no port, so HOST must not stop it.
  const config = Config.from({ ...process.env, SCHEDULER_ENABLED: 'false', HOST: undefined });
  const embedded = config.DATABASE_URL
    ? undefined
    : await startEmbeddedServer({ dataDir: config.DATA_DIR, attach: true });
  try {
    if (embedded) Object.assign(config, { DATABASE_URL: embedded.url });
    const context = { signal, argument: rest[0], print, progress: progressOn(process.stderr) };
    // stdout carries only the result, so the log goes to stderr.
    const log = createLog(process.env.LOG_LEVEL ? config.LOG_LEVEL : 'warn', logTo(STDERR));
    const result = await runJob(config, log, name, context).catch(
      (error: Error): JobResult => ({ outcome: 'FAILED', error: (signal.reason ?? error).message }),
    );
    if (!LISTS.includes(name) || result.outcome === 'FAILED') await print({ job: name, ...result });
    return result.outcome === 'FAILED' ? 1 : 0;
  } finally {
    await embedded?.stop();
  }
}

const isJob = (name: string): name is JobName => Object.hasOwn(SCHEDULE, name);

/** Prints a line of JSON once stdout takes it. @throws Error if nobody reads it any more */
const print = (line: object) =>
  new Promise<void>((resolve, reject) => {
    process.stdout.write(`${JSON.stringify(line)}\n`, (error) => (error ? reject(error) : resolve()));
  });

process.stdout.on('error', () => {}); // `print` rejects
try {
  process.exit(await main(process.argv.slice(2)));
} catch (error) {
  const expected = error instanceof ConfigError || error instanceof EmbeddedServerError;
  process.stderr.write(`${expected ? error.message : (error as Error).stack}\n`);
  process.exit(1);
}
