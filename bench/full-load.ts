import { setTimeout as sleep } from 'node:timers/promises';
import autocannon from 'autocannon';
import { backendTimes, processorTime } from './process-stats.js';
import { median, percentile } from './report.js';
import type { Server } from './servers.js';
import type { Testbed } from './testbed.js';
import type { Fixture } from './works/fixture.js';
import type { Work } from './works/works.js';

/** Connections of the load. Each has a user and requests of its own. */
export const CONNECTIONS = 32;
/** Seconds of load before the first measurement of a work, for compilers, caches and pools. */
const WARM_UP = 10;
/** Milliseconds between two looks of autocannon at the clock, and so the accuracy of its end. */
const SAMPLE_INTERVAL = 50;
/** Milliseconds for a server to finish the requests in progress at the end of a load. */
const PAUSE = 100;

/** Requests a second; times of a request, and processor time that server and database take for it, in ms. */
export type Sample = Record<'rate' | 'p50' | 'p99' | 'processor' | 'database', number>;

/** A server under measurement, its database, and the requests that it gets. */
export type Target = Pick<Testbed, 'database' | 'signal'> & { server: Server; fixture: Fixture };

/**
 * Sends the requests of a work over a connection for each token, each with one request in progress.
 * @throws Error when a request is answered with another status than the work's, or not at all
 */
export async function measure(work: Work, target: Target, seconds: number): Promise<Sample> {
  const { server, database, fixture, signal } = target;
  signal.throwIfAborted();
  const latencies: number[] = [];
  const bad: Record<number, number> = {};
  const [before, backends] = [await processorTime(server.pid), await backendTimes(database)];
  const { url, name } = server;
  const connections = Math.min(work.connections ?? CONNECTIONS, fixture.tokens.length);
  const result = await new Promise<autocannon.Result>((resolve, reject) => {
    const setupClient = setUpClients(work, fixture, name);
    const options = { url, connections, duration: seconds, sampleInt: SAMPLE_INTERVAL, setupClient };
    const run = autocannon(options, (error, done) => (error ? reject(error) : resolve(done)));
    run.on('response', (_client, status, _bytes, milliseconds) => {
      if (status === work.status) latencies.push(milliseconds);
      else bad[status] = (bad[status] ?? 0) + 1;
    });
  });
  await sleep(PAUSE, undefined, { signal });
  const faults = Object.entries(bad).map(([status, count]) => `${count} responses of status ${status}`);
  if (result.errors > 0) faults.push(`${result.errors} errors, ${result.timeouts} of them timeouts`);
  if (latencies.length === 0) faults.push(`no good response in ${seconds} s`);
  if (faults.length > 0) throw new Error(`${work.title} of the ${name}: ${faults.join(', ')}`);
  const since = ([pid, time]: [number, number]) => Math.max(0, time - (backends.get(pid) ?? 0));
  const used = [...(await backendTimes(database))].map(since);
  return {
    rate: latencies.length / ((result.finish.getTime() - result.start.getTime()) / 1_000),
    p50: percentile(latencies, 0.5),
    p99: percentile(latencies, 0.99),
    processor: ((await processorTime(server.pid)) - before) / latencies.length,
    database: used.reduce((sum, time) => sum + time, 0) / latencies.length,
  };
}

/** The samples of each server by its name, one a round. Every second round begins with the last of them. */
export async function measureInTurn(work: Work, targets: Target[], rounds: number, seconds: number) {
  for (const target of targets) await measure(work, target, WARM_UP);
  const samples = Object.fromEntries(targets.map(({ server }) => [server.name, [] as Sample[]]));
  for (let round = 0; round < rounds; round += 1)
    for (const target of round % 2 === 0 ? targets : targets.toReversed())
      samples[target.server.name]!.push(await measure(work, target, seconds));
  return samples;
}

/** The median of every figure. */
export function medians(samples: Sample[]): Sample {
  const of = (name: keyof Sample) => median(samples.map((sample) => sample[name]));
  const [rate, p50, p99] = [of('rate'), of('p50'), of('p99')];
  return { rate, p50, p99, processor: of('processor'), database: of('database') };
}

/** Gives every connection its own requests and its own user. */
function setUpClients(work: Work, fixture: Fixture, server: string): (client: autocannon.Client) => void {
  let connection = 0;
  return (client) => {
    const authorization = `Bearer ${fixture.tokens[connection]}`;
    const requests = work.requests(fixture, connection, server);
    const sign = (request: autocannon.Request) => ({
      ...request,
      headers: { authorization, ...request.headers },
    });
    if (typeof requests !== 'function') client.setRequests(requests.map(sign));
    else client.setRequests([{ setupRequest: (defaults) => ({ ...defaults, ...sign(requests()) }) }]);
    connection += 1;
  };
}
