import { setTimeout as sleep } from 'node:timers/promises';
import { Agent, type Dispatcher } from 'undici';
import { percentile } from './report.js';
import type { Server } from './servers.js';
import type { Fixture } from './works/fixture.js';
import type { Work } from './works/works.js';

/** How long requests took, in milliseconds. */
export interface Latency {
  requests: number;
  p50: number;
  p99: number;
}

/**
 * Sends the requests of works at an even pace, far below what the server could answer, whether or not earlier ones are
 * answered. A request's time counts from when it was due.
 * @throws Error when a request is answered with another status than its work's, or not at all
 */
export async function steadyLoad(
  works: Work[],
  { url, name }: Server,
  fixture: Fixture,
  { rate, seconds }: { rate: number; seconds: number },
  signal: AbortSignal,
): Promise<Latency> {
  const agent = new Agent();
  const { tokens } = fixture;
  const callers = tokens.map((token, connection) => ({
    token,
    works: works.map((work) => ({
      status: work.status,
      next: iterate(work.requests(fixture, connection, name)),
    })),
  }));
  const latencies: number[] = [];
  let fault: Error | undefined;
  const start = performance.now();
  const send = async (index: number, due: number) => {
    const { token, works: own } = callers[index % callers.length]!;
    const { status, next } = own[Math.floor(index / callers.length) % own.length]!;
    const { method, path, headers, body } = next() as Dispatcher.RequestOptions;
    const signed = { authorization: `Bearer ${token}`, ...(headers as Record<string, string>) };
    const response = await agent.request({ origin: url, method, path, headers: signed, body });
    await response.body.dump({ limit: Number.POSITIVE_INFINITY });
    latencies.push(performance.now() - due);
    if (response.statusCode !== status)
      throw new Error(`${method} ${path} is answered ${response.statusCode}`);
  };
  const pending: Promise<void>[] = [];
  for (let index = 0; index < rate * seconds && !fault; index += 1) {
    const due = start + (index * 1_000) / rate;
    const wait = due - performance.now();
    if (wait > 0) await sleep(wait, undefined, { signal });
    pending.push(
      send(index, due).catch((error) => {
        fault ??= error as Error;
      }),
    );
    if (pending.length > 10_000) await Promise.all(pending.splice(0, 5_000));
  }
  await Promise.all(pending);
  await agent.close();
  if (fault) throw fault;
  return { requests: latencies.length, p50: percentile(latencies, 0.5), p99: percentile(latencies, 0.99) };
}

function iterate(requests: ReturnType<Work['requests']>): () => object {
  let sent = 0;
  return typeof requests === 'function' ? requests : () => requests[sent++ % requests.length]!;
}
