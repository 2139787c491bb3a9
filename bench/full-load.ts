import { setTimeout as sleep } from 'node:timers/promises';
import autocannon from 'autocannon';
import { processorTime } from './process-stats.js';
import { median, percentile } from './report.js';
import type { Server } from './servers.js';
import type { Fixture } from './works/fixture.js';
import type { Work } from './works/works.js';

/** Milliseconds between two looks of autocannon at the clock, and so the accuracy of its end. */
const SAMPLE_INTERVAL = 50;
/** Milliseconds for a server to finish the requests in progress at the end of a load. */
const PAUSE = 100;

/** Requests a second, times of a request in ms, and processor time of the server for a request in ms. */
export type Sample = Record<'rate' | 'p50' | 'p99' | 'processor', number>;

type Run = { work: Work; server: Server; fixture: Fixture; signal: AbortSignal };

/**
 * Sends the requests of a work over a connection for each token, each with one request in progress.
 * @throws Error when a request is answered with another status than the work's, or not at all
 */
export async function measure({ work, server, fixture, signal }: Run, seconds: number): Promise<Sample> {
  signal.throwIfAborted();
  const latencies: number[] = [];
  const bad: Record<number, number> = {};
  const before = await processorTime(server.pid);
  const { url, name } = server;
  const connections = fixture.tokens.length;
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
  return {
    rate: latencies.length / ((result.finish.getTime() - result.start.getTime()) / 1_000),
    p50: percentile(latencies, 0.5),
    p99: percentile(latencies, 0.99),
    processor: ((await processorTime(server.pid)) - before) / latencies.length,
  };
}

/** The median of every figure. */
export function medians(samples: Sample[]): Sample {
  const of = (name: keyof Sample) => median(samples.map((sample) => sample[name]));
  return { rate: of('rate'), p50: of('p50'), p99: of('p99'), processor: of('processor') };
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
