import 'reflect-metadata';
import { NestFactory } from '@nestjs/core';
import { config as readDotEnv } from 'dotenv';
import { pino } from 'pino';
import { AppModule } from './app.module.js';
import { Config, ConfigError } from './common/config.js';
import { createLog, PinoLogger } from './common/logging.js';
import { EmbeddedServerError, startEmbeddedServer } from './database/embedded-postgres.js';
import type { JobContext, JobResult } from './jobs/job.js';
import { JobsService } from './jobs/jobs.service.js';
import { SCHEDULE } from './schedule.js';

const STDERR = 2;

/** The command line of the jobs: `npm run job -- NAME`. Answers its exit code (contract.md 6). */
async function main([name, ...rest]: string[]): Promise<number> {
  if (!name || !Object.hasOwn(SCHEDULE, name) || rest.length > 0) {
    process.stderr.write(
      `usage: npm run job -- NAME, where NAME is one of ${Object.keys(SCHEDULE).join(', ')}\n`,
    );
    return 2;
  }
  const interruption = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => interruption.abort(new Error(`interrupted by ${signal}`)));
  readDotEnv({ quiet: true });
  const config = Config.from({ ...process.env, SCHEDULER_ENABLED: 'false' });
  const embedded = config.DATABASE_URL
    ? undefined
    : await startEmbeddedServer({ dataDir: config.DATA_DIR, attach: true });
  try {
    const result = await run(name, Object.assign(config, embedded && { DATABASE_URL: embedded.url }), {
      signal: interruption.signal,
      progress: showProgress(),
    });
    await print(`${JSON.stringify({ job: name, ...result })}\n`);
    return result.outcome === 'FAILED' ? 1 : 0;
  } finally {
    await embedded?.stop();
  }
}

async function run(name: string, config: Config, context: JobContext): Promise<JobResult> {
  // stdout is the result's alone.
  const log = createLog(process.env.LOG_LEVEL ? config.LOG_LEVEL : 'warn', pino.destination(STDERR));
  const app = await NestFactory.createApplicationContext(AppModule.with(config), {
    abortOnError: false,
    logger: new PinoLogger(log),
  });
  try {
    return await app.get(JobsService, { strict: false }).runByHand(name, context);
  } catch (error) {
    return { outcome: 'FAILED', error: (context.signal.reason ?? error).message };
  } finally {
    context.progress?.('', 0);
    await app.close();
  }
}

/** One line that is written over and over, on a terminal only; an empty step clears it. */
function showProgress(): JobContext['progress'] {
  if (!process.stdout.isTTY || !process.stderr.isTTY) return undefined;
  return (step, done, total) => {
    const counts = total === undefined ? `${done || ''}` : `${done} of ${total}`;
    process.stderr.write(`\r\u001b[K${step} ${counts}`.trimEnd());
  };
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
