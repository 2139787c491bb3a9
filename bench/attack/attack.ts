import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type SteadyLoadOptions, underSteadyLoad } from '../load/steady-load.js';
import { log } from '../progress.js';
import { keepResults } from '../results.js';
import type { Server, Servers } from '../servers.js';
import { withTestbed } from '../testbed.js';
import { signTokens } from '../tokens.js';
import { Attacker } from './attacker.js';
import { markdown, type Trial } from './report.js';

/** Users who read while one attacks, and how many requests a second they send together. */
const READERS = 8;
const READS = 40;
/** Events that they read. */
const EVENTS = 200;
/** Seconds of reading before anything is measured. */
const WARM_UP = 5;

interface Options {
  /** How long the others are measured without the attack, and then with it. */
  seconds: number;
  /** Requests a minute of the attacker, as many as the service's rate limit lets through. */
  rate: number;
}

/** Measures what one user at the rate limit costs the others, on each kind of database. */
export function runAttack(options: Options, stop: AbortController): Promise<void> {
  return withTestbed(stop, {}, async ({ servers, cleanup }) => {
    const dataDir = await mkdtemp(join(tmpdir(), 'events-attack-'));
    cleanup.add(() => rm(dataDir, { recursive: true, force: true, maxRetries: 5 }));
    const databases = { external: {}, embedded: { DATABASE_URL: '', DATA_DIR: dataDir } };
    const trials: Record<string, Trial> = {};
    for (const [database, settings] of Object.entries(databases))
      trials[database] = await measureTrial(servers, database, settings, options, stop.signal);
    const report = { ...options, trials };
    process.stdout.write(`\n${markdown(report)}`);
    await keepResults('attack', report, markdown(report));
  });
}

async function measureTrial(
  servers: Servers,
  database: string,
  settings: Record<string, string>,
  { seconds, rate }: Options,
  signal: AbortSignal,
): Promise<Trial> {
  log(`Starting the service on its ${database} database`);
  const service = await servers.start(`service (${database})`, '../src/main.js', {
    settings: { ...settings, TAGGER: 'keyword', RATE_LIMIT: String(rate), DAILY_CREATIONS: 'off' },
  });
  const [token, ...tokens] = (await signTokens(READERS + 1)) as [string, ...string[]];
  await fill(service, tokens);
  const reads: SteadyLoadOptions = {
    ...{ url: service.url, tokens, rate: READS, warmUp: WARM_UP },
    request: () => ({ method: 'GET', path: '/events?limit=5', status: 200 }),
  };
  return underSteadyLoad(reads, signal, async (load) => {
    const measured = () => sleep(seconds * 1_000, undefined, { signal });
    log(`Reading for ${seconds} s`);
    const alone = await load.during(measured);
    log(`Reading for ${seconds} s beside the attack`);
    const attacker = new Attacker(service.url, token, rate);
    const attacked = await load.during(measured);
    return { alone, attacked, statuses: await attacker.stop() };
  });
}

async function fill({ url }: Server, tokens: string[]): Promise<void> {
  const event = {
    ...{ title: 'Open stage', description: 'Bring an instrument.', type: 'EVENT' },
    ...{ location: { name: 'Union' }, startAt: '2031-03-01T18:00:00.000Z' },
  };
  for (let count = 0; count < EVENTS; count += 1) {
    const { status } = await fetch(`${url}/events`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${tokens[count % tokens.length]}`,
        'content-type': 'application/json',
      },
      body: JSON.stringify(event),
    });
    if (status !== 201) throw new Error(`An event is answered ${status}`);
  }
}
