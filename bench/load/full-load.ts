import autocannon from 'autocannon';
import type { Side } from '../pair.js';
import type { Fixture } from '../scenarios/fixture.js';
import type { Scenario } from '../scenarios/scenario.js';
import type { Server } from '../servers.js';

/** Milliseconds between two looks of autocannon at the clock, and so the accuracy of its end. */
const SAMPLE_INTERVAL = 50;

/** A server that has answered nothing while it was under load. */
export class TooSlow extends Error {
  override readonly name = 'TooSlow';
}

/** The result of a load. */
export interface LoadResult {
  /** Milliseconds that each request took. */
  latencies: number[];
  seconds: number;
}

/**
 * Sends the requests of a scenario over as many connections as there are tokens, each with one request under way.
 * @throws TooSlow when not one request is answered
 * @throws Error when a request is answered with another status than the scenario's, or not at all
 */
export async function runFullLoad(
  scenario: Scenario,
  { name, url }: Server<Side>,
  fixture: Fixture,
  seconds: number,
  signal: AbortSignal,
): Promise<LoadResult> {
  signal.throwIfAborted();
  const latencies: number[] = [];
  const bad = new Map<number, number>();
  const connections = fixture.tokens.length;
  const result = await new Promise<autocannon.Result>((resolve, reject) => {
    const options = { url, connections, duration: seconds, sampleInt: SAMPLE_INTERVAL };
    const run = autocannon(
      { ...options, setupClient: setUpClients(scenario, fixture, name) },
      (error, done) => {
        signal.removeEventListener('abort', stop);
        if (error) reject(error);
        else resolve(done);
      },
    );
    const stop = () => run.stop();
    signal.addEventListener('abort', stop);
    run.on('response', (_client, status, _bytes, milliseconds) => {
      if (status === scenario.status) latencies.push(milliseconds);
      else bad.set(status, (bad.get(status) ?? 0) + 1);
    });
  });
  signal.throwIfAborted();

  const faults = [...bad].map(([status, count]) => `${count} answers of status ${status}`);
  if (result.errors > 0) faults.push(`${result.errors} errors, ${result.timeouts} of them timeouts`);
  // In the end each connection may have one request under way; more were cut off.
  const lost = result.requests.sent - result.requests.total - connections;
  if (lost > 0) faults.push(`${lost} requests without an answer`);
  if (latencies.length === 0 && faults.length === 0)
    throw new TooSlow(`${scenario.title} of the ${name}: no answer in ${seconds} s`);
  if (faults.length > 0) throw new Error(`${scenario.title} of the ${name}: ${faults.join(', ')}`);
  return { latencies, seconds: (result.finish.getTime() - result.start.getTime()) / 1000 };
}

/** Gives every connection its own requests and its own user. */
function setUpClients(scenario: Scenario, fixture: Fixture, side: Side): (client: autocannon.Client) => void {
  let connection = 0;
  return (client) => {
    const authorization = `Bearer ${fixture.tokens[connection]}`;
    const requests = scenario.requests(fixture, connection, side);
    const sign = (request: autocannon.Request) => ({
      ...request,
      headers: { ...request.headers, authorization },
    });
    client.setRequests(
      typeof requests === 'function'
        ? [{ setupRequest: (defaults) => ({ ...defaults, ...sign(requests()) }) }]
        : requests.map(sign),
    );
    connection += 1;
  };
}
