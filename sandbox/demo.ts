import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { constants } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { readDotEnv } from '../src/common/dot-env.js';
import { campusFeed } from './campus/campus-events.js';
import { SANDBOX_KEY, startFeedServer } from './feed-server.js';
import { llmEndpoint, SANDBOX_MODEL } from './llm/llm-endpoint.js';
import { onNpmExit } from './on-npm-exit.js';
import { seedDatabaseOf } from './seed-database.js';
import { SANDBOX_SECRET, webhookEndpoint } from './webhook.js';
import { lookAround, welcome } from './welcome.js';

/** The built service, beside dist/sandbox/demo.js. */
const SERVICE = join(import.meta.dirname, '..', 'src', 'main.js');
/** Adds the page at /app to the service. */
const CAMPUS_APP = import.meta.resolve('./campus-app.js');
/** The command line of the jobs. */
const JOB = join(import.meta.dirname, '..', 'src', 'run-job.js');
/** Where the buildings of the sandbox's campus and of the seed are; the build copies it. */
const PLACES = join(import.meta.dirname, 'places.json');
/** The service has 10 s for a graceful stop. */
const STOP_LIMIT_MS = 15_000;

const stop = new AbortController();
// A second Ctrl-C changes nothing: the service has a time limit to stop.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => stop.abort());
onNpmExit(() => stop.abort());
// The service reads this file, too: both must use the same database.
readDotEnv();
process.exit(await runDemo(process.env));

/**
 * Runs the service with the sandbox's feeds until it ends or is stopped. Prints a tour when the events of the
 * feeds are there.
 * @returns the service's exit code
 */
async function runDemo(env: NodeJS.ProcessEnv): Promise<number> {
  const host = env.HOST || '127.0.0.1';
  const wanted = env.PORT || '3000';
  const port = await freePort(Number(wanted), host);
  if (port === null) {
    print(
      `\nPort ${wanted} is taken on ${host}. Stop what runs there, or choose another: PORT=3001 npm run demo\n`,
    );
    return 1;
  }
  const startedAt = new Date();
  const feed = await startFeedServer({
    campus: () => campusFeed({ now: new Date(), startedAt }),
    also: [llmEndpoint(), webhookEndpoint()],
  });
  // The sandbox stands in for the language model where one is wanted and none is named.
  const isModel = env.TAGGER === 'llm' && !env.TAGGER_BASE_URL;
  const ownEnv = {
    ...env,
    HOST: host,
    PORT: `${port}`,
    DRAIN_SECONDS: '0', // nobody sends requests through a proxy
    DATA_DIR: env.DATA_DIR || '.data/demo',
    CAMPUS_FEED_URL: feed.url,
    TICKET_FEED_URL: feed.url,
    TICKET_FEED_API_KEY: SANDBOX_KEY,
    PLACES_FILE: env.PLACES_FILE || PLACES,
    ...(!env.WEBHOOK_URL && { WEBHOOK_URL: `${feed.url}/webhooks`, WEBHOOK_SECRET: SANDBOX_SECRET }),
    ...(isModel && { TAGGER_BASE_URL: `${feed.url}/v1`, TAGGER_MODEL: env.TAGGER_MODEL || SANDBOX_MODEL }),
  };
  try {
    return await runService(ownEnv, async (leaving) => {
      const url = `http://${host === '0.0.0.0' ? '127.0.0.1' : host}:${port}`;
      const tour = await lookAround(url, () => seedDatabaseOf(ownEnv), leaving);
      // The service has filled the table of suggestions before there were events.
      await promisify(execFile)(process.execPath, [JOB, 'suggestions'], { env: ownEnv, signal: leaving });
      print(welcome({ ...tour, feedUrl: feed.url, env: ownEnv, isModel }));
    });
  } finally {
    await feed.close();
  }
}

/** Runs the service, and something else meanwhile. @returns the service's exit code */
async function runService(
  env: NodeJS.ProcessEnv,
  meanwhile: (leaving: AbortSignal) => Promise<void>,
): Promise<number> {
  if (stop.signal.aborted) return 0;
  const service = spawn(process.execPath, ['--import', CAMPUS_APP, SERVICE], { stdio: 'inherit', env });
  // Nobody must wait for a response of a service that stops.
  const leaving = new AbortController();
  stop.signal.addEventListener('abort', () => {
    leaving.abort();
    service.kill('SIGTERM');
    setTimeout(() => service.kill('SIGKILL'), STOP_LIMIT_MS).unref();
  });
  const done = meanwhile(leaving.signal).catch((error: Error) => {
    if (!leaving.signal.aborted) print(`\nThe demo could not look around: ${error.message}\n`);
  });
  const [exitCode, signal] = (await once(service, 'exit')) as [number | null, NodeJS.Signals | null];
  leaving.abort();
  await done;
  if (!stop.signal.aborted)
    print(`\nThe service ended by itself (${signal ?? `exit code ${exitCode}`}), so the demo ends too.\n`);
  return exitCode ?? 128 + (signal ? constants.signals[signal] : 0);
}

/** The port if nothing listens there, any free one for 0, or null. */
async function freePort(port: number, host: string): Promise<number | null> {
  const probe = createServer();
  try {
    await once(probe.listen({ port, host }), 'listening');
    return (probe.address() as AddressInfo).port;
  } catch (error) {
    // The service itself refuses a port that is bad otherwise.
    return (error as NodeJS.ErrnoException).code === 'EADDRINUSE' ? null : port;
  } finally {
    if (probe.listening) await once(probe.close(), 'close');
  }
}

function print(text: string): void {
  process.stdout.write(text);
}
