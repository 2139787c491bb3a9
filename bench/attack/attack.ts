import { setTimeout as sleep } from 'node:timers/promises';
import { Agent } from 'undici';
import { load } from '../data/loader.js';
import { keepResults, log, MACHINE, table, thousands } from '../report.js';
import { type Server, signTokens } from '../servers.js';
import { type Latency, steadyLoad } from '../steady-load.js';
import { type Testbed, withTestbed } from '../testbed.js';
import { prepareFixture } from '../works/fixture.js';
import { worksNamed } from '../works/works.js';
import { KINDS, type Kind } from './kinds.js';

/** The users who are measured: so many send so many requests a second together. */
const USERS = 4;
const RATE = 40;
/** What they read. */
const READS = ['filters', 'one-event', 'inbox'];
/** Seconds of reading before anything is measured. */
const WARM_UP = 5;
/** The attacker is none of the users who are measured. */
const ATTACKER = 900;

interface Options {
  rows: number;
  /** How long the users are measured without an attacker, and then beside one of each kind. */
  seconds: number;
  /** Requests a minute of the attacker, as many as the rate limit lets through. */
  rate: number;
  /** The kinds to measure, where not all are. Such a run leaves `bench/results` alone. */
  only?: string[];
}

interface Result {
  title: string;
  idle: Latency;
  attacked: Latency;
  /** How often the attacker got which status. */
  statuses: Record<string, number>;
}

/** Measures what one user at the rate limit takes from the others. */
export function runAttack(options: Options, stop: AbortController): Promise<void> {
  return withTestbed(stop, {}, async (testbed) => {
    const results = await measureAll(testbed, options, stop.signal);
    const report = markdown(options, results);
    process.stdout.write(`\n${report}`);
    if (!options.only) await keepResults('attack', { ...options, results }, report);
  });
}

async function measureAll(testbed: Testbed, options: Options, signal: AbortSignal): Promise<Result[]> {
  const { rows, seconds, rate, only } = options;
  await load(testbed, { size: rows }, signal);
  const service = await testbed.servers.startService('service', {
    settings: { TAGGER: 'keyword', RATE_LIMIT: String(Math.max(rate, RATE * 60)) },
  });
  const fixture = await prepareFixture(testbed.database, [], { connections: USERS, rows });
  const read = (duration: number) =>
    steadyLoad(worksNamed(READS), service, fixture, { rate: RATE, seconds: duration }, signal);
  await read(WARM_UP);
  const results: Result[] = [];
  const kinds = KINDS.filter(({ name }) => !only || only.includes(name));
  for (const [index, kind] of kinds.entries()) {
    log(`Reading for ${seconds} s, and then beside an attacker: ${kind.title}`);
    const idle = await read(seconds);
    const [token] = await signTokens(1, ATTACKER + index);
    const stopping = new AbortController();
    const attack = attackWith(kind, service, token!, 60_000 / rate, stopping.signal);
    const attacked = await read(seconds).finally(() => stopping.abort());
    results.push({ title: kind.title, idle, attacked, statuses: await attack });
  }
  return results;
}

/** Sends requests at an even pace, and does not wait for the responses. @param every milliseconds between two */
async function attackWith(
  kind: Kind,
  { url: origin }: Server,
  token: string,
  every: number,
  signal: AbortSignal,
): Promise<Result['statuses']> {
  const agent = new Agent();
  const statuses: Result['statuses'] = {};
  const send = async (index: number) => {
    const { method, path, body, isHeld } = kind.shot(index);
    const type = body && { 'content-type': 'application/json' };
    const headers = { authorization: `Bearer ${token}`, ...type };
    const response = await agent.request({
      origin,
      method,
      path,
      headers,
      body: body && JSON.stringify(body),
    });
    if (!isHeld || response.statusCode !== 200) await response.body.dump({ limit: Number.POSITIVE_INFINITY });
    return response.statusCode;
  };
  const count = (status: number | string) => {
    statuses[status] = (statuses[status] ?? 0) + 1;
  };
  const sent: Promise<void>[] = [];
  for (let index = 0; !signal.aborted; index += 1) {
    sent.push(send(index).then(count, () => count('none')));
    await sleep(every, undefined, { signal }).catch(() => {});
  }
  // Those that are still waiting for an answer get some time; what is held ends here.
  await Promise.race([Promise.all(sent), sleep(5_000)]);
  await agent.destroy();
  await Promise.all(sent);
  return statuses;
}

function markdown({ rows, seconds, rate }: Options, results: Result[]): string {
  const about =
    `\`npm run bench -- attack --rows ${rows} --seconds ${seconds} --rate ${rate}\`, ${MACHINE}. ` +
    `${USERS} users read lists, single events and their inbox with ${RATE} requests a second, among ${thousands(rows)} ` +
    'events, first alone (idle) and then beside one attacker. The ratios compare the two.\n';
  const head = [
    'attacker',
    'p99 ms idle',
    'p99 ms attacked',
    'p99 ratio',
    'p50 ratio',
    'responses to the attacker',
  ];
  const lines = results.map(({ title, idle, attacked, statuses }) => [
    title,
    ...[idle.p99, attacked.p99].map((p99) => p99.toFixed(1)),
    (attacked.p99 / idle.p99).toFixed(2),
    (attacked.p50 / idle.p50).toFixed(2),
    Object.entries(statuses)
      .map(([status, count]) => `${status}: ${count}`)
      .join(', '),
  ]);
  return `${about}\n${table(head, lines)}`;
}
