import { setImmediate as nextTick, setTimeout as sleep } from 'node:timers/promises';
import { jest } from '@jest/globals';
import pg from 'pg';
import { statementOf } from '../support/sent-statements.js';

/** A statement that was sent to the database. */
export interface Sent {
  text: string;
  /** The name of a prepared statement. */
  name?: string;
  /** The round trip that it is part of, from 1 on. */
  trip: number;
  connection: pg.Client;
}

type Statement = string | { text: string; name?: string };
type Query = (this: pg.Client, statement: Statement, ...others: unknown[]) => Promise<unknown> | undefined;

/**
 * A pause after which the service has sent all that does not wait for the database: milliseconds, then ticks.
 */
const QUIET = 5;
const QUIET_TICKS = 10;

/**
 * Records the statements of the service in this process. A round trip is all that the service sends before a
 * result comes back: the driver pipelines what one connection sends, and several connections wait at the same
 * time. The recorder holds results back until all of a trip are there and the service sends no more. No race
 * decides which trip a statement is part of.
 */
export class Recorder {
  private sent?: Sent[];
  private trip = 1;
  private pending = 0;
  private arrived: (() => void)[] = [];

  private readonly spy: jest.SpiedFunction<Query>;

  constructor() {
    const recorder = this;
    const client = pg.Client.prototype as unknown as { query: Query };
    const { query } = client;
    this.spy = jest.spyOn(client, 'query').mockImplementation(function (this: pg.Client, ...parameters) {
      return recorder.sent ? recorder.observe(this, query, parameters) : query.apply(this, parameters);
    });
  }

  stop(): void {
    this.spy.mockRestore();
  }

  /** The statements of the work, and those that the service sends after it. */
  async record(work: () => Promise<unknown>): Promise<Sent[]> {
    const sent: Sent[] = [];
    this.trip = 1;
    this.sent = sent;
    try {
      await work();
      do await quiet();
      while (this.pending > 0);
    } finally {
      this.sent = undefined;
    }
    return sent;
  }

  private observe(
    connection: pg.Client,
    query: Query,
    [statement, ...others]: Parameters<Query>,
  ): ReturnType<Query> {
    const { text, name } = statementOf([statement]);
    this.sent!.push({ text, name, trip: this.trip, connection });
    this.pending += 1;
    const callback = others.at(-1);
    if (typeof callback === 'function') {
      const hold = (...results: unknown[]) => void this.hold(() => callback(...results));
      return query.call(connection, statement, ...others.slice(0, -1), hold);
    }
    return new Promise((resolve, reject) => {
      void query.call(connection, statement, ...others)!.then(
        (result) => void this.hold(() => resolve(result)),
        (error) => void this.hold(() => reject(error)),
      );
    });
  }

  /** Releases the results of a trip once all of them are there. */
  private async hold(hand: () => void): Promise<void> {
    const count = this.arrived.push(hand);
    await quiet();
    if (this.arrived.length !== count || count < this.pending) return; // a later one releases this as well
    this.pending = 0;
    this.trip += 1;
    for (const each of this.arrived.splice(0)) each();
  }
}

async function quiet(): Promise<void> {
  await sleep(QUIET);
  for (let tick = 0; tick < QUIET_TICKS; tick += 1) await nextTick();
}
