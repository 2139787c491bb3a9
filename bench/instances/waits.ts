import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';

/** Milliseconds between two looks at the database's sessions, and between two at the pools. */
const SESSIONS_EVERY = 25;
const POOLS_EVERY = 250;

/** What sessions and requests waited for, on average over a time. */
export interface Waits {
  /** Active sessions by what they waited for. `none`: for nothing but perhaps a processor. */
  sessions: Record<string, number>;
  /** Requests that waited for a connection of their instance's pool. */
  pool: number;
}

/** Samples what the sessions of the services wait for. */
export class WaitWatch {
  private readonly sessions = new Map<string, number>();
  private looks = 0;
  private poolWaiting = 0;
  private poolLooks = 0;
  private readonly stopping = new AbortController();
  private readonly watching: Promise<unknown>;

  /**
   * @param database a connection to the services' database that nobody else uses meanwhile
   * @param token the services' `METRICS_TOKEN`
   */
  constructor(
    private readonly database: pg.Client,
    private readonly urls: string[],
    private readonly token: string,
  ) {
    this.watching = Promise.all([
      this.repeat(SESSIONS_EVERY, () => this.lookAtSessions()),
      this.repeat(POOLS_EVERY, () => this.lookAtPools()),
    ]);
    this.watching.catch(() => {}); // `stop` throws it
  }

  async stop(): Promise<Waits> {
    this.stopping.abort();
    await this.watching;
    const average = [...this.sessions].map(([event, count]) => [event, count / this.looks] as const);
    return {
      sessions: Object.fromEntries(average.sort(([, left], [, right]) => right - left)),
      pool: this.poolWaiting / this.poolLooks,
    };
  }

  /** One look after the other, the first at once. */
  private async repeat(every: number, look: () => Promise<void>): Promise<void> {
    const { signal } = this.stopping;
    do {
      await look();
      await sleep(every, undefined, { signal }).catch(() => {});
    } while (!signal.aborted);
  }

  private async lookAtSessions(): Promise<void> {
    const { rows } = await this.database.query<{ event: string; count: number }>(
      `SELECT coalesce(wait_event_type || ':' || wait_event, 'none') AS event, count(*)::int AS count
       FROM pg_stat_activity
       WHERE datname = current_database() AND pid <> pg_backend_pid() AND backend_type = 'client backend'
         AND state = 'active' GROUP BY 1`,
    );
    this.looks += 1;
    for (const { event, count } of rows) this.sessions.set(event, (this.sessions.get(event) ?? 0) + count);
  }

  private async lookAtPools(): Promise<void> {
    const headers = { authorization: `Bearer ${this.token}` };
    for (const url of this.urls) {
      const text = await (await fetch(`${url}/metrics`, { headers })).text();
      this.poolWaiting += Number(/^database_connections\{state="waiting"\} (\d+)/m.exec(text)?.[1] ?? 0);
    }
    this.poolLooks += 1;
  }
}
