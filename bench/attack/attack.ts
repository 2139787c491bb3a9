import { setTimeout as sleep } from 'node:timers/promises';
import { Agent, type Dispatcher } from 'undici';
import { load } from '../data/loader.js';
import { keepResults, log, MACHINE, table, thousands } from '../report.js';
import { type Server, signTokens } from '../servers.js';
import { type Latency, steadyLoad } from '../steady-load.js';
import { type Testbed, withTestbed } from '../testbed.js';
import { prepareFixture } from '../works/fixture.js';
import { chosen, WORKS } from '../works/works.js';
import { KINDS, type Kind } from './kinds.js';

/** The users who are measured: so many send so many requests a second together, for these works. */
const USERS = 4;
const RATE = 20;
const MEASURED = chosen(WORKS, ['filters', 'one-event', 'inbox', 'update', 'apply']);
/** Seconds of this before anything is measured. */
const WARM_UP = 5;
/** The first of the attackers, who are none of those users. */
const ATTACKER = 900;

/**
 * Seconds that the users are measured without an attacker, and then beside one of each kind; and the rate limit
 * in requests a minute, which the attacker keeps.
 */
type Options = { rows: number; seconds: number; rate: number; only?: string[] };
/** How often the attacker got which status is in `statuses`. */
type Result = { title: string; idle: Latency; attacked: Latency; statuses: Record<string, number> };

/** Measures what one user at the rate limit takes from the others. */
export function runAttack(options: Options, stop: AbortController): Promise<void> {
  const kinds = chosen(KINDS, options.only);
  return withTestbed(stop, {}, async (testbed) => {
    const results = await measureAll(testbed, kinds, options);
    const report = markdown(options, results);
    process.stdout.write(`\n${report}`);
    if (!options.only) await keepResults('attack', { ...options, results }, report);
  });
}

async function measureAll(testbed: Testbed, kinds: Kind[], options: Options): Promise<Result[]> {
  const { rows, seconds, rate } = options;
  await load(testbed, rows);
  const settings = { TAGGER: 'keyword', RATE_LIMIT: String(rate) };
  const shared = await testbed.servers.startService('service', { settings });
  const fixture = await prepareFixture(testbed, [], { connections: USERS, rows });
  const run = { works: MEASURED, fixture, signal: testbed.signal };
  const read = (server: Server, time: number) =>
    steadyLoad({ ...run, server }, { rate: RATE, seconds: time });
  await read(shared, WARM_UP);
  const results: Result[] = [];
  for (const [index, kind] of kinds.entries()) {
    log(`Reading for ${seconds} s, and then beside an attacker: ${kind.title}`);
    const own = await kind.settings?.();
    const service = own
      ? await testbed.servers.startService(kind.name, { settings: { ...settings, ...own } })
      : shared;
    if (own) await read(service, WARM_UP);
    const idle = await read(service, seconds);
    const [token] = await signTokens(1, ATTACKER + index);
    const paths = await kind.prepare?.(testbed.database, service.url, token!);
    const stopping = new AbortController();
    const ready = { ...kind, request: (at: number) => kind.request(at, paths) };
    const attack = attackWith(ready, rate, service, token!, stopping.signal);
    const attacked = await read(service, seconds).finally(() => stopping.abort());
    results.push({ title: kind.title, idle, attacked, statuses: await attack });
    if (own) await testbed.servers.end(service, 'SIGTERM');
  }
  return results;
}

/** Sends requests of a kind at a rate in requests a minute, whether or not earlier ones are answered. */
async function attackWith(kind: Kind, rate: number, service: Server, token: string, signal: AbortSignal) {
  const agent = new Agent();
  const statuses: Result['statuses'] = {};
  const send = async (index: number): Promise<number | string> => {
    const { method, path, headers, body } = kind.request(index) as Dispatcher.RequestOptions;
    const signed = { ...(headers as object), authorization: `Bearer ${token}` };
    const { disconnectsAfter } = kind;
    const request = { origin: service.url, method, path, headers: signed, body };
    const left = disconnectsAfter === undefined ? undefined : AbortSignal.timeout(disconnectsAfter);
    const response = await agent.request({ ...request, signal: left });
    const isRead = !kind.isHeld || response.statusCode !== 200;
    if (isRead) await response.body.dump({ limit: Number.POSITIVE_INFINITY });
    return response.statusCode;
  };
  const sent: Promise<void>[] = [];
  for (let index = 0; !signal.aborted; index += 1) {
    const response = send(index).catch(() => 'none');
    sent.push(
      response.then((status) => {
        statuses[status] = (statuses[status] ?? 0) + 1;
      }),
    );
    await sleep(60_000 / rate, undefined, { signal }).catch(() => {});
  }
  // Those that still wait for a response have some time; what is held ends here.
  await Promise.race([Promise.all(sent), sleep(5_000)]);
  await agent.destroy();
  await Promise.all(sent);
  return statuses;
}

function markdown({ rows, seconds, rate }: Options, results: Result[]): string {
  const about =
    `\`npm run bench -- attack --rows ${rows} --seconds ${seconds} --rate ${rate}\`, ${MACHINE}.\n` +
    `${USERS} users read lists, single events and their inbox, change gigs and apply, with ${RATE} requests a second among\n` +
    `${thousands(rows)} events, first alone (idle), then beside one attacker. None of them got another status than they should. The\n` +
    'ratios compare the two.\n';
  const lines = results.map(({ title, idle, attacked, statuses }) => [
    title,
    ...[idle.p99, attacked.p99].map((p99) => p99.toFixed(1)),
    ...[attacked.p99 / idle.p99, attacked.p50 / idle.p50].map((ratio) => ratio.toFixed(2)),
    Object.entries(statuses).join('; ').replaceAll(',', ': '),
  ]);
  const head = ['attacker', 'p99 ms idle', 'p99 ms attacked', 'p99 ratio', 'p50 ratio', 'its responses'];
  return `${about}\n${table(head, lines)}`;
}
