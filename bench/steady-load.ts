import { setTimeout as sleep } from 'node:timers/promises';
import { Agent, type Dispatcher } from 'undici';
import { percentile } from './report.js';
import type { Server } from './servers.js';
import type { Fixture } from './works/fixture.js';
import { iterate, type Work } from './works/works.js';

/** How many requests, and how long they took in ms. */
export type Latency = Record<'requests' | 'p50' | 'p99', number>;

type Run = { works: Work[]; server: Server; fixture: Fixture; signal: AbortSignal };

/**
 * Sends the requests of works at an even pace, far below what the server could answer, whether or not earlier ones
 * are answered. A request's time counts from when it was due.
 * @param pace requests a second, and for how many seconds
 * @throws Error when a request is answered with another status than its work's, or not at all
 */
export async function steadyLoad(
  run: Run,
  { rate, seconds }: { rate: number; seconds: number },
): Promise<Latency> {
  const { works, server, fixture, signal } = run;
  const { url: origin, name } = server;
  const agent = new Agent();
  const callers = fixture.tokens.map((token, connection) => ({
    authorization: `Bearer ${token}`,
    works: works.map(({ status, requests }) => ({
      status,
      next: iterate(requests(fixture, connection, name)),
    })),
  }));
  const latencies: number[] = [];
  const faults: Error[] = [];
  const send = async (index: number, due: number) => {
    const { authorization, works: own } = callers[index % callers.length]!;
    const { status, next } = own[Math.floor(index / callers.length) % own.length]!;
    const { method, path, headers, body } = next() as Dispatcher.RequestOptions;
    const signed = { authorization, ...(headers as object) };
    const response = await agent.request({ origin, method, path, headers: signed, body });
    await response.body.dump({ limit: Number.POSITIVE_INFINITY });
    latencies.push(performance.now() - due);
    if (response.statusCode !== status)
      throw new Error(`${method} ${path} is answered ${response.statusCode}`);
  };
  const sent: Promise<unknown>[] = [];
  const start = performance.now();
  for (let index = 0; index < rate * seconds && faults.length === 0; index += 1) {
    const due = start + (index * 1_000) / rate;
    await sleep(Math.max(0, due - performance.now()), undefined, { signal });
    sent.push(send(index, due).catch((error) => faults.push(error as Error)));
  }
  await Promise.all(sent);
  await agent.close();
  if (faults[0]) throw faults[0];
  return { requests: latencies.length, p50: percentile(latencies, 0.5), p99: percentile(latencies, 0.99) };
}
