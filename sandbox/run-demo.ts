import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { constants } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { campusFeed } from './campus/campus-feed.js';
import { SANDBOX_KEY, startFeedServer } from './feed-server.js';
import { llmEndpoint, SANDBOX_MODEL } from './llm/llm-endpoint.js';
import { type Tour, welcome } from './welcome.js';

export interface DemoOptions {
  /** The built service. */
  entry: string;
  env: NodeJS.ProcessEnv;
  /** Puts the demo's people, events and gigs into the database of the service that runs in this environment. */
  seed: (env: NodeJS.ProcessEnv) => Promise<void>;
  /** Aborted when the demo is to end. */
  stop: AbortSignal;
  print: (text: string) => void;
  /** How long to wait for the events of the feeds. */
  patienceMs?: number;
}

/** Where the buildings of the sandbox's campus and of the seed are; the build copies it. */
const PLACES = join(import.meta.dirname, 'places.json');
/** The service has 10 s for a graceful stop. */
const STOP_LIMIT_MS = 15_000;
const POLL_MS = 250;
const ANSWER_LIMIT_MS = 3_000;

/**
 * Runs the service with the sandbox's feeds until it ends or is stopped, and prints a tour when the feeds' events are
 * there.
 * @returns the service's exit code
 */
export async function runDemo({
  entry,
  env,
  seed,
  stop,
  print,
  patienceMs = 60_000,
}: DemoOptions): Promise<number> {
  const host = env.HOST || '127.0.0.1';
  const port = await freePort(env.PORT || '3000', host);
  if (port === null) {
    print(
      `\nPort ${env.PORT || 3000} is taken on ${host}. Stop what runs there, or choose another: PORT=3001 npm run demo\n`,
    );
    return 1;
  }
  const startedAt = new Date();
  const feed = await startFeedServer({
    campus: () => campusFeed({ now: new Date(), startedAt }),
    also: [llmEndpoint()],
  });
  try {
    const ownEnv = {
      ...env,
      HOST: host,
      PORT: port,
      DRAIN_SECONDS: '0', // nobody sends requests through a proxy
      DATA_DIR: env.DATA_DIR || '.data/demo',
      CAMPUS_FEED_URL: feed.url,
      TICKET_FEED_URL: feed.url,
      TICKET_FEED_API_KEY: SANDBOX_KEY,
      PLACES_FILE: env.PLACES_FILE || PLACES,
      ...modelOf(env, feed.url),
    };
    return await runService(entry, ownEnv, stop, print, async (signal) => {
      const url = `http://${dialable(host)}:${port}`;
      const found = await lookAround(url, () => seed(ownEnv), signal, patienceMs);
      print(welcome({ ...found, feedUrl: feed.url, env: ownEnv }));
    });
  } finally {
    await feed.close();
  }
}

/** The sandbox stands in for the language model where one is wanted and none is named. */
function modelOf({ TAGGER, TAGGER_BASE_URL, TAGGER_MODEL }: NodeJS.ProcessEnv, sandboxUrl: string) {
  if (TAGGER !== 'llm' || TAGGER_BASE_URL) return {};
  return { TAGGER_BASE_URL: `${sandboxUrl}/v1`, TAGGER_MODEL: TAGGER_MODEL || SANDBOX_MODEL };
}

/** Runs the service, and something else meanwhile. @returns the service's exit code */
async function runService(
  entry: string,
  env: NodeJS.ProcessEnv,
  stop: AbortSignal,
  print: DemoOptions['print'],
  meanwhile: (leaving: AbortSignal) => Promise<void>,
): Promise<number> {
  if (stop.aborted) return 0;
  const service = spawn(process.execPath, [entry], { stdio: 'inherit', env });
  const ended = once(service, 'exit') as Promise<[number | null, NodeJS.Signals | null]>;

  // Nobody must wait for an answer of a service that stops.
  const leaving = new AbortController();
  let limit: NodeJS.Timeout | undefined;
  const end = () => {
    leaving.abort();
    service.kill('SIGTERM');
    limit = setTimeout(() => service.kill('SIGKILL'), STOP_LIMIT_MS);
  };
  stop.addEventListener('abort', end, { once: true });
  const done = meanwhile(leaving.signal).catch((error: Error) => {
    if (!leaving.signal.aborted) print(`\nThe demo could not look around: ${error.message}\n`);
  });
  try {
    const [exitCode, signal] = await ended;
    const code = exitCode ?? 128 + (signal ? constants.signals[signal] : 0);
    if (!stop.aborted) {
      print(`\nThe service ended by itself (${signal ?? `exit code ${code}`}), so the demo ends too.\n`);
    }
    return code;
  } finally {
    stop.removeEventListener('abort', end);
    clearTimeout(limit);
    leaving.abort();
    await done;
  }
}

/** Waits until the service is ready, signs in, seeds its database, and waits for a tagged event of each feed. */
async function lookAround(
  url: string,
  seed: () => Promise<void>,
  signal: AbortSignal,
  patienceMs: number,
): Promise<Tour> {
  await until(async () => (await ask(`${url}/health/ready`, signal)).status === 200 || null, signal);
  const deadline = Date.now() + patienceMs;
  const hasPatience = () => Date.now() < deadline;

  const signIn = await until(async () => {
    const { status, body } = await ask(`${url}/auth/token`, signal, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ userId: 'alice', name: 'Alice Liddell' }),
    });
    if (status === 201) return body as { accessToken: string };
    return status === 404 || !hasPatience() ? 'off' : null;
  }, signal);
  // Without development tokens this is no place to play: its database stays as it is.
  if (signIn === 'off') return { url, token: null, examples: [] };
  await seed();

  const headers = { authorization: `Bearer ${signIn.accessToken}` };
  const exampleOf = ([source, feed]: [string, string]) =>
    until(async () => {
      const { status, body } = await ask(`${url}/events?source=${source}&limit=20`, signal, { headers });
      const { data, total } = status === 200 ? (body as EventList) : { data: [], total: 0 };
      // Some events have no text to find tags in.
      const tagged = data.find(({ tags }) => tags.length > 0);
      if (tagged) return [{ ...tagged, feed, total }];
      return hasPatience() ? null : [];
    }, signal);
  const examples = (await Promise.all(Object.entries(FEEDS).map(exampleOf))).flat();
  return { url, token: signIn.accessToken, examples };
}

/** What people call the sources of external events. */
const FEEDS = { CAMPUS_API: 'Campus feed', TICKET_API: 'Ticketing feed' };

interface EventList {
  data: { title: string; category: string | null; tags: string[] }[];
  total: number;
}

async function ask(url: string, signal: AbortSignal, init: RequestInit = {}) {
  const limit = AbortSignal.any([signal, AbortSignal.timeout(ANSWER_LIMIT_MS)]);
  const answer = await fetch(url, { ...init, signal: limit });
  // Every answer is read: an unread one keeps its connection.
  const body: unknown = await answer.json().catch(() => null);
  return { status: answer.status, body };
}

/** Looks until something is found. A look that fails has found nothing. */
async function until<T>(look: () => Promise<T | null>, signal: AbortSignal): Promise<T> {
  for (;;) {
    const found = await look().catch(() => null);
    if (found !== null) return found;
    await sleep(POLL_MS, undefined, { signal });
  }
}

/** The port if nothing listens there, any free one for `0`, or null. */
async function freePort(wanted: string, host: string): Promise<string | null> {
  const probe = createServer();
  try {
    probe.listen({ port: Number(wanted), host });
    await once(probe, 'listening');
    return `${(probe.address() as AddressInfo).port}`;
  } catch (error) {
    // The service itself refuses a port that is bad otherwise.
    return (error as NodeJS.ErrnoException).code === 'EADDRINUSE' ? null : wanted;
  } finally {
    if (probe.listening) await new Promise((resolve) => probe.close(resolve));
  }
}

/** The host in the URL of a server that listens on this address. */
function dialable(host: string): string {
  if (host === '0.0.0.0' || host === '::') return '127.0.0.1';
  return host.includes(':') ? `[${host}]` : host;
}
