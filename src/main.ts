import 'reflect-metadata';
import { createApp } from './app.js';
import { Config, ConfigError } from './common/config.js';
import { readDotEnv } from './common/dot-env.js';
import { createLog, createTerminalLog } from './common/logging.js';
import { EmbeddedServerError, startEmbeddedServer } from './database/embedded/embedded-postgres.js';
import { freePort } from './database/embedded/embedded-process.js';
import { Drain } from './health/drain.js';

/** Milliseconds from the end of the drain to a forced exit, requests in flight included. */
const STOP_LIMIT = 9_000;

/** Starts the service and stops it on SIGTERM or SIGINT. Without DATABASE_URL, PostgreSQL is embedded. */
async function main(): Promise<void> {
  readDotEnv();
  let config = Config.from(process.env);
  // A terminal gets one line per entry and none per request. Otherwise the log is JSON with every request.
  const isInteractive = process.stdout.isTTY && !config.production;
  const log = isInteractive ? await createTerminalLog(config.LOG_LEVEL) : createLog(config.LOG_LEVEL);
  if (config.AUTH_DEV_TOKENS)
    log.warn('AUTH_DEV_TOKENS=true: anyone who can reach this service can sign in as anyone.');
  if (config.production && !config.PUBLIC_URL)
    log.warn('PUBLIC_URL is not set: addresses for calendars and agents begin with http://localhost.');
  const stopped = new Promise<void>((resolve) => process.on('SIGTERM', resolve));
  // Ctrl-C skips or ends the drain: at a terminal nobody wants to wait.
  const interrupted = new Promise<void>((resolve) => process.on('SIGINT', resolve));

  const { PORT, host } = config;
  await freePort(PORT, host).catch(({ code }) => {
    const fault = `Port ${PORT} of ${host} cannot be used (${code})`;
    throw new ConfigError(`${fault}. Stop what listens there, or set another, such as PORT=3001.`);
  });
  const embedded = config.DATABASE_URL
    ? undefined
    : await startEmbeddedServer({ dataDir: config.DATA_DIR, log: (message) => log.info(message) });
  if (embedded) config = Config.from({ ...process.env, DATABASE_URL: embedded.url });
  try {
    const app = await createApp(config, log, isInteractive ? 'debug' : 'info');
    await app.listen(config.PORT, config.host);
    log.info(`Listening at ${await app.getUrl()}; the documentation is at ${await app.getUrl()}/docs`);
    await Promise.race([stopped.then(() => app.get(Drain).drain(config.DRAIN_SECONDS)), interrupted]);
    log.info('Stopping');
    setTimeout(() => process.exit(1), STOP_LIMIT).unref();
    await app.close();
  } finally {
    await embedded?.stop();
  }
}

try {
  await main();
  process.exit();
} catch (error) {
  const expected = error instanceof ConfigError || error instanceof EmbeddedServerError;
  process.stderr.write(`${expected ? error.message : (error as Error).stack}\n`);
  process.exit(1);
}
