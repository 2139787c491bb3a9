import 'reflect-metadata';
import { NestFactory } from '@nestjs/core';
import { config as readDotEnv } from 'dotenv';
import { AppModule } from './app.module.js';
import { Config, ConfigError } from './common/config.js';
import { createLog, logTo, PinoLogger } from './common/logging.js';
import { EmbeddedServerError, startEmbeddedServer } from './database/embedded-postgres.js';
import type { JobResult } from './jobs/job.js';
import { JobsService } from './jobs/jobs.service.js';
import { SCHEDULE } from './jobs/scheduled-job.js';
import { TerminalProgress } from './jobs/terminal-progress.js';

const STDERR = 2;

/** The command line of the jobs: `npm run job -- NAME`. Answers its exit code (decisions.md, "Jobs"). */
async function main([name, ...rest]: string[]): Promise<number> {
  const names = [...SCHEDULE.keys()];
  if (!name || !names.includes(name) || rest.length > 0) {
    process.stderr.write(`usage: npm run job -- NAME, where NAME is one of ${names.join(', ')}\n`);
    return 2;
  }
  const interruption = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => interruption.abort(new Error(`interrupted by ${signal}`)));
  readDotEnv({ quiet: true });
  // A job listens nowhere, so HOST is no reason to refuse it.
  const config = Config.from({ ...process.env, SCHEDULER_ENABLED: 'false', HOST: undefined });
  const embedded = config.DATABASE_URL
    ? undefined
    : await startEmbeddedServer({ dataDir: config.DATA_DIR, attach: true });
  try {
    if (embedded) Object.assign(config, { DATABASE_URL: embedded.url });
    const result = await run(name, config, interruption.signal);
    await print(`${JSON.stringify({ job: name, ...result })}\n`);
    return result.outcome === 'FAILED' ? 1 : 0;
  } finally {
    await embedded?.stop();
  }
}

async function run(name: string, config: Config, signal: AbortSignal): Promise<JobResult> {
  const progress = new TerminalProgress(process.stderr);
  // stdout is for the result alone.
  const log = createLog(process.env.LOG_LEVEL ? config.LOG_LEVEL : 'warn', logTo(STDERR));
  const app = await NestFactory.createApplicationContext(AppModule.with(config), {
    abortOnError: false,
    logger: new PinoLogger(log),
  });
  try {
    return await app
      .get(JobsService, { strict: false })
      .runByHand(name, { signal, progress: (step, done, total) => progress.show(step, done, total) });
  } catch (error) {
    return { outcome: 'FAILED', error: (signal.reason ?? error).message };
  } finally {
    progress.end();
    await app.close();
  }
}

function print(text: string): Promise<void> {
  return new Promise((resolve) => {
    process.stdout.write(text, () => resolve());
  });
}

try {
  process.exit(await main(process.argv.slice(2)));
} catch (error) {
  const expected = error instanceof ConfigError || error instanceof EmbeddedServerError;
  process.stderr.write(`${expected ? error.message : (error as Error).stack}\n`);
  process.exit(1);
}
