import { NestFactory } from '@nestjs/core';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { pino } from 'pino';
import { AppModule } from './app.module.js';
import { Authentication } from './auth/authentication.js';
import type { Config } from './common/config.js';
import { setResourceHeaders } from './common/http/etag.js';
import { sendSerialized } from './common/http/serialized.js';
import { createServer, secureServer } from './common/http/server.js';
import { followTraces } from './common/http/trace.js';
import { logRequests, PinoLogger } from './common/logging.js';
import { Database } from './database/database.js';
import { JobsService } from './jobs/jobs.service.js';
import type { JobContext, JobName, JobResult } from './jobs/schedule.js';
import { serveDocs } from './openapi/docs.js';

/**
 * Creates the application with all its hooks, ready to listen.
 * @param requests level of the log entry for each request
 */
export async function createApp(
  config: Config,
  log: pino.Logger,
  requests: pino.Level = 'info',
): Promise<NestFastifyApplication> {
  const app = await NestFactory.create<NestFastifyApplication>(AppModule.with(config), createServer(config), {
    bodyParser: false,
    abortOnError: false,
    logger: new PinoLogger(log),
  });
  const server = app.getHttpAdapter().getInstance();
  // Providers add hooks in `onModuleInit` where the order does not matter. It does here: the limits count by
  // user, so the token is verified first; and they wrap the handlers, so they come before the routes.
  app.get(Authentication).register(server);
  secureServer(app, config);
  logRequests(server, log, requests);
  followTraces(server);
  setResourceHeaders(server, config);
  sendSerialized(server);
  serveDocs(app);
  return app;
}

/** Runs a job by hand, in an application without a server. */
export async function runJob(
  config: Config,
  log: pino.Logger,
  name: JobName,
  context: JobContext,
): Promise<JobResult> {
  const app = await NestFactory.createApplicationContext(AppModule.with(config), {
    abortOnError: false,
    logger: new PinoLogger(log),
  });
  try {
    await app.get(Database, { strict: false }).ready();
    return await app.get(JobsService, { strict: false }).run(name, context);
  } finally {
    await app.close();
  }
}
