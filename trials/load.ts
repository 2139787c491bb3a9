import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { Agent, type Dispatcher } from 'undici';
import { signTokens } from '../bench/servers.js';
import { Ledger } from './ledger.js';
import type { Outcome } from './trial.js';

const CLIENTS = 8;
/** Milliseconds after a write and a read: the trials are about faults, not about speed. */
const PAUSE = 20;
/** Milliseconds before a request that failed is sent again. */
const RETRY = 100;
/** Milliseconds until a request counts as one without a response. */
const PATIENCE = 15_000;

const EVENT = {
  type: 'EVENT',
  description: 'Stage, lights and two hundred chairs for the spring concert.',
  location: { name: 'Ohio Union' },
  startAt: '2031-03-01T18:00:00Z',
};

/**
 * Clients that create events and read lists by turns, each until it is answered. A write is sent again with
 * the same key, so that it may be there once only. Whoever reads is another user than who writes.
 */
export class Load {
  readonly ledger = new Ledger();
  private readonly agent = new Agent({ headersTimeout: PATIENCE, bodyTimeout: PATIENCE });
  private readonly stopping = new AbortController();
  private readonly clients: Promise<unknown>;

  /**
   * @param urls of the instances, which take turns, or of the proxy before them
   * @param looksForOwn whether clients look for what they have written in a list at once
   */
  constructor(
    private readonly urls: readonly string[],
    private readonly looksForOwn = false,
  ) {
    this.clients = signTokens(2 * CLIENTS).then((tokens) =>
      Promise.all(tokens.slice(CLIENTS).map((reader, client) => this.work(client, tokens[client]!, reader))),
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

  private async work(client: number, writer: string, reader: string): Promise<void> {
    const { signal } = this.stopping;
    for (let turn = 0; !signal.aborted; turn += 1) {
      const title = `trial ${client} ${turn}`;
      const created = await this.untilAnswered(client, writer, title);
      if (created !== undefined) {
        const { id } = JSON.parse(created);
        this.ledger.acknowledge(title, id, performance.now());
        const list = this.looksForOwn ? await this.untilAnswered(client, writer) : undefined;
        if (list !== undefined && !list.includes(id)) this.ledger.miss(id);
      }
      await this.untilAnswered(client, reader);
      await sleep(PAUSE, undefined, { signal }).catch(() => undefined);
    }
  }

  /** Creates an event of this title, or reads the list. @returns the body, unless the load ends before */
  private async untilAnswered(client: number, token: string, title?: string): Promise<string | undefined> {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
    const key = `${title}`.replaceAll(' ', '-');
    const request: Omit<Dispatcher.RequestOptions, 'origin'> = title
      ? { method: 'POST', path: '/events', headers: { ...headers, 'idempotency-key': key } }
      : { method: 'GET', path: '/events?sort=-createdAt&limit=50', headers };
    for (let attempt = client; ; attempt += 1) {
      const origin = this.urls[attempt % this.urls.length]!;
      const response = await this.agent
        .request({ origin, ...request, body: title && JSON.stringify({ ...EVENT, title }) })
        .then(async ({ statusCode, body }) => ({ status: statusCode, text: await body.text() }))
        .catch(() => undefined);
      if (response && response.status < 300) return response.text;
      if (response && response.status < 500)
        throw new Error(`A client is answered ${response.status}: ${response.text}`);
      this.ledger.fail(response?.status);
      if (this.stopping.signal.aborted) return undefined;
      await sleep(RETRY);
    }
  }
}
