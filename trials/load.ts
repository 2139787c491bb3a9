import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { Agent } from 'undici';
import { signTokens } from '../bench/servers.js';
import { Ledger } from './ledger.js';
import type { Outcome } from './trial.js';

const CONNECTIONS = 8;
/** Milliseconds between two requests of a connection: the trials are about faults, not about speed. */
const PAUSE = 10;
/** Milliseconds before a request that failed is sent again. */
const RETRY = 100;
/** Milliseconds until a request counts as one without an answer. */
const PATIENCE = 15_000;

/**
 * Clients that create events and read lists by turns, each of them until it is answered. A write is sent again with the
 * same key, so that it may be there once only.
 */
export class Load {
  readonly ledger = new Ledger();
  private readonly agent = new Agent({ headersTimeout: PATIENCE, bodyTimeout: PATIENCE });
  private readonly stopping = new AbortController();
  private readonly clients: Promise<unknown>;

  /** @param urls of the instances, which take turns, or of the proxy before them */
  constructor(private readonly urls: readonly string[]) {
    this.clients = signTokens(CONNECTIONS).then((tokens) =>
      Promise.all(tokens.map((token, client) => this.work(token, client))),
    );
    this.clients.catch(() => undefined); // whoever settles sees it
  }

  /** Ends it when the requests under way are answered, and compares with the database that is left. */
  async settle(database: pg.Client): Promise<Outcome> {
    this.stopping.abort();
    await this.clients;
    await this.agent.close();
    const { rows } = await database.query<{ key: string; id: string }>(
      `SELECT title AS key, id FROM events WHERE title LIKE 'trial %'`,
    );
    return this.ledger.settle(rows);
  }

  private async work(token: string, client: number): Promise<void> {
    const { signal } = this.stopping;
    for (let turn = 0; !signal.aborted; turn += 1) {
      const key = `trial ${client} ${turn}`;
      await (turn % 2 === 0 ? this.create(token, client, key) : this.read(token, client));
      await sleep(PAUSE, undefined, { signal }).catch(() => undefined);
    }
  }

  private async create(token: string, client: number, title: string): Promise<void> {
    const body = JSON.stringify({
      title,
      type: 'EVENT',
      description: 'Stage, lights and two hundred chairs for the spring concert.',
      location: { name: 'Ohio Union' },
      startAt: '2031-03-01T18:00:00Z',
    });
    const key = title.replaceAll(' ', '-');
    const headers = { 'content-type': 'application/json', 'idempotency-key': key };
    const text = await this.untilAnswered(
      { method: 'POST', path: '/events', body, headers },
      201,
      token,
      client,
    );
    if (text !== undefined) this.ledger.acknowledge(title, JSON.parse(text).id, performance.now());
  }

  private read(token: string, client: number): Promise<unknown> {
    return this.untilAnswered({ method: 'GET', path: '/events?limit=5' }, 200, token, client);
  }

  /** The body of the first good answer; undefined where the load ends before. */
  private async untilAnswered(
    {
      headers,
      ...request
    }: { method: 'GET' | 'POST'; path: string; body?: string; headers?: Record<string, string> },
    good: number,
    token: string,
    client: number,
  ): Promise<string | undefined> {
    for (let attempt = client; ; attempt += 1) {
      const origin = this.urls[attempt % this.urls.length]!;
      const answer = await this.agent
        .request({ origin, ...request, headers: { authorization: `Bearer ${token}`, ...headers } })
        .then(async ({ statusCode, body }) => ({ status: statusCode, text: await body.text() }))
        .catch(() => undefined);
      if (answer?.status === good) return answer.text;
      if (answer && answer.status < 500)
        throw new Error(`${request.method} ${request.path} is answered ${answer.status}: ${answer.text}`);
      this.ledger.fail(answer?.status);
      if (this.stopping.signal.aborted) return undefined;
      await sleep(RETRY);
    }
  }
}
