import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'undici';
import { table } from '../results.js';
import { percentile } from '../statistics.js';
import { type LoadRequest, send } from './request.js';

export interface SteadyLoadOptions {
  url: string;
  /** A bearer token for each connection. */
  tokens: string[];
  /** Requests a second, all connections together. */
  rate: number;
  /** Seconds of load before anything is measured, for compilers and caches. */
  warmUp: number;
  /** The next request of a connection. */
  request(connection: number): LoadRequest;
  /** Called with the body of every good answer. */
  onAnswer?(connection: number, request: LoadRequest, text: string): void;
}

/** How long requests took, in milliseconds. */
export interface Latency {
  requests: number;
  p50: number;
  p99: number;
  max: number;
}

/** Latencies of `GET /events` in several states of the service, compared with the first. */
export function latencyTable(states: Record<string, Latency>): string {
  const [idle] = Object.values(states);
  return table(
    ['GET /events, light load', 'requests', 'p50 ms', 'p99 ms', 'max ms', 'p99 to idle'],
    Object.entries(states).map(([state, { requests, p50, p99, max }]) => [
      state,
      requests.toLocaleString('en'),
      p50.toFixed(1),
      p99.toFixed(1),
      max.toFixed(0),
      (p99 / idle!.p99).toFixed(2),
    ]),
  );
}

/** Starts a load, measures when it has warmed up, and ends the load. */
export async function underSteadyLoad<Result>(
  options: SteadyLoadOptions,
  signal: AbortSignal,
  measure: (load: SteadyLoad) => Promise<Result>,
): Promise<Result> {
  const load = new SteadyLoad(options);
  try {
    await sleep(options.warmUp * 1_000, undefined, { signal });
    return await measure(load);
  } finally {
    await load.stop();
  }
}

/**
 * A load at a steady pace, far below what the server could answer. A request's time counts from when it was due: a
 * request that waits for a slow one before it, on the same connection, is slow too.
 */
export class SteadyLoad {
  private latencies: number[] = [];
  private readonly stopping = new AbortController();
  private readonly connections: Promise<void>[];
  private fault?: Error;

  constructor(private readonly options: SteadyLoadOptions) {
    this.connections = options.tokens.map((_, connection) => this.sendAll(connection));
  }

  /**
   * The latency of the requests that are sent while something happens.
   * @throws Error when a request was answered badly, or not at all
   */
  async during(something: () => Promise<unknown>): Promise<Latency> {
    this.latencies = [];
    await something();
    if (this.fault) throw this.fault;
    const { latencies } = this;
    if (latencies.length === 0) throw new Error('The load has sent no request');
    const at = (share: number) => percentile(latencies, share);
    return { requests: latencies.length, p50: at(0.5), p99: at(0.99), max: at(1) };
  }

  /** Ends it when the requests under way are answered. */
  async stop(): Promise<void> {
    this.stopping.abort();
    await Promise.all(this.connections);
  }

  private async sendAll(connection: number): Promise<void> {
    const { url, tokens, rate, request, onAnswer } = this.options;
    const client = new Client(url);
    const every = (1_000 * tokens.length) / rate;
    const { signal } = this.stopping;
    // The connections begin one after the other, at even distances.
    const start = performance.now() + (every * connection) / tokens.length;
    try {
      for (let sent = 0; !signal.aborted; sent += 1) {
        const due = start + sent * every;
        const wait = due - performance.now();
        if (wait > 0) await sleep(wait, undefined, { signal }).catch(() => {});
        if (signal.aborted) break;
        const next = request(connection);
        const text = await send(client, next, tokens[connection]!);
        onAnswer?.(connection, next, text);
        this.latencies.push(performance.now() - due);
      }
    } catch (error) {
      this.fault ??= error as Error;
    } finally {
      await client.close();
    }
  }
}
