import { setTimeout as sleep } from 'node:timers/promises';
import { Client, type Dispatcher } from 'undici';
import { table } from '../results.js';
import { percentile } from '../statistics.js';

/** A request of a load. */
export interface Shot {
  method: Dispatcher.HttpMethod;
  path: string;
  body?: string;
  /** The status of a good answer. */
  status: number;
}

/** Whom a load is sent to, and how. */
export interface Aim {
  url: string;
  /** A bearer token for each connection. */
  tokens: string[];
  /** Requests a second, all connections together. */
  rate: number;
  /** The next request of a connection. */
  shot(connection: number): Shot;
  /** Told of every good answer, where it matters. */
  answered?(connection: number, shot: Shot, text: string): void;
}

/** How long requests took, in milliseconds. */
export interface Latency {
  requests: number;
  p50: number;
  p99: number;
  max: number;
}

/** Latencies of `GET /events` in several states of the service, and how they compare with the first. */
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

/**
 * A load at a steady pace, far below what the server could answer. A request's time counts from when it was
 * due, so that one which has to wait for a slow one before it on its connection is slow too.
 */
export class SteadyLoad {
  private latencies: number[] = [];
  private readonly stopping = new AbortController();
  private readonly connections: Promise<void>[];
  private fault?: Error;

  constructor(private readonly aim: Aim) {
    this.connections = aim.tokens.map((_, connection) => this.fire(connection));
  }

  /** Forgets what was measured so far. */
  reset(): void {
    this.latencies = [];
  }

  /**
   * What was measured since the start or the last `reset`.
   * @throws Error when a request was answered badly, or not at all
   */
  measured(): Latency {
    if (this.fault) throw this.fault;
    const { latencies } = this;
    if (latencies.length === 0) throw new Error('The load has sent no request');
    const at = (share: number) => percentile(latencies, share);
    return { requests: latencies.length, p50: at(0.5), p99: at(0.99), max: at(1) };
  }

  /** Ends it when what is under way is answered. */
  async stop(): Promise<void> {
    this.stopping.abort();
    await Promise.all(this.connections);
  }

  private async fire(connection: number): Promise<void> {
    const { url, tokens, rate } = this.aim;
    const client = new Client(url);
    const every = (1_000 * tokens.length) / rate;
    const { signal } = this.stopping;
    // The connections take turns.
    const start = performance.now() + (every * connection) / tokens.length;
    try {
      for (let sent = 0; !signal.aborted; sent += 1) {
        const due = start + sent * every;
        const wait = due - performance.now();
        if (wait > 0) await sleep(wait, undefined, { signal }).catch(() => {});
        if (signal.aborted) break;
        const shot = this.aim.shot(connection);
        const text = await send(client, shot, tokens[connection]!);
        this.aim.answered?.(connection, shot, text);
        this.latencies.push(performance.now() - due);
      }
    } catch (error) {
      this.fault ??= error as Error;
    } finally {
      await client.close();
    }
  }
}

/**
 * Sends a request and answers the body of its answer.
 * @throws Error where it is not the answer that the request is to have
 */
export async function send(
  client: Client,
  { method, path, body, status }: Shot,
  token: string,
): Promise<string> {
  const answer = await client.request({
    ...{ method, path, body },
    headers: {
      authorization: `Bearer ${token}`,
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
  });
  const text = await answer.body.text();
  if (answer.statusCode === status) return text;
  throw new Error(`${method} ${path} is answered ${answer.statusCode}, not ${status}: ${text.slice(0, 200)}`);
}
